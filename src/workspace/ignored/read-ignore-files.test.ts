import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";
import { readIgnoreFiles } from "./read-ignore-files.ts";

const MEBIBYTE = 1024 ** 2;
let root: string;
let directory: Directory;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-ignore-"));
  directory = Directory.open(root);
});
afterEach(() => {
  directory.close();
  rmSync(root, { recursive: true });
});

/** The sizes of the `.gitignore` files of some directories. */
function read(...directories: readonly string[]) {
  const plan = { directories: directories.map((rawPath) => ({ rawPath, files: ["a", ".gitignore"] })) };
  return Object.fromEntries(
    [...readIgnoreFiles(directory, plan as never)].map(([path, { length }]) => [path, length]),
  );
}
function put(name: string, bytes: number): void {
  mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, name, ".gitignore"), "");
  truncateSync(join(root, name, ".gitignore"), bytes);
}

describe("the .gitignore files of a tree", () => {
  it("are those of the directories that have one", () => {
    put("", 3);
    put("dir/deep", 0);
    expect(read("", "dir", "dir/deep", "gone")).toEqual({ ".gitignore": 3, "dir/deep/.gitignore": 0 });
    const other = { directories: [{ rawPath: "", files: ["a"] }] };
    const close = vi.spyOn(DirectoryChain.prototype, "close");
    expect(readIgnoreFiles(directory, other as never).size).toBe(0);
    expect(close).toHaveBeenCalledTimes(1);
    close.mockRestore();
  });

  it("are no links, directories or pipes", () => {
    writeFileSync(join(root, "rules"), "x");
    symlinkSync("rules", join(root, ".gitignore"));
    mkdirSync(join(root, "dir/.gitignore"), { recursive: true });
    mkdirSync(join(root, "pipe"));
    execFileSync("mkfifo", [join(root, "pipe/.gitignore")]);
    expect(read("", "dir", "pipe")).toEqual({});
  });

  it("have at most a mebibyte each, and 16 together", () => {
    put("", MEBIBYTE + 1);
    put("a", MEBIBYTE);
    expect(read("", "a")).toEqual({ "a/.gitignore": MEBIBYTE });
    const names = Array.from({ length: 16 }, (_, index) => `d${index}`);
    for (const name of names) put(name, MEBIBYTE);
    put("small", 1);
    expect(Object.keys(read(...names, "small"))).toHaveLength(16);
    expect(Object.keys(read(...names.slice(1), "small", "d0"))).toHaveLength(16);
    expect(Object.keys(read("d0", "", "small"))).toEqual(["d0/.gitignore", "small/.gitignore"]);
  });
});
