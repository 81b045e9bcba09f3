import { describe, expect, it } from "vitest";
import { TrackedPaths } from "./tracked-paths.ts";

const manifest = (...rawPaths: readonly string[]) =>
  ({ entries: rawPaths.map((rawPath) => ({ rawPath })) }) as never;

describe("the paths that git tracked before a run", () => {
  it("are those of the index", () => {
    const tracked = new TrackedPaths(["a", "dir/b"], []);
    expect(["a", "dir/b", "b", "dir"].map((path) => tracked.isIndexed(path))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(tracked.untracked(["a", "b", "dir/b", "c"], manifest("b"))).toEqual(["b", "c"]);
  });

  it("are those that were there, without an index", () => {
    const tracked = new TrackedPaths(undefined, []);
    expect(tracked.isIndexed("a")).toBeUndefined();
    expect(tracked.untracked(["a", "b"], manifest("a"))).toEqual(["b"]);
  });

  it("are those that were there, in a repository of its own", () => {
    const tracked = new TrackedPaths(
      ["a"],
      [".git", "sub/.git", "x/y/.GIT", "other/file", "deep/.gitignore"],
    );
    expect(
      ["a", "b", "sub/b", "x/y/z", "x/b", "other/b", "subway"].map((path) => tracked.isIndexed(path)),
    ).toEqual([...[true, false, undefined, undefined, false, false, false]]);
    expect(tracked.untracked(["a", "b", "sub/b", "sub/c"], manifest("sub/b", "b"))).toEqual(["b", "sub/c"]);
  });
});
