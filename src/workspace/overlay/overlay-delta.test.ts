import type { Dirent, Stats } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import { TreeError } from "../walk/tree-fault.ts";
import { OverlayDelta } from "./overlay-delta.ts";

type Kind = "isFile" | "isDirectory" | "isSymbolicLink" | "isFIFO";
/** Names with their inodes: a number is a file, `{ ino, of }` a directory or an entry of another kind. */
type Tree = { readonly [name: string]: number | Entry };
interface Entry {
  readonly ino: number;
  readonly of?: Tree;
  readonly kind?: Kind;
  /** The error of opening it. */
  readonly code?: string;
}

let open: number;
beforeEach(() => {
  open = 0;
});
afterEach(() => expect(open).toBe(0));

const entryOf = (value: number | Entry): Entry => (typeof value === "number" ? { ino: value } : value);
const missing = (code = "ENOENT") => Object.assign(new Error(code), { code });

/** A directory in memory. */
function fake(tree: Tree, ino = 1, mode = 0o40755): Directory {
  const find = (name: string): Entry => {
    const value = tree[name];
    if (value === undefined) throw missing();
    return entryOf(value);
  };
  return {
    list: () =>
      Object.entries(tree).map(([name, value]) => {
        const { of, kind = of === undefined ? "isFile" : "isDirectory" } = entryOf(value);
        const is = (each: Kind) => () => each === kind;
        const kinds = { isFile: is("isFile"), isDirectory: is("isDirectory") };
        return { name, ...kinds, isSymbolicLink: is("isSymbolicLink") } as unknown as Dirent;
      }),
    status: () => ({ dev: 9, ino, size: 8, mtimeMs: 7, ctimeMs: 6, mode }) as Stats,
    entryStatus: (name: string) => ({ ino: find(name).ino }) as Stats,
    child: (name: string) => {
      const { ino: inner, of, code } = find(name);
      if (code !== undefined) throw missing(code);
      if (of === undefined) throw missing("ENOTDIR");
      open += 1;
      return fake(of, inner);
    },
    close: () => {
      open -= 1;
    },
  } as unknown as Directory;
}

const entry = (rawPath: string): ManifestEntry => ({
  rawPath,
  type: "file",
  mode: 0o644,
  size: 1,
  sha256: "",
});
const manifest = (...paths: string[]): Manifest => ({ entries: paths.toSorted().map(entry), root: "" });

function compare(
  layers: { merged: Tree; upper?: Tree; lower?: Tree },
  before: Manifest = manifest(),
  budget = { maxEntries: 100, maxDepth: 100, maxBytes: 0 },
) {
  const delta = new OverlayDelta(before, budget);
  const { merged, upper = {}, lower = {} } = layers;
  const steps = delta.steps({ merged: fake(merged), upper: fake(upper), lower: fake(lower) });
  let turns = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) turns += 1;
  const plan = step.value;
  return {
    plan,
    turns,
    untouched: delta.untouched.map(({ rawPath }) => rawPath),
    touched: plan.directories.map(({ rawPath, files, links }) => [rawPath, files, links]),
  };
}
const faultOf = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    return error instanceof TreeError ? error.fault : error;
  }
  return "none";
};

