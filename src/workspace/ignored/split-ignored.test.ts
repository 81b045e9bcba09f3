import { describe, expect, it } from "vitest";
import type { Change } from "../changes/change.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { pathsOfChanges, splitIgnored } from "./split-ignored.ts";

const entry = (rawPath: string) => ({ rawPath, type: "file" }) as ManifestEntry;
const added = (rawPath: string): Change => ({ kind: "added", rawPath, after: entry(rawPath) });
const deleted = (rawPath: string): Change => ({ kind: "deleted", rawPath, before: entry(rawPath) });
const renamed = (from: string, rawPath: string): Change => ({
  kind: "renamed",
  rawPath,
  from,
  before: entry(from),
  after: entry(rawPath),
});

describe("changes of ignored paths", () => {
  it("have the paths from before and after", () => {
    expect(pathsOfChanges([added("b"), renamed("c", "a")])).toEqual(["b", "a", "c"]);
  });

  it("are all wanted in their order if nothing is ignored", () => {
    const changes = [added("b"), deleted("a")];
    const split = splitIgnored(changes, new Set());
    expect(split).toEqual({ wanted: changes, ignored: [] });
    expect(split.wanted).toBe(changes);
  });

  it("are separated, each list by path", () => {
    const changes = [added("d"), deleted("c"), added("b"), deleted("a")];
    expect(splitIgnored(changes, new Set(["d", "b"]))).toEqual({
      wanted: [deleted("a"), deleted("c")],
      ignored: [added("b"), added("d")],
    });
  });

  it("split a rename only if one of its paths is ignored", () => {
    const changes = [renamed("a", "b"), renamed("kept", "log"), renamed("tmp", "new"), renamed("x", "y")];
    expect(splitIgnored(changes, new Set(["log", "tmp", "x", "y"]))).toEqual({
      wanted: [renamed("a", "b"), deleted("kept"), added("new")],
      ignored: [added("log"), deleted("tmp"), renamed("x", "y")],
    });
  });

  it("keep no entry that the rename did not have", () => {
    const bare = { kind: "renamed", rawPath: "new", from: "old" } as Change;
    expect(splitIgnored([bare], new Set(["new"]))).toStrictEqual({
      wanted: [{ kind: "deleted", rawPath: "old" }],
      ignored: [{ kind: "added", rawPath: "new" }],
    });
  });
});
