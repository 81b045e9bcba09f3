import { describe, expect, it } from "vitest";
import { buildImportGraph, distancesTo, reachableFrom, startedFrom } from "./import-graph.ts";

const files: Record<string, string> = {
  "src/a/a.ts":
    'import { b } from "./b.ts";\nimport type { T } from "./types-only.ts";\nimport fs from "node:fs";',
  "src/a/b.ts": 'export * from "../c/index.ts";',
  "src/a/types-only.ts": "",
  "src/c/index.ts":
    "const thread = new URL(`./thread$" + '{extension}`, import.meta.url);\nawait import("./lazy.ts");',
  "src/d/d.ts": 'new Worker(packageFile("src/c/thread.ts"));',
  "src/c/thread.ts": 'import "./work.ts";',
  "src/c/work.ts": "",
  "src/c/lazy.ts": "",
  "src/a/a.test.ts": 'import { a } from "./a.ts"; spawn(join(import.meta.dirname, "fixtures/load.ts"));',
  "src/a/fixtures/load.ts": "",
};
const graph = buildImportGraph(Object.keys(files), (path) => files[path]);

describe("buildImportGraph", () => {
  it("follows imports, exports and dynamic imports, and leaves out types and packages", () => {
    expect(graph.get("src/a/a.ts")).toEqual({ imports: ["src/a/b.ts"], started: [] });
    expect(graph.get("src/a/b.ts")).toEqual({ imports: ["src/c/index.ts"], started: [] });
  });
  it("finds files that a string names apart from imports", () => {
    expect(graph.get("src/c/index.ts")).toEqual({ imports: ["src/c/lazy.ts"], started: ["src/c/thread.ts"] });
    expect(graph.get("src/a/a.test.ts")).toEqual({
      imports: ["src/a/a.ts"],
      started: ["src/a/fixtures/load.ts"],
    });
    expect(graph.get("src/d/d.ts")).toEqual({ imports: [], started: ["src/c/thread.ts"] });
  });
});

describe("distances and reach", () => {
  it("counts the imports between a file and those that load it", () => {
    expect([...distancesTo(graph, "src/c/index.ts")]).toEqual([
      ["src/c/index.ts", 0],
      ["src/a/b.ts", 1],
      ["src/a/a.ts", 2],
      ["src/a/a.test.ts", 3],
    ]);
  });
  it("lists everything that a file loads", () => {
    expect(reachableFrom(graph, "src/a/b.ts")).toEqual([
      "src/a/b.ts",
      "src/c/index.ts",
      "src/c/lazy.ts",
      "src/c/thread.ts",
      "src/c/work.ts",
    ]);
  });
  it("lists what a file may load in another thread or process", () => {
    expect([...startedFrom(graph, "src/a/b.ts")]).toEqual(["src/c/thread.ts", "src/c/work.ts"]);
  });
});
