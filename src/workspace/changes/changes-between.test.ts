import { describe, expect, it } from "vitest";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import { changesBetween } from "./changes-between.ts";

const file = (content: string, mode = 0o644) => ({
  type: "file" as const,
  mode,
  size: content.length,
  sha256: `of ${content}`,
});
const link = (target: string, mode = 0o777) => ({ ...file(target, mode), type: "symlink" as const });
const folder = (mode = 0o755) => ({ type: "directory" as const, mode, size: 0, sha256: "" });

function manifest(entries: Record<string, Omit<ManifestEntry, "rawPath">>): Manifest {
  const list = Object.entries(entries).map(([rawPath, entry]) => ({ rawPath, ...entry }));
  return { root: "", entries: list.sort((one, other) => (one.rawPath < other.rawPath ? -1 : 1)) };
}

/** The changes as `kind path`, with the source of renames. */
function kinds(before: Parameters<typeof manifest>[0], after: Parameters<typeof manifest>[0]): string[] {
  return changesBetween(manifest(before), manifest(after)).map(({ kind, rawPath, from }) =>
    from === undefined ? `${kind} ${rawPath}` : `${kind} ${from} ${rawPath}`,
  );
}

describe("changes between two manifests", () => {
  it("are none if nothing differs", () => {
    const tree = { a: file("a"), d: folder(), "d/b": file("b"), e: folder(), l: link("x") };
    expect(kinds(tree, tree)).toEqual([]);
  });

  it("name added, modified, deleted files and changed modes, sorted by path", () => {
    expect(
      kinds(
        { z: file("z"), m: file("1"), x: file("x"), l: link("1") },
        { b: file("b"), m: file("2"), x: file("x", 0o755), l: link("2") },
      ),
    ).toEqual(["added b", "modified l", "modified m", "mode_changed x", "deleted z"]);
  });

  it("hold both entries", () => {
    const [change] = changesBetween(manifest({ a: file("1") }), manifest({ a: file("2") }));
    expect(change).toEqual({
      kind: "modified",
      rawPath: "a",
      before: { rawPath: "a", ...file("1") },
      after: { rawPath: "a", ...file("2") },
    });
    const [added] = changesBetween(manifest({}), manifest({ a: file("1") }));
    expect(added).toEqual({ kind: "added", rawPath: "a", after: { rawPath: "a", ...file("1") } });
    const [deleted] = changesBetween(manifest({ a: file("1") }), manifest({}));
    expect(deleted).toEqual({ kind: "deleted", rawPath: "a", before: { rawPath: "a", ...file("1") } });
  });

  it("tell a content that changed together with its mode as modified", () => {
    expect(kinds({ a: file("1") }, { a: file("2", 0o755) })).toEqual(["modified a"]);
  });

  it("ignore the mode of links", () => {
    expect(kinds({ l: link("x", 0o777) }, { l: link("x", 0o755) })).toEqual([]);
  });

  it("name a change of type, also with equal content", () => {
    expect(kinds({ a: file("x"), d: folder(), "d/f": file("f") }, { a: link("x"), d: file("d") })).toEqual([
      "type_changed a",
      "type_changed d",
      "deleted d/f",
    ]);
  });

  it("count directories only if no file implies them", () => {
    expect(
      kinds(
        {
          old: folder(),
          "old/f": file("1"),
          gone: folder(),
          emptied: folder(),
          "emptied/f": file("2"),
          open: folder(),
        },
        { new: folder(), "new/f": file("3"), empty: folder(), emptied: folder(), open: folder(0o700) },
      ),
    ).toEqual([
      "modified emptied",
      "deleted emptied/f",
      "added empty",
      "deleted gone",
      "added new/f",
      "deleted old/f",
      "mode_changed open",
    ]);
  });

  it("count a directory that got a file only by the file", () => {
    expect(kinds({ d: folder() }, { d: folder(), "d/f": file("1") })).toEqual(["added d/f"]);
    expect(kinds({ d: folder() }, { d: folder() })).toEqual([]);
  });
});

describe("renames", () => {
  it("are found by equal content, also with another mode", () => {
    expect(kinds({ a: file("1"), l: link("x") }, { b: file("1", 0o755), m: link("x") })).toEqual([
      "renamed a b",
      "renamed l m",
    ]);
    const [change] = changesBetween(manifest({ a: file("1") }), manifest({ b: file("1") }));
    expect(change).toMatchObject({ before: { rawPath: "a" }, after: { rawPath: "b" } });
  });

  it("are not found between types, for empty files, and for directories", () => {
    expect(
      kinds({ a: file("x"), e: file(""), d: folder() }, { b: link("x"), f: file(""), g: folder() }),
    ).toEqual(["deleted a", "added b", "deleted d", "deleted e", "added f", "added g"]);
  });

  it("are not found if the old path still exists", () => {
    expect(kinds({ a: file("1") }, { a: file("2"), b: file("1") })).toEqual(["modified a", "added b"]);
  });

  it("name a directory that is empty, whatever begins like it", () => {
    const others = { ab: file("1"), "c/de": file("2") };
    expect(kinds(others, { ...others, a: folder(), c: folder(), "c/d": folder() })).toEqual([
      "added a",
      "added c/d",
    ]);
    expect(kinds({ ...others, a: folder(), "c/d": folder() }, others)).toEqual(["deleted a", "deleted c/d"]);
  });

  it("prefer the same file name, then the order of paths", () => {
    expect(
      kinds(
        { "x/one": file("1"), "x/two": file("1"), "x/zero": file("1") },
        { "y/a": file("1"), "y/b": file("1"), "y/two": file("1"), "y/z": file("1") },
      ),
    ).toEqual(["renamed x/one y/a", "renamed x/zero y/b", "renamed x/two y/two", "added y/z"]);
  });

  it("use each old path once", () => {
    expect(kinds({ "x/n": file("1") }, { "y/n": file("1"), "z/n": file("1") })).toEqual([
      "renamed x/n y/n",
      "added z/n",
    ]);
    expect(kinds({ "x/n": file("1"), "y/n": file("1") }, { "z/n": file("1") })).toEqual([
      "deleted y/n",
      "renamed x/n z/n",
    ]);
  });
});
