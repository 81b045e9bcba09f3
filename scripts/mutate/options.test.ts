import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_FOLDERS, parseOptions } from "./options.ts";

describe("parseOptions", () => {
  it("samples every folder below src/ with a fixed seed by default", () => {
    const folders = globSync("src/*/", { cwd: join(import.meta.dirname, "../..") });
    expect(DEFAULT_FOLDERS.map((name) => `src/${name}`).sort()).toEqual(folders.sort());
    expect(parseOptions([])).toMatchObject({
      folders: DEFAULT_FOLDERS,
      seed: "1",
      jobs: 1,
      count: undefined,
    });
  });
  it("takes folders by name or by path", () => {
    expect(parseOptions(["--folder", "engines", "--folder", "src/storage/"]).folders).toEqual([
      "engines",
      "storage",
    ]);
  });
  it("takes all mutants, or a number of them", () => {
    expect(parseOptions(["--count", "all"]).count).toBe(Number.POSITIVE_INFINITY);
    expect(parseOptions(["--count", "7"]).count).toBe(7);
  });
  it("names the option that is wrong", () => {
    expect(() => parseOptions(["--minutes", "soon"])).toThrow(
      '--minutes needs a number above 0, and got "soon"',
    );
    expect(() => parseOptions(["--jobs", "0"])).toThrow("--jobs");
    expect(() => parseOptions(["--unknown"])).toThrow("--unknown");
  });
});
