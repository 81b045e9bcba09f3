import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "../../workspace/index.ts";
import { added, entry } from "../fixtures/fake-workspace.ts";
import { countChanges, describeStatus, readDiff } from "./change-summary.ts";

const change = (kind: Change["kind"], rawPath = kind as string): Change => ({
  kind,
  rawPath,
  before: entry(rawPath),
  after: entry(rawPath),
});

describe("the counts of changes", () => {
  it("are by kind; a change of the type counts as modified", () => {
    const changes = [
      change("added"),
      change("modified"),
      change("type_changed"),
      change("deleted"),
      change("deleted"),
      change("deleted"),
      change("renamed"),
      change("renamed"),
      change("renamed"),
      change("renamed"),
      ...Array.from({ length: 5 }, () => change("mode_changed")),
    ];
    expect(countChanges(changes)).toEqual({ added: 1, modified: 2, deleted: 3, renamed: 4, mode_changed: 5 });
  });
});

describe("the status of changes", () => {
  it("has a line for each file, and none for a directory", () => {
    const directory = { ...entry("d"), type: "directory" as const };
    const changes: Change[] = [
      { kind: "added", rawPath: "d", after: directory },
      { kind: "deleted", rawPath: "d", before: directory },
      // A directory that became a file, and the other way round.
      { kind: "type_changed", rawPath: "f", before: directory, after: entry("f") },
      { kind: "type_changed", rawPath: "g", before: entry("g"), after: directory },
      { kind: "deleted", rawPath: "h", before: entry("h") },
    ];
    expect(describeStatus(changes)).toBe("T  f\nD  h\n");
    expect(describeStatus(changes.slice(0, 2))).toBeNull();
    expect(describeStatus([])).toBeNull();
  });

  it.each([
    ["a\nb", '"a\\nb"'],
    ['a"b', '"a\\"b"'],
    ["a\\b", '"a\\\\b"'],
    ["a b\xc3\xa4", "a b\u00e4"],
  ])("quotes a name that could be taken for something else: %j", (rawPath, shown) => {
    expect(describeStatus([added(rawPath)])).toBe(`A  ${shown}\n`);
    expect(describeStatus([{ ...change("renamed", "x"), from: rawPath }])).toBe(`R  ${shown} -> x\n`);
  });

  it("has a thousand lines, and says how many more there are", () => {
    const files = (count: number) => Array.from({ length: count }, (_, index) => added(`f${index}`));
    expect(describeStatus(files(1000))?.split("\n")).toHaveLength(1001);
    expect(describeStatus(files(1000))).not.toContain("#");
    expect(describeStatus(files(1002))).toMatch(/f999\n# and 2 more\n$/);
  });
});

describe("the beginning of a patch", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "abp-diff-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const read = (text: string, bytes = text.length) => {
    writeFileSync(join(directory, "p"), text);
    return readDiff(join(directory, "p"), bytes);
  };

  it("is all of a short one, and says what is left out of a long one", async () => {
    expect(await read("abc")).toBe("abc");
    expect(await read("x".repeat(65_536))).toBe("x".repeat(65_536));
    expect(await read("x".repeat(65_537))).toBe(
      `${"x".repeat(65_536)}\n# 1 more bytes are in the artifact\n`,
    );
  });

  it("holds only what the file has if it is shorter than it should be", async () => {
    expect(await read("abc", 5)).toBe("abc\n# 2 more bytes are in the artifact\n");
  });
});
