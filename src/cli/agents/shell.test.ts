import { expect, it } from "vitest";
import type { Launch } from "../../agents/index.ts";
import { renderShell } from "./shell.ts";

const launch = (words: readonly string[]) =>
  ({
    removed: ["OLD", "OLDER"],
    environment: { URL: "http://x", NAME: "it's a \\ name" },
    arguments: words,
    tool: { executables: ["one", "two"] },
  }) as unknown as Launch;
const PLAIN = "--a_b=./c:d@e";

it("the lines of a POSIX shell quote every value, and only words that need it", () => {
  expect(renderShell(launch([PLAIN, "it's", "a b"]), "sh")).toEqual([
    "unset OLD",
    "unset OLDER",
    "export URL='http://x'",
    "export NAME='it'\\''s a \\ name'",
    `alias one='one ${PLAIN} '\\''it'\\''\\'\\'''\\''s'\\'' '\\''a b'\\'''`,
    `alias two='two ${PLAIN} '\\''it'\\''\\'\\'''\\''s'\\'' '\\''a b'\\'''`,
  ]);
});

it("the lines of fish escape quotes and backslashes", () => {
  expect(renderShell(launch(["it's", PLAIN]), "fish")).toEqual([
    "set -e OLD",
    "set -e OLDER",
    "set -gx URL 'http://x'",
    "set -gx NAME 'it\\'s a \\\\ name'",
    `alias one 'one \\'it\\\\\\'s\\' ${PLAIN}'`,
    `alias two 'two \\'it\\\\\\'s\\' ${PLAIN}'`,
  ]);
});

it("a program without arguments needs no alias", () => {
  expect(renderShell({ ...launch([]), removed: [], environment: {} }, "sh")).toEqual([]);
});
