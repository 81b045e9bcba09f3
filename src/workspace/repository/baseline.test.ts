import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modes, objectId, parseTree } from "../git/format/git-object.ts";
import type { IndexEntry } from "../git/format/index-file.ts";
import { Directory } from "../walk/directory.ts";
import { BaselineReader, listBaseline, writeBaselineTree } from "./baseline.ts";

let root: string;
let directory: Directory;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-baseline-"));
  mkdirSync(join(root, "dir"));
  for (const [name, text] of [
    ["a", "a1"],
    ["dir/b", "b"],
    ["dir/ignored", ""],
  ] as const)
    writeFileSync(join(root, name), text);
  chmodSync(join(root, "dir/b"), 0o755);
  symlinkSync("a", join(root, "link"));
  directory = Directory.open(root);
});
afterEach(() => {
  directory.close();
  rmSync(root, { recursive: true });
});

const plan = {
  directories: [
    { rawPath: "", files: ["a", ".git", "gone"], links: ["link"] },
    { rawPath: "dir", files: ["b", "ignored"], links: [] },
  ],
} as never;
const oid = (digit: string) => digit.repeat(40);

/** The baseline, with what the index of the source says of its files. */
function list(
  entries: readonly IndexEntry[] | undefined,
  writtenMs = Number.MAX_SAFE_INTEGER,
  kept: object[] = [],
) {
  const steps = listBaseline({
    plan,
    source: directory,
    index: entries && ({ entries, writtenMs } as never),
    files: directory,
    kept: kept as never,
    isIgnored: (rawPath) => rawPath === "dir/ignored",
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** What git's index says of a file that did not change since. */
function entryOf(rawPath: string, more: Partial<IndexEntry> = {}): IndexEntry {
  const { mtimeMs, ctimeMs, size, ino, uid, gid, mode } = lstatSync(join(root, rawPath));
  const times = { modifiedMs: mtimeMs, changedMs: ctimeMs };
  return { rawPath, mode, oid: oid("1"), size, ino: ino % 2 ** 32, uid, gid, ...times, ...more };
}

describe("the files of a baseline", () => {
  it("are those of the plan that are there and not ignored, with their modes", () => {
    const facts = (rawPath: string, mode: number) => {
      const { size, mtimeMs } = lstatSync(join(root, rawPath));
      return { rawPath, mode, size, modifiedMs: mtimeMs, indexedBlob: undefined };
    };
    expect(list(undefined)).toEqual([
      facts("a", modes.file),
      facts("link", modes.link),
      facts("dir/b", modes.program),
    ]);
  });

  it("are those that were kept, and are not looked at then", () => {
    const keep = (rawPath: string) => ({ rawPath, mode: modes.file, size: 9, modifiedMs: 1, oid: oid("2") });
    const some = [keep("a"), keep(".git/config")];
    expect(list(undefined, 0, some).map(({ rawPath, oid: name }) => [rawPath, name])).toEqual([
      ["a", oid("2")],
      ["link", undefined],
      ["dir/b", undefined],
    ]);
    const all = ["a", "gone", "link", "x", "dir/b", "dir/ignored"].map(keep);
    expect(list(undefined, 0, all)).toEqual(all);
  });

  it("have the blob of the index if they are as it says", () => {
    const blobs = (...entries: IndexEntry[]) =>
      list(entries).map(({ rawPath, indexedBlob }) => [rawPath, indexedBlob]);
    expect(blobs(entryOf("dir/b", { oid: oid("3") }), entryOf("a"), entryOf("link"))).toEqual([
      ["a", oid("1")],
      ["link", undefined],
      ["dir/b", oid("3")],
    ]);
  });

  it.each<[string, (entry: IndexEntry) => Partial<IndexEntry>]>([
    ["was written later", ({ modifiedMs }) => ({ modifiedMs: modifiedMs - 0.01 })],
    ["was changed later", ({ changedMs }) => ({ changedMs: changedMs - 0.01 })],
    ["has another size", ({ size }) => ({ size: size + 1 })],
    ["is another one", ({ ino }) => ({ ino: ino + 1 })],
    ["has another owner", ({ uid }) => ({ uid: uid + 1 })],
    ["has another group", ({ gid }) => ({ gid: gid + 1 })],
  ])("have no blob of the index if the file %s", (_, change) => {
    const entry = entryOf("a");
    expect(list([entry])[0]?.indexedBlob).toBe(oid("1"));
    expect(list([{ ...entry, ...change(entry) }])[0]?.indexedBlob).toBeUndefined();
  });

  it("have no blob of an index that was written in the same second", () => {
    const entry = entryOf("a");
    const second = Math.floor(entry.modifiedMs / 1000) * 1000;
    expect(list([entry], second + 999)[0]?.indexedBlob).toBeUndefined();
    expect(list([entry], second + 1000)[0]?.indexedBlob).toBe(oid("1"));
  });
});

describe("the content of a file of the baseline", () => {
  const read = (rawPath: string, size: number, mode = modes.file) => {
    const reader = new BaselineReader(directory);
    try {
      return reader.read({ rawPath, mode, size, modifiedMs: 0 })?.length;
    } finally {
      reader.close();
    }
  };

  it("is read if the file still has its size", () => {
    expect([read("a", 2), read("dir/b", 1)]).toEqual([2, 1]);
    expect([read("a", 3), read("gone", 0), read("none/b", 1)]).toEqual([undefined, undefined, undefined]);
  });

  it("is not that of a link or a directory", () => {
    expect([read("link", 2, modes.link), read("link", 2), read("dir", 4096)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("has at most 16 MiB", () => {
    truncateSync(join(root, "a"), 16 * 1024 ** 2);
    expect(read("a", 16 * 1024 ** 2)).toBe(16 * 1024 ** 2);
    truncateSync(join(root, "a"), 16 * 1024 ** 2 + 1);
    expect(read("a", 16 * 1024 ** 2 + 1)).toBeUndefined();
  });
});

describe("the trees of a baseline", () => {
  it("hold the files in their directories, without empty ones", () => {
    const trees = new Map<string, Buffer>();
    const pack = {
      add: (type: "tree", content: Buffer) => {
        const name = objectId(type, content);
        trees.set(name, content);
        return name;
      },
    };
    const directories = ["", "a", "a/b", "aa", "empty"].map((rawPath) => ({ rawPath }));
    const paths = ["x", "a/x", "a/y", "aa/x", "a/b/x", "a/z", "y"];
    const files = paths.map((rawPath) => ({
      rawPath,
      mode: modes.file,
      oid: oid("1"),
      size: 0,
      modifiedMs: 0,
    }));
    const first = writeBaselineTree(pack as never, { directories } as never, files);
    const show = (name: string): unknown =>
      parseTree(trees.get(name)!)!.map((entry) =>
        entry.mode === modes.tree ? [entry.name, show(entry.oid)] : entry.name,
      );
    expect(show(first)).toEqual([["a", [["b", ["x"]], "x", "y", "z"]], ["aa", ["x"]], "x", "y"]);
    expect(show(writeBaselineTree(pack as never, { directories } as never, []))).toEqual([]);
  });
});
