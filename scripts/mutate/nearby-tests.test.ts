import { describe, expect, it } from "vitest";
import type { ImportGraph } from "./import-graph.ts";
import { findNearbyTests, isOwnTest } from "./nearby-tests.ts";

const file = "src/engines/http/call.ts";
const importing = (paths: readonly string[]): ImportGraph =>
  new Map(paths.map((path) => [path, { imports: [file], started: [] }]));

describe("findNearbyTests", () => {
  it("takes the file's own test first, then its folder, those above, its top folder, and test/", () => {
    const own = [
      "src/engines/http/call.test.ts",
      "src/engines/http/a.test.ts",
      "src/engines/b.test.ts",
      "src/engines/sim/c.test.ts",
      "test/engines/d.test.ts",
    ];
    const foreign = ["src/daemon/e.test.ts", "test/gateway/f.test.ts"];
    expect(findNearbyTests(importing([...own, ...foreign].toSorted()), file)).toEqual({ own, foreign });
  });
  it("takes the tests of folders below that of the file before those elsewhere", () => {
    const own = [
      "src/engines/http/z.test.ts",
      "src/engines/http/retry/y.test.ts",
      "src/engines/x.test.ts",
      "src/engines/address/a.test.ts",
    ];
    expect(findNearbyTests(importing(own.toSorted()), file).own).toEqual(own);
  });
  it("prefers the shorter way of imports within a folder", () => {
    const graph: ImportGraph = new Map([
      ["src/engines/http/a.test.ts", { imports: ["src/engines/index.ts"], started: [] }],
      ["src/engines/http/b.test.ts", { imports: [file], started: [] }],
      ["src/engines/index.ts", { imports: [file], started: [] }],
    ]);
    expect(findNearbyTests(graph, file).own).toEqual([
      "src/engines/http/b.test.ts",
      "src/engines/http/a.test.ts",
    ]);
  });
  it("keeps places for the tests under test/, and takes few foreign ones", () => {
    const inner = Array.from({ length: 20 }, (_, index) => `src/engines/http/t${index}.test.ts`);
    const outer = Array.from({ length: 20 }, (_, index) => `test/engines/t${index}.test.ts`);
    const foreign = Array.from({ length: 20 }, (_, index) => `src/daemon/t${index}.test.ts`);
    const nearby = findNearbyTests(importing([...inner, ...outer, ...foreign]), file);
    expect(nearby.own.map((test) => test.startsWith("src/")).filter(Boolean)).toHaveLength(10);
    expect(nearby.own).toHaveLength(16);
    expect(nearby.foreign).toHaveLength(3);
  });
  it("leaves out tests that do not load the file", () => {
    const graph: ImportGraph = new Map([["src/engines/x.test.ts", { imports: [], started: [] }]]);
    expect(findNearbyTests(graph, file)).toEqual({ own: [], foreign: [] });
  });
});

describe("isOwnTest", () => {
  it("takes the tests of the top folder and of the folder of the same name under test/", () => {
    expect(isOwnTest("src/engines/a.test.ts", file)).toBe(true);
    expect(isOwnTest("test/engines/a.test.ts", file)).toBe(true);
    expect(isOwnTest("test/engines-more/a.test.ts", file)).toBe(false);
    expect(isOwnTest("src/daemon/a.test.ts", file)).toBe(false);
  });
});