describe("what a run touched in an overlay", () => {
  it("is nothing where every entry is the source's own", () => {
    const tree: Tree = { a: 11, d: { ino: 12, of: { x: 13 } }, l: { ino: 14, kind: "isSymbolicLink" } };
    const before = manifest("a", "d", "d/x", "d/y/z", "d-", "d0", "l", "other");
    const { plan, untouched, turns } = compare({ merged: tree, lower: tree }, before);
    expect(untouched).toEqual(["a", "d", "d/x", "d/y/z", "l"]);
    expect(plan).toEqual({
      directories: [
        {
          rawPath: "",
          mode: 0o755,
          stamp: { dev: 9, ino: 1, size: 8, modifiedMs: 7, changedMs: 6 },
          isForeign: false,
          files: [],
          links: [],
        },
      ],
      omitted: [],
      entryCount: 0,
      fileCount: 0,
      crossesFileSystems: false,
    });
    expect(turns).toBe(1);
  });

  it("keeps special bits of the root's mode", () => {
    const delta = new OverlayDelta(manifest(), { maxEntries: 1, maxDepth: 1, maxBytes: 0 });
    const merged = fake({}, 1, 0o43775);
    const steps = delta.steps({ merged, upper: fake({}), lower: fake({}) });
    steps.next();
    expect(steps.next().value).toMatchObject({ directories: [{ mode: 0o3775 }] });
  });

  it("is what the upper directory holds, even with the inode of the source", () => {
    const lower: Tree = { a: 11, b: 12 };
    const { touched, untouched, plan } = compare(
      { merged: { a: 11, b: 12 }, upper: { a: 11 }, lower },
      manifest("a", "b"),
    );
    expect(touched).toEqual([["", ["a"], []]]);
    expect(untouched).toEqual(["b"]);
    expect(plan).toMatchObject({ entryCount: 1, fileCount: 1 });
  });

  it("is what has another inode than the source's entry, or none there", () => {
    const { touched, untouched } = compare(
      { merged: { a: 11, b: 12, l: { ino: 13, kind: "isSymbolicLink" } }, lower: { a: 99 } },
      manifest("a", "b"),
    );
    expect(touched).toEqual([["", ["a", "b"], ["l"]]]);
    expect(untouched).toEqual([]);
  });

  it("leaves out special files", () => {
    const { touched, plan } = compare({ merged: { p: { ino: 11, kind: "isFIFO" } } });
    expect(touched).toEqual([["", [], []]]);
    expect(plan.entryCount).toBe(0);
  });

  it("is found in a directory of all layers", () => {
    const merged: Tree = { d: { ino: 20, of: { new: 1, old: 2, deep: { ino: 3, of: { x: 4 } } } } };
    const upper: Tree = { d: { ino: 21, of: { new: 1 } } };
    const lower: Tree = { d: { ino: 22, of: { old: 2, deep: { ino: 3, of: {} } } } };
    const before = manifest("d", "d/old", "d/deep", "d/deep/x");
    const { touched, untouched, plan, turns } = compare({ merged, upper, lower }, before);
    expect(touched).toEqual([
      ["", [], []],
      ["d", ["new"], []],
    ]);
    expect(untouched).toEqual(["d/old", "d/deep", "d/deep/x"]);
    expect(plan.entryCount).toBe(2);
    expect(turns).toBe(2);
  });

  it("is all of a directory that was moved or is new", () => {
    const merged: Tree = { n: { ino: 20, of: { x: 1, in: { ino: 2, of: { y: 3 } } } } };
    const { touched } = compare({ merged, upper: { n: { ino: 20, of: { x: 1 } } } });
    expect(touched).toEqual([
      ["", [], []],
      ["n", ["x"], []],
      ["n/in", ["y"], []],
    ]);
  });

  it("is all of a directory in the place of a file, and of one whose upper entry is no directory", () => {
    const merged: Tree = { n: { ino: 20, of: { x: 1 } } };
    const { touched } = compare({ merged, upper: { n: 20 }, lower: { n: 30 } });
    expect(touched).toEqual([
      ["", [], []],
      ["n", ["x"], []],
    ]);
  });

  it("is not what came into the source since", () => {
    const tree: Tree = { a: 11, b: 12, d: { ino: 13, of: {} } };
    const { untouched, touched } = compare({ merged: tree, lower: tree }, manifest("b"));
    expect(untouched).toEqual(["b"]);
    expect(touched).toEqual([["", [], []]]);
  });

  it("takes what lies below a name only from directories", () => {
    const tree: Tree = { a: 11 };
    expect(compare({ merged: tree, lower: tree }, manifest("a", "a/b")).untouched).toEqual(["a"]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])("finds each entry among %i others", (count) => {
    const names = Array.from({ length: count + 1 }, (_, index) => `n${index}`);
    for (const name of names) {
      const tree: Tree = { [name]: 5 };
      expect(compare({ merged: tree, lower: tree }, manifest(...names)).untouched).toEqual([name]);
    }
  });
});

describe("the budget of an overlay", () => {
  const budget = { maxEntries: 2, maxDepth: 2, maxBytes: 0 };

  it("W08 permits exactly so many touched entries", () => {
    expect(compare({ merged: { a: 1, b: 2 } }, manifest(), budget).plan.entryCount).toBe(2);
    const merged: Tree = { a: 1, d: { ino: 2, of: { b: 3 } } };
    expect(faultOf(() => compare({ merged }, manifest(), budget))).toEqual({
      kind: "too_many_entries",
      rawPath: "d/b",
      reason: "more than 2 entries",
    });
  });

  it("W08 permits exactly so many levels", () => {
    const merged: Tree = { a: { ino: 1, of: { b: { ino: 2, of: {} } } } };
    expect(compare({ merged }, manifest(), budget).plan.entryCount).toBe(2);
    const deeper: Tree = { a: { ino: 1, of: { b: { ino: 2, of: { c: 3 } } } } };
    expect(faultOf(() => compare({ merged: deeper }, manifest(), { ...budget, maxEntries: 9 }))).toEqual({
      kind: "too_deep",
      rawPath: "a/b/c",
      reason: "more than 2 levels",
    });
    const directories: Tree = { a: { ino: 1, of: { b: { ino: 2, of: { c: { ino: 3, of: {} } } } } } };
    expect(
      faultOf(() => compare({ merged: directories }, manifest(), { ...budget, maxEntries: 9 })),
    ).toMatchObject({ kind: "too_deep", rawPath: "a/b/c" });
  });

  it("W27 takes a directory that cannot be opened any more for a change", () => {
    const merged: Tree = { d: { ino: 2, of: {}, code: "ENOENT" } };
    expect(faultOf(() => compare({ merged }))).toEqual({
      kind: "changed",
      rawPath: "d",
      reason: "ENOENT",
    });
  });
});
