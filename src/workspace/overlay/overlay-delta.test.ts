import type { Dirent, Stats } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { OverlayDelta } from "./overlay-delta.ts";

type Kind = "isFile" | "isDirectory" | "isSymbolicLink" | "isFIFO" | "isCharacterDevice";
/** Names with their inodes: a number is a file, `{ ino, of }` a directory or an entry of another kind. */
type Tree = { readonly [name: string]: number | Entry };
interface Entry {
  readonly ino: number;
  readonly of?: Tree;
  readonly kind?: Kind;
  /** The error of opening it. */
  readonly code?: string;
  /** The error of listing it. */
  readonly listCode?: string;
}

let open: number;
beforeEach(() => {
  open = 0;
});
afterEach(() => expect(open).toBe(0));

const entryOf = (value: number | Entry): Entry => (typeof value === "number" ? { ino: value } : value);
const missing = (code = "ENOENT") => Object.assign(new Error(code), { code });

/** A directory in memory. */
function fake(tree: Tree, ino = 1, mode = 0o40755, listCode?: string): Directory {
  const find = (name: string): Entry => {
    const value = tree[name];
    if (value === undefined) throw missing();
    return entryOf(value);
  };
  return {
    list: () => {
      if (listCode !== undefined) throw missing(listCode);
      return Object.entries(tree).map(([name, value]) => {
        const { of, kind = of === undefined ? "isFile" : "isDirectory" } = entryOf(value);
        const is = (each: Kind) => () => each === kind;
        const kinds = { isFile: is("isFile"), isDirectory: is("isDirectory") };
        const others = { isSymbolicLink: is("isSymbolicLink"), isCharacterDevice: is("isCharacterDevice") };
        return { name, ...kinds, ...others } as unknown as Dirent;
      });
    },
    status: () => ({ dev: 9, ino, size: 8, mtimeMs: 7, ctimeMs: 6, mode }) as Stats,
    entryStatus: (name: string) => ({ ino: find(name).ino }) as Stats,
    child: (name: string) => {
      const { ino: inner, of, code, listCode } = find(name);
      if (code !== undefined) throw missing(code);
      if (of === undefined) throw missing("ENOTDIR");
      open += 1;
      return fake(of, inner, 0o40755, listCode);
    },
    close: () => {
      open -= 1;
    },
  } as unknown as Directory;
}

/** A path that ends with a slash is a directory. */
const entry = (path: string): ManifestEntry => ({
  rawPath: path.replace(/\/$/, ""),
  type: path.endsWith("/") ? "directory" : "file",
  mode: 0o644,
  size: 1,
  sha256: "",
});
const manifest = (...paths: string[]): Manifest => ({
  entries: paths.map(entry).sort((one, other) => (one.rawPath < other.rawPath ? -1 : 1)),
  root: "",
});

