import { lstatSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Tree, useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { buildPlan } from "./build-plan.ts";
import { hashBlob } from "./target-entry.ts";
import type { MergeTask, TextMerge } from "./text-merge.ts";
import type { TreeChange, TreeEntry } from "./tree-change.ts";

const directory = useDirectory();
const noMerge = { run: async () => [] } as unknown as TextMerge;

function file(content: string, executable = false): TreeEntry {
  return { type: "file", executable, oid: hashBlob(Buffer.from(content)) };
}

async function planOf(now: Tree, changes: readonly TreeChange[], otherDevice = false, merge = noMerge) {
  rmSync(directory(), { recursive: true, force: true });
  writeTree(directory(), now);
  const { dev } = lstatSync(directory(), { bigint: true });
  return buildPlan({ path: directory(), device: otherDevice ? dev + 1n : dev }, changes, merge);
}

it("refuses every path on another file system, also one that the run deleted", async () => {
  const { conflicts, steps } = await planOf(
    { "m/a": "a", "m/b": "b" },
    [
      { rawPath: "m/a", before: file("a") },
      { rawPath: "m/b", before: file("b"), after: file("c") },
    ],
    true,
  );
  const reason = "another file system is mounted at m";
  expect(conflicts).toEqual([
    { path: "m/a", reason },
    { path: "m/b", reason },
  ]);
  expect(steps).toEqual([]);
});

it("takes a new file with no mode and nothing expected, also in the place of a directory", async () => {
  const { steps, files } = await planOf({ "d/one": "1" }, [
    { rawPath: "d", after: file("d", true) },
    { rawPath: "d/one", before: file("1") },
    { rawPath: "new", after: file("n") },
  ]);
  expect(files.map(({ action }) => action)).toEqual(["written", "deleted", "written"]);
  expect(steps).toMatchObject([
    { kind: "write", rawPath: "d", mode: undefined, expected: undefined, executable: true },
    { kind: "delete", rawPath: "d/one" },
    { kind: "write", rawPath: "new", mode: undefined, expected: undefined, executable: false },
  ]);
});

it("refuses a file of git", async () => {
  const { conflicts } = await planOf({}, [{ rawPath: "s/.git/config", after: file("x") }]);
  expect(conflicts).toEqual([{ path: "s/.git/config", reason: "it is a file of git itself" }]);
});

describe("a path below a file or a link", () => {
  const link = (target: string): TreeEntry => ({
    type: "symlink",
    executable: false,
    oid: hashBlob(Buffer.from(target)),
  });

  it("counts as absent if the run deletes what stands above it", async () => {
    const { steps, files, conflicts } = await planOf({ p: "old", l: { link: "p" } }, [
      { rawPath: "l", before: link("p") },
      { rawPath: "l/new", after: file("n") },
      { rawPath: "p", before: file("old") },
      { rawPath: "p/new", after: file("n") },
    ]);
    expect(conflicts).toEqual([]);
    expect(files).toEqual([
      { rawPath: "l", action: "deleted" },
      { rawPath: "l/new", action: "written" },
      { rawPath: "p", action: "deleted" },
      { rawPath: "p/new", action: "written" },
    ]);
    expect(steps.map(({ kind, rawPath }) => `${kind} ${rawPath}`)).toEqual([
      "delete l",
      "write l/new",
      "delete p",
      "write p/new",
    ]);
  });

  it("is refused if what stands above it stays", async () => {
    const { conflicts } = await planOf({ p: "user", l: { link: "d" }, "d/x": "x" }, [
      { rawPath: "l/x", before: file("x") },
      { rawPath: "l/y", after: file("n") },
      { rawPath: "p", before: file("old"), after: file("user") },
      { rawPath: "p/new", after: file("n") },
    ]);
    expect(conflicts).toEqual([
      { path: "l/x", reason: "l is a symbolic link, and links are not followed" },
      { path: "l/y", reason: "l is a symbolic link, and links are not followed" },
      { path: "p/new", reason: "p is not a directory" },
    ]);
  });

  it("that the run deleted is gone below a file, and below a link that the run made", async () => {
    const { files, conflicts } = await planOf({ p: "user", l: { link: "d" }, "d/x": "x" }, [
      { rawPath: "l", after: link("d") },
      { rawPath: "l/x", before: file("x") },
      { rawPath: "p/old", before: file("o") },
    ]);
    expect(conflicts).toEqual([]);
    expect(files.map(({ action }) => action)).toEqual(["unchanged", "unchanged", "unchanged"]);
  });

  it("of another file system is refused, even if the plan deletes what is above", async () => {
    const { conflicts } = await planOf({ "m/a/b": "b" }, [{ rawPath: "m/a/c", after: file("c") }], true);
    expect(conflicts).toEqual([{ path: "m/a/c", reason: "another file system is mounted at m" }]);
  });
});

describe("a directory in the place of a new file", () => {
  const replace = (now: Tree, ...deleted: readonly string[]) =>
    planOf(now, [
      { rawPath: "d", after: file("d") },
      ...deleted.map((rawPath) => ({ rawPath, before: file("x") })),
    ]);
  const inPlace = [{ path: "d", reason: "a directory is in its place" }];

  it("goes where every file in it goes, at any depth", async () => {
    const now: Tree = { "d/a": "x", "d/e/b": "x", "d/empty": { empty: true } };
    expect((await replace(now, "d/a", "d/e/b")).conflicts).toEqual([]);
  });

  it("stays if one of its files stays, first or last", async () => {
    expect((await replace({ "d/a": "x", "d/b": "x" }, "d/a")).conflicts).toEqual(inPlace);
    expect((await replace({ "d/a": "x", "d/b": "x" }, "d/b")).conflicts).toEqual(inPlace);
    expect((await replace({ "d/e/a": "x", "d/f": "x" }, "d/f")).conflicts).toEqual(inPlace);
  });

  it("stays if the run changed a file of that name", async () => {
    const change = { rawPath: "d", before: file("old"), after: file("d") };
    expect((await planOf({ d: { empty: true } }, [change])).conflicts).toEqual(inPlace);
  });
});

describe("contents that both have changed", () => {
  const now: Tree = { a: "now a", b: { content: "now b", mode: 0o640 }, c: "now c", d: "now d", e: "e" };
  const change = (rawPath: string, executable = false): TreeChange => ({
    rawPath,
    before: file(`before ${rawPath}`),
    after: file(`after ${rawPath}`, executable),
  });

  it("are merged together, and each gets its own result", async () => {
    const asked: unknown[] = [];
    const merge = {
      run: async (target: string, tasks: readonly MergeTask[]) => {
        asked.push(
          target,
          ...tasks.map(({ rawPath, before, after, current }) => ({
            rawPath,
            before,
            after,
            size: current.size,
          })),
        );
        return [
          { conflict: "the same lines" },
          { path: "/merged/b", oid: "m" },
          { path: "/merged/c", oid: hashBlob(Buffer.from("now c")) },
          { path: "/merged/d", oid: hashBlob(Buffer.from("now d")) },
        ];
      },
    } as unknown as TextMerge;
    const changes = [change("a"), change("b", true), change("c"), change("d", true)];
    const plan = await planOf(now, [...changes, { rawPath: "e", before: file("e") }], false, merge);
    expect(asked).toEqual([
      directory(),
      ...changes.map(({ rawPath, before, after }) => ({
        rawPath,
        before: before!.oid,
        after: after!.oid,
        size: 5,
      })),
    ]);
    expect(plan.conflicts).toEqual([{ path: "a", reason: "the same lines" }]);
    expect(plan.files).toEqual([
      { rawPath: "b", action: "merged" },
      { rawPath: "c", action: "unchanged" },
      { rawPath: "d", action: "mode" },
      { rawPath: "e", action: "deleted" },
    ]);
    expect(plan.steps).toMatchObject([
      {
        kind: "write",
        rawPath: "b",
        type: "file",
        content: { mergedPath: "/merged/b" },
        mode: 0o640,
        executable: true,
        expected: { size: 5n },
      },
      { kind: "mode", rawPath: "d", mode: 0o755, expected: { size: 5n } },
      { kind: "delete", rawPath: "e", expected: { size: 1n } },
    ]);
  });

  it("keep the mode of a file that is written over, not that of a link", async () => {
    const link: TreeEntry = { type: "symlink", executable: false, oid: hashBlob(Buffer.from("a")) };
    const { steps } = await planOf({ ...now, l: { link: "a" } }, [
      { rawPath: "b", before: file("now b"), after: file("new") },
      { rawPath: "c", before: file("now c"), after: link },
      { rawPath: "l", before: link, after: file("l") },
    ]);
    expect(steps).toMatchObject([
      { rawPath: "b", type: "file", mode: 0o640, content: { oid: hashBlob(Buffer.from("new")) } },
      { rawPath: "c", type: "symlink", mode: 0o644, content: { oid: link.oid } },
      { rawPath: "l", type: "file", mode: undefined, expected: { size: 1n } },
    ]);
  });

  it("change a mode only if it differs, and refuse what cannot be read", async () => {
    const plan = await planOf(now, [
      { rawPath: "a", before: file("now a"), after: file("now a", true) },
      { rawPath: "n".repeat(300), after: file("x") },
    ]).catch((error: unknown) => error);
    expect(plan).toMatchObject({ code: "ENAMETOOLONG" });
    const { steps, files } = await planOf(now, [
      { rawPath: "a", before: file("now a"), after: file("now a", true) },
    ]);
    expect(files).toEqual([{ rawPath: "a", action: "mode" }]);
    expect(steps).toMatchObject([{ kind: "mode", mode: 0o755 }]);
  });
});
