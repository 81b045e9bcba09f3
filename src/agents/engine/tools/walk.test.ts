import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPolicy } from "../../../contract/index.ts";
import { compilePolicy } from "../../../policy/index.ts";
import { type Walk, walkFiles } from "./walk.ts";
import { WorkspaceFiles } from "./workspace-files.ts";

let root: string;
const NAMES = ["a/1", "a/c/2", "a/c/d/3", "b/4", "z"];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-walk-"));
  for (const name of [...NAMES, ".git/config"]) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), "");
  }
  symlinkSync(join(root, "z"), join(root, "link"));
  symlinkSync(join(root, "b"), join(root, "a/link"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The files that a walk finds, and whether it saw everything. */
async function walk(path = ".", limits?: { entries: number; depth: number }, signal?: AbortSignal) {
  const policy = compilePolicy({ ...openPolicy(), deny_read: ["b/**"] }, { root });
  const files = await WorkspaceFiles.open(root, policy);
  const state: Walk = { isComplete: true };
  const place = { files, signal: signal ?? new AbortController().signal };
  const names: string[] = [];
  for await (const name of walkFiles(await files.find(path), place, state, limits)) names.push(name);
  return [names, state.isComplete];
}

describe("a walk through the files of a workspace", () => {
  it("finds the files that may be read, sorted within each directory, without links and those of git", async () => {
    expect(await walk()).toEqual([["z", "a/1", "a/c/2", "a/c/d/3"], true]);
    expect(await walk("a/c")).toEqual([["a/c/2", "a/c/d/3"], true]);
  });

  // There are 5 entries in the root, 3 in `a`, 2 in `a/c`, 1 in `a/c/d` and 1 in `b`.
  it.each([
    [12, 3, ["z", "a/1", "a/c/2", "a/c/d/3"], true],
    [11, 3, ["z", "a/1", "a/c/2", "a/c/d/3"], false],
    [7, 3, ["z", "a/1"], false],
    [0, 3, [], false],
    [12, 2, ["z", "a/1", "a/c/2"], false],
    [12, 1, ["z", "a/1"], false],
    [12, 0, ["z"], false],
  ])(
    "that may look at %d entries in %d directories inside of each other finds %j",
    async (entries, depth, names, isComplete) => {
      expect(await walk(".", { entries, depth })).toEqual([names, isComplete]);
    },
  );

  it("ends with the run, and finds nothing in what cannot be read", async () => {
    await expect(walk(".", undefined, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
    expect(await walk("a/1")).toEqual([[], true]);
  });
});
