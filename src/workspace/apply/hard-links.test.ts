import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { saveTrees } from "../patch/fixtures/saved.ts";
import { type Tree, useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { applyChanges } from "./apply-changes.ts";

const directory = useDirectory();
const target = (): string => join(directory(), "target");
const at = (path: string): string => join(target(), path);
const read = (path: string): string => readFileSync(at(path), "utf8");
const signal = new AbortController().signal;

/** Applies the change of one tree into another to a workspace in which all files of each group are one file. */
async function apply(before: Tree, after: Tree, groups: readonly (readonly string[])[], others: Tree = {}) {
  const { run } = await saveTrees(directory(), before, after);
  const linked = new Set(groups.flatMap(([, ...rest]) => rest));
  writeTree(target(), {
    ...Object.fromEntries(Object.entries(before).filter(([path]) => !linked.has(path))),
    ...others,
  });
  for (const [first, ...rest] of groups) {
    for (const path of rest) {
      mkdirSync(join(at(path), ".."), { recursive: true });
      linkSync(at(first!), at(path));
    }
  }
  return applyChanges({ directory: run, target: target(), signal });
}

describe("files of several names", () => {
  it("are all changed, each as the run did", async () => {
    const before = { a: "x\n", b: "x\n", c: "x\n", "d/e": "x\n", f: "x\n" };
    const after = { b: "B\n", c: { content: "x\n", mode: 0o755 }, "d/e": "E\n", f: "x\n" };
    const { files } = await apply(before, after, [["a", "b", "c", "d/e", "f"]]);
    expect(Object.fromEntries(files.map(({ path, action }) => [path, action]))).toEqual({
      a: "deleted",
      b: "written",
      c: "mode",
      "d/e": "written",
    });
    expect([existsSync(at("a")), read("b"), read("c"), read("d/e"), read("f")]).toEqual([
      false,
      "B\n",
      "x\n",
      "E\n",
      "x\n",
    ]);
    expect([statSync(at("c")).mode & 0o777, statSync(at("f")).mode & 0o777]).toEqual([0o755, 0o644]);
    expect(readdirSync(target()).toSorted()).toEqual(["b", "c", "d", "f"]);
  });

  it("are all changed if they are many", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `f${index}`);
    const tree = (text: string): Tree => Object.fromEntries(names.map((name) => [name, `${text}\n`]));
    await apply(tree("x"), tree("y"), [names]);
    for (const name of names) expect(read(name)).toBe("y\n");
  });

  it("keep names outside of the patch as they are", async () => {
    const before = { a: "x\n", b: "x\n", c: "x\n" };
    const other = join(directory(), "elsewhere");
    const after = { a: "A\n", b: { content: "x\n", mode: 0o755 } };
    const { run } = await saveTrees(directory(), before, after);
    writeTree(target(), { a: "x\n" });
    for (const path of [at("b"), at("c"), other]) linkSync(at("a"), path);
    await applyChanges({ directory: run, target: target(), signal });
    expect([read("a"), read("b"), existsSync(at("c")), readFileSync(other, "utf8")]).toEqual([
      "A\n",
      "x\n",
      false,
      "x\n",
    ]);
    expect([statSync(other).mode & 0o777, lstatSync(other).nlink]).toEqual([0o644, 1]);
  });

  it("are merged if the user has changed them", async () => {
    const text = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;
    const { run } = await saveTrees(
      directory(),
      { a: text("1", "2", "3"), b: text("1", "2", "3") },
      { a: text("1", "2", "three"), b: text("1", "2", "3") },
    );
    writeTree(target(), { a: text("one", "2", "3") });
    linkSync(at("a"), at("b"));
    await applyChanges({ directory: run, target: target(), signal });
    expect([read("a"), read("b")]).toEqual([text("one", "2", "three"), text("one", "2", "3")]);
    chmodSync(target(), 0o755);
  });
});
