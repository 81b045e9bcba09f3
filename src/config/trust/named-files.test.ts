import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { digestNamedFiles, digestText, isInProject, listKeysWithSecret } from "./named-files.ts";
import { makeProjectFile } from "./project-file.ts";
import { openProjectTrust } from "./project-trust.ts";
import { TrustStore } from "./trust-store.ts";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-named-")));
  mkdirSync(join(root, "repo/deep"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const project = (text: string) => makeProjectFile(join(root, "repo/backplane.toml"), Buffer.from(text));
const at = (name: string) => join(root, name);

describe("the files that a project file names", () => {
  test("are digested if they are in its directory, relative or absolute", () => {
    writeFileSync(at("repo/a"), "A\n");
    writeFileSync(at("repo/deep/b"), "\uFEFFB");
    writeFileSync(at("outside"), "C");
    const text = `
[keys.a]
token_file = "a"
[keys.b]
token_file = "${at("repo/deep/b")}"
[keys.c]
token_file = "../outside"
[keys.d]
token_file = "missing"
[keys.e]
token = "a"
[engines.e]
api_key_file = 3
`;
    expect(digestNamedFiles(project(text))).toEqual({
      [at("repo/a")]: digestText("A\n"),
      [at("repo/deep/b")]: digestText("B"),
    });
  });

  test("are not digested if they are directories or too large, or if the project file is not TOML", () => {
    writeFileSync(at("repo/large"), Buffer.alloc(1_048_577));
    expect(digestNamedFiles(project("a_file = 'deep'\nb_file = 'large'\n"))).toEqual({});
    expect(digestNamedFiles(project("[keys."))).toEqual({});
    writeFileSync(at("repo/full"), Buffer.alloc(1_048_576, "a"));
    expect(digestNamedFiles(project("a_file = 'full'\nb_files = 'full'\n_file = 'deep'\n"))).toStrictEqual({
      [at("repo/full")]: digestText("a".repeat(1_048_576)),
    });
  });

  test("count as inside by their own path and by that of a link's target", () => {
    writeFileSync(at("outside"), "");
    writeFileSync(at("repo/inside"), "");
    symlinkSync(at("outside"), at("repo/out"));
    symlinkSync(at("repo/inside"), at("in"));
    const isInside = (name: string) => isInProject(project(""), at(name));
    expect(["repo/inside", "repo/out", "in", "repo/..hidden"].map(isInside)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["repo", "repo/"].map(isInside)).toEqual([true, true]);
    expect(["outside", "repo-other/x", "none", ""].map(isInside)).toEqual([false, false, false, false]);
  });
});

test("the caller keys of a secret are found by its file", () => {
  const file = project(
    "[keys.a]\ntoken_file = 's'\n[keys.b]\ntoken_file = './s'\n[keys.c]\ntoken = 's'\n[keys.d]\n",
  );
  expect(listKeysWithSecret(file, at("repo/s"))).toEqual(["a", "b"]);
  expect(listKeysWithSecret(file, at("s"))).toEqual([]);
  expect(listKeysWithSecret(project("keys = 3"), at("repo/s"))).toEqual([]);
  expect(listKeysWithSecret(project("keys.a = 3"), at("repo/s"))).toEqual([]);
});

test("the trust of a user covers the secrets inside the project, and leaves the others alone", () => {
  writeFileSync(at("repo/a"), "A");
  const file = project("[keys.a]\ntoken_file = 'a'\n");
  const trust = openProjectTrust(at("state"));
  expect(trust.trustsSecret(file, at("repo/a"), "A")).toBe(false);
  expect(trust.trustsSecret(file, at("outside"), "anything")).toBe(true);
  new TrustStore(at("state")).add(file, new Date(0));
  expect(trust.trusts(file)).toBe(true);
  expect(trust.trustsSecret(file, at("repo/a"), "A")).toBe(true);
  expect(trust.trustsSecret(file, at("repo/a"), "B")).toBe(false);
  expect(trust.trustsSecret(file, at("repo/other"), "A")).toBe(false);
});
