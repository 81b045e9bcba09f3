import { describe, expect, it } from "vitest";
import { buildImportGraph } from "./import-graph.ts";
import { hashLoadedFiles, hashTest, isTestCode } from "./test-hash.ts";

const original: Record<string, string> = {
  "src/a/a.test.ts": 'import { a } from "./a.ts"; import { f } from "./fixtures/f.ts";',
  "src/a/a.ts": "export const a = 1;",
  "src/a/fixtures/f.ts": "export const f = 1;",
  "src/a/fixtures/data.json": "{}",
  "src/a/other.test.ts": "",
};

function hashes(changes: Record<string, string> = {}): { test: string; loaded: string } {
  const files = { ...original, ...changes };
  const paths = Object.keys(files);
  const readText = (path: string): string | undefined => files[path];
  const graph = buildImportGraph(
    paths.filter((path) => path.endsWith(".ts")),
    readText,
  );
  return {
    test: hashTest(graph, "src/a/a.test.ts", paths, readText),
    loaded: hashLoadedFiles(graph, "src/a/a.test.ts", readText),
  };
}

describe("hashTest", () => {
  it("changes with the test, the fixtures it loads and the data beside them", () => {
    const { test } = hashes();
    expect(hashes().test).toBe(test);
    expect(hashes({ "src/a/a.test.ts": `${original["src/a/a.test.ts"]} it();` }).test).not.toBe(test);
    expect(hashes({ "src/a/fixtures/f.ts": "export const f = 2;" }).test).not.toBe(test);
    expect(hashes({ "src/a/fixtures/data.json": "[]" }).test).not.toBe(test);
  });
  it("does not change with product code or other tests", () => {
    const { test } = hashes();
    expect(hashes({ "src/a/a.ts": "export const a = 2;" }).test).toBe(test);
    expect(hashes({ "src/a/other.test.ts": "it();" }).test).toBe(test);
  });
});

describe("hashLoadedFiles", () => {
  it("changes with product code too", () => {
    expect(hashes({ "src/a/a.ts": "export const a = 2;" }).loaded).not.toBe(hashes().loaded);
  });
});

describe("isTestCode", () => {
  it("tells tests, contracts, fixtures and everything outside of src from product code", () => {
    const code = ["src/a/b.ts", "src/a/b.test.ts", "src/a/b.contract.ts", "src/a/fixtures/b.ts", "test/b.ts"];
    expect(code.map(isTestCode)).toEqual([false, true, true, true, true]);
  });
});