function compare(
  layers: { upper: Tree; merged?: Tree; lower?: Tree },
  before: Manifest = manifest(),
  origins: Readonly<Record<number, string>> = {},
  budget = { maxEntries: 100, maxDepth: 100, maxBytes: 0 },
) {
  const known = new Map(Object.entries(origins).map(([ino, path]) => [Number(ino), path]));
  const delta = new OverlayDelta(before, known, budget);
  const { upper, merged = upper, lower = {} } = layers;
  const steps = delta.steps({ merged: fake(merged), upper: fake(upper), lower: fake(lower) });
  let turns = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) turns += 1;
  const { written, moved } = step.value;
  const shown = ({ directories }: TreePlan) =>
    directories.map(({ rawPath, files, links }) => [rawPath, files, links]);
  return {
    written,
    turns,
    untouched: delta.untouched().map(({ rawPath }) => rawPath),
    touched: shown(written),
    mount: moved.directories[0],
    moved: shown(moved).slice(1),
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
const whiteout: Entry = { ino: 0, kind: "isCharacterDevice" };

describe("what a run touched in an overlay", () => {
  it("is nothing if the upper directory is empty, whatever the source holds by now", () => {
    const before = manifest("a", "d/", "d/x", "d/y/", "d/y/z", "d-", "d0", "l");
    const { written, untouched, mount, moved, turns } = compare({ upper: {}, merged: { other: 5 } }, before);
    expect(untouched).toEqual(["a", "d", "d-", "d/x", "d/y", "d/y/z", "d0", "l"]);
    const root = {
      rawPath: "",
      mode: 0o755,
      stamp: { dev: 9, ino: 1, size: 8, modifiedMs: 7, changedMs: 6 },
      isForeign: false,
      files: [],
      links: [],
    };
    expect(mount).toEqual(root);
    expect(written).toEqual({
      directories: [root],
      omitted: [],
      entryCount: 0,
      fileCount: 0,
      crossesFileSystems: false,
    });
    expect([moved, turns]).toEqual([[], 1]);
  });

  it("keeps special bits of the root's mode", () => {
    const delta = new OverlayDelta(manifest(), new Map(), { maxEntries: 1, maxDepth: 1, maxBytes: 0 });
    const steps = delta.steps({ merged: fake({}), upper: fake({}, 1, 0o43775), lower: fake({}) });
    steps.next();
    expect(steps.next().value).toMatchObject({ written: { directories: [{ mode: 0o3775 }] } });
  });

  it("is what the upper directory holds, without special files, and what its whiteouts hide", () => {
    const { touched, untouched, written } = compare(
      {
        upper: { a: 11, l: { ino: 12, kind: "isSymbolicLink" }, p: { ino: 13, kind: "isFIFO" }, w: whiteout },
      },
      manifest("a", "b", "p", "w/", "w/x", "w/y/", "w/y/z", "wx"),
    );
    expect(touched).toEqual([["", ["a"], ["l"]]]);
    expect(untouched).toEqual(["b", "wx"]);
    expect(written).toMatchObject({ entryCount: 2, fileCount: 2 });
  });

  it("is found in a directory that is the source's own", () => {
    const upper: Tree = { d: { ino: 21, of: { new: 1 } } };
    const merged: Tree = { d: { ino: 22, of: { new: 1, old: 2 } } };
    const before = manifest("d/", "d/old", "d/deep/", "d/deep/x", "e");
    const { touched, untouched, written, turns } = compare({ upper, merged, lower: merged }, before, {
      22: "d",
    });
    expect(touched).toEqual([
      ["", [], []],
      ["d", ["new"], []],
    ]);
    expect(untouched).toEqual(["d/deep", "d/deep/x", "d/old", "e"]);
    expect(written.entryCount).toBe(2);
    expect(turns).toBe(2);
  });

  it.each<[string, Tree, Tree]>([
    ["gone", { d: { ino: 21, of: {} } }, {}],
    ["one that the mount has lost", { d: { ino: 22, of: {}, code: "ESTALE" } }, { d: { ino: 30, of: {} } }],
    ["there, but lost by the mount", { d: { ino: 22, of: {}, code: "ESTALE" } }, { d: { ino: 22, of: {} } }],
    ["replaced", { d: { ino: 30, of: { y: 3 } } }, { d: { ino: 30, of: { y: 3 } } }],
    ["a file", { d: { ino: 21, of: {} } }, { d: 31 }],
    ["another one that the mount does not show", { d: { ino: 21, of: {} } }, { d: { ino: 32, of: {} } }],
  ])("keeps the rest of a directory of the source that is %s by now", (_, merged, lower) => {
    const upper: Tree = { d: { ino: 21, of: { x: 1 } } };
    const { touched, untouched } = compare({ upper, merged, lower }, manifest("d/", "d/x", "d/old"), {
      22: "d",
    });
    expect(touched).toEqual([
      ["", [], []],
      ["d", ["x"], []],
    ]);
    expect(untouched).toEqual(["d/old"]);
  });

  it("is all of a directory that the run made, also in the place of another one or of a file", () => {
    const upper: Tree = { n: { ino: 20, of: { x: 1, in: { ino: 2, of: { y: 3 } } } } };
    const made = [
      ["", [], []],
      ["n", ["x"], []],
      ["n/in", ["y"], []],
    ];
    const lower: Tree = { n: { ino: 30, of: { old: 4 } } };
    for (const [layers, before] of [
      [{ upper }, manifest()],
      [{ upper, lower }, manifest("n/", "n/old", "n/in/", "n/in/z")],
      [{ upper, lower: { n: 30 } }, manifest("n")],
    ] as const) {
      const { touched, untouched, moved } = compare(layers, before, { 30: "n" });
      expect([touched, untouched, moved]).toEqual([made, [], []]);
    }
  });

  it("is all of a directory that the run moved, without what the user put into it since", () => {
    const upper: Tree = {
      a: whiteout,
      z: { ino: 40, of: { changed: 1, made: { ino: 41, of: { m: 2 } }, kept: { ino: 42, of: { k: 3 } } } },
    };
    const inner: Tree = {
      changed: 1,
      old: 5,
      since: 6,
      l: { ino: 7, kind: "isSymbolicLink" },
      made: { ino: 41, of: { m: 2 } },
      kept: { ino: 22, of: { k: 3, o: 4, since: 9 } },
      deep: { ino: 23, of: { x: 8, since: 9 } },
      "deep-since": { ino: 99, of: { y: 9 } },
    };
    const merged: Tree = { z: { ino: 20, of: inner } };
    const before = manifest(
      "a/",
      "a/changed",
      "a/old",
      "a/l",
      "a/kept/",
      "a/kept/o",
      "a/deep/",
      "a/deep/x",
      "b",
    );
    const origins = { 20: "a", 22: "a/kept", 23: "a/deep" };
    const { touched, moved, untouched } = compare({ upper, merged }, before, origins);
    expect(untouched).toEqual(["b"]);
    expect(touched).toEqual([
      ["", [], []],
      ["z", ["changed"], []],
      ["z/made", ["m"], []],
      ["z/kept", ["k"], []],
    ]);
    expect(moved).toEqual([
      ["z", ["old"], ["l"]],
      ["z/kept", ["o"], []],
      ["z/deep", ["x"], []],
    ]);
  });

  it("is what the upper directory has below a moved one, also what the mount does not show", () => {
    const inner: Tree = { lost: { ino: 41, of: { x: 1 } }, gone: { ino: 42, of: { y: 1 }, code: "ESTALE" } };
    const upper: Tree = { z: { ino: 40, of: inner } };
    const shown: Tree = { lost: { ino: 23, of: { x: 1 }, code: "ESTALE" } };
    const merged: Tree = { z: { ino: 20, of: shown } };
    const layers = { upper: { z: { ino: 40, of: { lost: inner["lost"]! } } }, merged };
    const { touched, moved } = compare(layers, manifest("a/"), { 20: "a", 23: "b" });
    expect(touched).toEqual([
      ["", [], []],
      ["z", [], []],
      ["z/lost", ["x"], []],
    ]);
    expect(moved).toEqual([["z", [], []]]);
    expect(compare({ upper, merged }, manifest("a/"), { 20: "a", 23: "b" }).touched).toEqual([
      ["", [], []],
      ["z", [], []],
      ["z/lost", ["x"], []],
    ]);
  });

  it("is no directory that the user made and the upper layer only hides entries of", () => {
    const hidden: Tree = { u: { ino: 40, of: { secret: whiteout } } };
    const merged: Tree = { u: { ino: 99, of: {} } };
    expect(compare({ upper: hidden, merged }).touched).toEqual([["", [], []]]);
    const written: Tree = { u: { ino: 40, of: { secret: whiteout, x: 1 } } };
    expect(compare({ upper: written, merged }).touched).toEqual([
      ["", [], []],
      ["u", ["x"], []],
    ]);
  });

  it("takes an inode that was used again for no move", () => {
    const upper: Tree = { z: { ino: 20, of: { x: 1 } } };
    const { touched, moved } = compare({ upper }, manifest("a/"), { 20: "a" });
    expect([touched, moved]).toEqual([
      [
        ["", [], []],
        ["z", ["x"], []],
      ],
      [],
    ]);
  });

  it("is what the upper directory has of a moved one that the mount has lost", () => {
    const upper: Tree = { z: { ino: 40, of: { x: 1 } } };
    const merged: Tree = { z: { ino: 20, of: {}, code: "ESTALE" } };
    const { touched, moved } = compare({ upper, merged }, manifest("a/"), { 20: "a" });
    expect([touched, moved]).toEqual([
      [
        ["", [], []],
        ["z", ["x"], []],
      ],
      [],
    ]);
  });
});

describe("the budget of an overlay", () => {
  const budget = { maxEntries: 2, maxDepth: 2, maxBytes: 0 };

  it("W08 permits exactly so many touched entries", () => {
    expect(compare({ upper: { a: 1, b: 2 } }, manifest(), {}, budget).written.entryCount).toBe(2);
    const upper: Tree = { a: 1, d: { ino: 2, of: { b: 3 } } };
    expect(faultOf(() => compare({ upper }, manifest(), {}, budget))).toEqual({
      kind: "too_many_entries",
      rawPath: "d/b",
      reason: "more than 2 entries",
    });
  });

  it("W08 permits exactly so many levels", () => {
    const upper: Tree = { a: { ino: 1, of: { b: { ino: 2, of: {} } } } };
    expect(compare({ upper }, manifest(), {}, budget).written.entryCount).toBe(2);
    const deeper: Tree = { a: { ino: 1, of: { b: { ino: 2, of: { c: 3 } } } } };
    const more = { ...budget, maxEntries: 9 };
    expect(faultOf(() => compare({ upper: deeper }, manifest(), {}, more))).toEqual({
      kind: "too_deep",
      rawPath: "a/b/c",
      reason: "more than 2 levels",
    });
    const moved: Tree = { a: { ino: 50, of: { b: { ino: 51, of: { c: 52 } } } } };
    const known = manifest("o/", "o/b/", "o/b/c");
    expect(
      faultOf(() => compare({ upper: { a: { ino: 1, of: {} } }, merged: moved }, known, { 50: "o" }, more)),
    ).toMatchObject({ kind: "too_deep", rawPath: "a/b/c" });
  });

  it("W27 takes a directory that cannot be opened any more for a change", () => {
    const upper: Tree = { d: { ino: 2, of: {}, code: "ENOENT" } };
    expect(faultOf(() => compare({ upper }))).toEqual({ kind: "changed", rawPath: "d", reason: "ENOENT" });
  });

  it.each([
    ["ESTALE", "changed"],
    ["EIO", "failed"],
  ])("W27 reports the error %s of listing a directory as %s", (reason, kind) => {
    const d: Entry = { ino: 2, of: {}, listCode: reason };
    expect(faultOf(() => compare({ upper: { d } }))).toEqual({ kind, rawPath: "d", reason });
    const layers = { upper: { z: { ino: 40, of: { d } } }, merged: { z: { ino: 20, of: { d } } } };
    expect(faultOf(() => compare(layers, manifest("a/"), { 20: "a" }))).toEqual({
      ...{ kind, rawPath: "z/d", reason },
    });
  });
});
