import { lstatSync } from "node:fs";
import { expect, it } from "vitest";
import { type Tree, useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { buildPlan } from "./build-plan.ts";
import { hashBlob } from "./target-entry.ts";
import type { TextMerge } from "./text-merge.ts";
import type { TreeChange, TreeEntry } from "./tree-change.ts";

const directory = useDirectory();
const noMerge = { run: async () => [] } as unknown as TextMerge;

function file(content: string, executable = false): TreeEntry {
  return { type: "file", executable, oid: hashBlob(Buffer.from(content)) };
}

async function planOf(now: Tree, changes: readonly TreeChange[], otherDevice = false) {
  writeTree(directory(), now);
  const { dev } = lstatSync(directory(), { bigint: true });
  return buildPlan({ path: directory(), device: otherDevice ? dev + 1n : dev }, changes, noMerge);
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
