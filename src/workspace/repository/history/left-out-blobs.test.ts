import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { objectId } from "../../git/format/git-object.ts";
import { Directory } from "../../walk/directory.ts";
import { type RuleSource, StageRules } from "../../walk/stage-rules.ts";
import { MAX_LISTED_OMITTED } from "../../walk/tree-walk.ts";
import { leftOutBlobs } from "./left-out-blobs.ts";

/** The blobs of an index that are left out. Each has the name of its path. */
function leftOut(rules: Partial<RuleSource>, paths: readonly string[], omitted: readonly string[] = []) {
  const request = {
    plan: { omitted } as never,
    rules: new StageRules({ include: [], exclude: [], ...rules }),
    source: { directory: {} as never },
    signal: new AbortController().signal,
  };
  const entries = paths.map((rawPath) => ({ rawPath, oid: rawPath }));
  const history = { leftOut: new Set(["older"]), sizes: new Map<string, number>() };
  return leftOutBlobs(request, history, { index: { entries } as never });
}

describe("the blobs that are left out", () => {
  const paths = ["a", "src/a", "src/b/c", "src/b/c/d", "doc/a.md", "doc/b/a.md"];

  it.each<[Partial<RuleSource>, readonly string[]]>([
    [{}, []],
    [{ include: ["src"] }, ["a", "doc/a.md", "doc/b/a.md"]],
    [{ include: ["doc/*.md", "src/b/c"] }, ["a", "src/a"]],
    [{ exclude: ["src/b"] }, ["src/b/c", "src/b/c/d"]],
    [{ isDenied: (path: string) => (path === "doc/" ? "rule" : undefined) }, ["doc/a.md", "doc/b/a.md"]],
    [{ isDenied: (path: string) => (path === "doc/b/a.md" ? "rule" : undefined) }, ["doc/b/a.md"]],
    [{ include: ["src"], exclude: ["src/b/c/d"] }, ["a", "src/b/c/d", "doc/a.md", "doc/b/a.md"]],
  ])("by the rules %j are those of the commits, and of the index %j", async (rules, expected) => {
    expect([...(await leftOut(rules, paths))!].sort()).toEqual(["older", ...expected].sort());
  });

  it("are those of omitted files, too", async () => {
    const root = mkdtempSync(join(tmpdir(), "abp-left-out-"));
    writeFileSync(join(root, "a"), "1");
    writeFileSync(join(root, "b"), "22");
    const directory = Directory.open(root);
    onTestFinished(() => {
      directory.close();
      rmSync(root, { recursive: true });
    });
    const request = {
      plan: { omitted: ["a", "b"] } as never,
      rules: new StageRules({ include: [], exclude: [] }),
      source: { directory },
      signal: new AbortController().signal,
    };
    const history = { leftOut: new Set<string>(), sizes: new Map([["x", 1]]) };
    const found = await leftOutBlobs(request, history, { index: undefined } as never);
    expect(found).toEqual(new Set([objectId("blob", Buffer.from("1"))]));
  });

  it("cannot be found if too many paths are left out", async () => {
    const git = (count: number) => Array.from({ length: count }, () => ".git");
    expect(await leftOut({}, [], git(MAX_LISTED_OMITTED))).toEqual(new Set(["older"]));
    expect(await leftOut({}, [], git(MAX_LISTED_OMITTED + 1))).toBeUndefined();
  });
});
