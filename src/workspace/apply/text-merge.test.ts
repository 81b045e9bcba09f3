import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GitCall } from "../git/run-git.ts";
import { useDirectory } from "../patch/fixtures/tree.ts";
import type { BlobSink } from "./blob-batch.ts";
import { hashBlob } from "./target-entry.ts";
import { type MergeTask, TextMerge } from "./text-merge.ts";

const git = vi.hoisted(() => ({
  calls: [] as GitCall[],
  code: 0,
  blobs: {} as Record<string, { size: number; pieces: string[] }>,
}));
vi.mock("../git/run-git.ts", () => ({
  runGit: async (call: GitCall) => {
    git.calls.push(call);
    const [, , result, before, after] = call.args;
    // The real program merges; this one writes what it was given one after the other.
    const all = [result!, before!, after!].map((path) => readFileSync(path, "utf8")).join("|");
    if (git.code === 0) writeFileSync(result!, all);
    return call.accepts?.(git.code) === true ? git.code : -1;
  },
}));
vi.mock("./blob-batch.ts", () => ({
  readBlobs: async (gitDir: string, oids: readonly string[], sink: BlobSink) => {
    expect(gitDir).toBe("/repository");
    for (const [index, oid] of oids.entries()) {
      const { size, pieces } = git.blobs[oid]!;
      await sink.begin(index, size);
      for (const piece of pieces) await sink.data(Buffer.from(piece));
      await sink.end();
    }
  },
}));

const directory = useDirectory();
const MAX = 16 * 1024 * 1024;
const signal = new AbortController().signal;
const blob = (text: string, size = text.length) => ({ size, pieces: [...text] });
const task = (rawPath: string, size = 3): MergeTask => ({
  rawPath,
  before: `before ${rawPath}`,
  after: `after ${rawPath}`,
  current: { size } as MergeTask["current"],
});
const open = () => TextMerge.open("/repository", directory(), signal);

beforeEach(() => {
  git.calls = [];
  git.code = 0;
  git.blobs = {};
  for (const name of ["a", "b"]) {
    git.blobs[`before ${name}`] = blob(`old ${name}`);
    git.blobs[`after ${name}`] = blob(`new ${name}`);
  }
});
/** Writes the workspace, and merges. */
async function merge(...tasks: MergeTask[]) {
  const target = join(directory(), "target");
  mkdirSync(target, { recursive: true });
  for (const { rawPath } of tasks) writeFileSync(join(target, rawPath), `now ${rawPath}`);
  const merging = await open();
  return { results: await merging.run(target, tasks), target, merging };
}
const ownDirectory = () => readdirSync(directory()).filter((name) => name.startsWith("merge-"));

describe("a merge of texts", () => {
  it("gives git the workspace's file, then the content before and after", async () => {
    const { results, target } = await merge(task("a"), task("b"));
    const [own] = ownDirectory();
    const place = (name: string) => join(directory(), own!, name);
    expect(results).toEqual([
      { path: place("0.current"), oid: hashBlob(Buffer.from("now a|old a|new a")) },
      { path: place("1.current"), oid: hashBlob(Buffer.from("now b|old b|new b")) },
    ]);
    expect(git.calls.map(({ args }) => args)).toEqual([
      ["merge-file", "--quiet", place("0.current"), place("0.before"), place("0.after")],
      ["merge-file", "--quiet", place("1.current"), place("1.before"), place("1.after")],
    ]);
    expect(git.calls[0]).toMatchObject({ gitDir: "/repository", signal });
    expect(readFileSync(join(target, "a"), "utf8")).toBe("now a");
    expect(statSync(place("0.before")).mode & 0o777).toBe(0o600);
  });

  it.each([
    [255, "the workspace and the run have changed it, and it is not text"],
    [1, "the workspace and the run have changed the same lines"],
    [127, "the workspace and the run have changed the same lines"],
  ])("is a conflict if git returns %i", async (code, conflict) => {
    git.code = code;
    expect((await merge(task("a"))).results).toEqual([{ conflict }]);
  });

  it("is refused if one of the three is larger than 16 MiB", async () => {
    const conflict = "the workspace and the run have changed it, and it is too large to merge";
    expect((await merge(task("a", MAX + 1))).results).toEqual([{ conflict }]);
    git.blobs["before a"] = blob("", MAX + 1);
    git.blobs["after b"] = blob("", MAX + 1);
    expect((await merge(task("a"), task("b"))).results).toEqual([{ conflict }, { conflict }]);
    expect(git.calls).toEqual([]);
    git.blobs["before a"] = blob("", MAX);
    git.blobs["after a"] = blob("", MAX);
    expect((await merge(task("a", MAX))).results).toMatchObject([{ oid: expect.any(String) }]);
  });

  it("has a directory of its own, which goes when it is closed, once or twice", async () => {
    const { merging, results } = await merge();
    expect(results).toEqual([]);
    const [own] = ownDirectory();
    expect(existsSync(join(directory(), own!))).toBe(true);
    await merging.close();
    await merging.close();
    expect(ownDirectory()).toEqual([]);
  });
});
