import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TreePlan } from "../walk/tree-plan.ts";
import { checkNames, isCaseInsensitive } from "./case-twins.ts";

const raw = (text: string) => Buffer.from(text).toString("latin1");
const plan = (...directories: [rawPath: string, files: string[], links?: string[]][]): TreePlan => ({
  directories: directories.map(([rawPath, files, links = []]) => ({
    rawPath,
    mode: 0o755,
    stamp: { dev: 1, ino: 2, size: 3, modifiedMs: 4, changedMs: 5 },
    isForeign: false,
    files,
    links,
  })),
  omitted: [],
  entryCount: 0,
  fileCount: 0,
  crossesFileSystems: false,
});

describe("names on a disk that ignores case", () => {
  it("W12 may differ in more than case, or lie in different directories", () => {
    expect(() => checkNames(plan(["", ["a", "b"]], ["d", ["a", "A-"]], ["e", ["a"], ["B"]]))).not.toThrow();
  });

  it.each<[string, TreePlan, string[]]>([
    ["files", plan(["", ["a", "A"]]), ["a", "A"]],
    ["a file and a link", plan(["d", ["x"], ["X"]]), ["d/x", "d/X"]],
    ["two directories", plan(["", []], ["d", []], ["D", []]), ["d", "D"]],
    ["a file and a directory", plan(["", ["d"]], ["D", []]), ["d", "D"]],
    ["forms of one letter", plan(["", [raw("\u00e9"), raw("e\u0301")]]), ["\u00e9", "e\u0301"]],
  ])("W12 are refused if %s differ in nothing else", (_, tree, paths) => {
    expect(() => checkNames(tree)).toThrow(
      expect.objectContaining({
        code: "workspace_staging_failed",
        message: expect.stringContaining(`${paths[0]} and ${paths[1]}`),
        advice: expect.stringContaining("--exclude"),
        details: { paths },
      }),
    );
  });
});

describe("a disk", () => {
  it("W12 is probed with a directory that is gone afterwards", () => {
    const directory = mkdtempSync(join(tmpdir(), "abp-case-"));
    const ignoresCase = (() => {
      try {
        return lstatSync(directory.toUpperCase()).isDirectory();
      } catch {
        return false;
      }
    })();
    expect(isCaseInsensitive(directory)).toBe(ignoresCase);
    expect(readdirSync(directory)).toEqual([]);
    rmSync(directory, { recursive: true });
  });

  it("W12 ignores case if the probe is found under its other name", () => {
    const directory = mkdtempSync(join(tmpdir(), "abp-case-"));
    mkdirSync(join(directory, ".ABP-CASE"));
    expect(isCaseInsensitive(directory)).toBe(true);
    expect(readdirSync(directory)).toEqual([".ABP-CASE"]);
    rmSync(directory, { recursive: true });
  });
});
