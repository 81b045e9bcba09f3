import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { objectId } from "../../git/format/git-object.ts";
import { Directory } from "../../walk/directory.ts";
import { leftOutContent } from "./left-out-content.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-left-out-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The names of the blobs that are found, and whether all were. */
function find(omitted: readonly string[], sizes: readonly number[] = [1, 2]) {
  const directory = Directory.open(root);
  try {
    const found: string[] = [];
    const contents = leftOutContent(directory, omitted, new Set(sizes));
    for (;;) {
      const { done, value } = contents.next();
      if (done === true) return { found: found.sort(), isComplete: value };
      if (value !== undefined) found.push(value);
    }
  } finally {
    directory.close();
  }
}
const ids = (...texts: readonly string[]) => texts.map((text) => objectId("blob", Buffer.from(text))).sort();

describe("the content of what is left out", () => {
  it("is that of files of certain sizes and of links, in all directories", () => {
    put("a", "1");
    put("dir/b", "22");
    put("dir/deep/c", "333");
    put("dir/deep/d", "4");
    put("other", "5");
    symlinkSync("nowhere", join(root, "dir/link"));
    expect(find(["a", "dir"])).toEqual({ found: ids("1", "22", "4", "nowhere"), isComplete: true });
    expect(find(["dir/deep/c"])).toEqual({ found: [], isComplete: true });
    expect(find(["dir/deep/c"], [3])).toEqual({ found: ids("333"), isComplete: true });
  });

  it("is not that of a repository", () => {
    put(".git/a", "1");
    put("dir/.GIT/a", "1");
    expect(find([".git", "dir"])).toEqual({ found: [], isComplete: true });
  });

  it("lacks nothing if a file is gone, and may lack something if one is unreadable", () => {
    put("a", "1");
    expect(find(["gone", "a", "gone/b"])).toEqual({ found: ids("1"), isComplete: true });
    expect(find(["a/b", "a"])).toEqual({ found: ids("1"), isComplete: false });
  });

  it("is found in 256 directories inside of one another", () => {
    const path = (length: number) => Array.from({ length }, () => "d").join("/");
    put(`${path(256)}/a`, "1");
    expect(find(["d"])).toEqual({ found: ids("1"), isComplete: true });
    put(`${path(257)}/a`, "1");
    expect(find(["d"]).isComplete).toBe(false);
  });

  it("may be missed with more than 200,000 entries", () => {
    const repeated = (count: number) => Array.from({ length: count }, () => ".git");
    expect(find(repeated(200_000)).isComplete).toBe(true);
    expect(find(repeated(200_001)).isComplete).toBe(false);
  });
});
