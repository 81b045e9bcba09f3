import { describe, expect, it } from "vitest";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { pairRenames } from "./rename-pairs.ts";

const entry = (rawPath: string, sha256 = "1", more: object = {}) =>
  ({ rawPath, sha256, type: "file", size: 1, ...more }) as unknown as ManifestEntry;
const pairs = (deleted: readonly ManifestEntry[], added: readonly ManifestEntry[]) =>
  [...pairRenames(deleted, added)].map(([to, from]) => `${from.rawPath} ${to.rawPath}`);

describe("renamed entries", () => {
  it("have the same type and content, and are not empty", () => {
    expect(pairs([entry("a")], [entry("b")])).toEqual(["a b"]);
    expect(pairs([entry("a")], [entry("b", "2")])).toEqual([]);
    expect(pairs([entry("a")], [entry("b", "1", { type: "link" })])).toEqual([]);
    expect(pairs([entry("a", "1", { size: 0 })], [entry("b", "1", { size: 0 })])).toEqual([]);
    const directory = { type: "directory", size: 4096 };
    expect(pairs([entry("a", "1", directory)], [entry("b", "1", directory)])).toEqual([]);
  });

  it("have the same file name if one of several fits", () => {
    expect(pairs([entry("a/x"), entry("a/y")], [entry("b/z"), entry("b/y")])).toEqual(["a/y b/y", "a/x b/z"]);
    expect(pairs([entry("a/y"), entry("c/y")], [entry("b/y"), entry("d/y")])).toEqual(["a/y b/y", "c/y d/y"]);
  });

  it("are paired in the order of their paths, each once", () => {
    expect(pairs([entry("a"), entry("b")], [entry("c"), entry("d"), entry("e")])).toEqual(["a c", "b d"]);
    expect(pairs([entry("a"), entry("b"), entry("c")], [entry("d")])).toEqual(["a d"]);
    const mixed = pairs(
      [entry("a"), entry("b", "2"), entry("x/c")],
      [entry("c"), entry("d", "2"), entry("e")],
    );
    expect(mixed).toEqual(["x/c c", "b d", "a e"]);
  });
});
