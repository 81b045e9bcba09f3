import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StageCase } from "./fixtures/stage-case.ts";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
  stageCase.write({ "a/file": "x", ".git/config": "y", "logs/l": "z" });
});
afterEach(() => stageCase.clean());

const paths = (manifest: { readonly entries: readonly { readonly rawPath: string }[] }) =>
  manifest.entries.map(({ rawPath }) => rawPath);

describe("pass-through", () => {
  it("W31 works in the source itself, without isolation, and still takes both manifests", async () => {
    const stage = await stageCase.open({ mode: "pass_through", exclude: ["logs"] });
    expect(stage).toMatchObject({ isolation: "none", root: stageCase.source, source: stageCase.source });
    expect(paths(await stage.before())).toEqual(["a", "a/file"]);
    writeFileSync(join(stage.root, "new"), "new");
    writeFileSync(join(stage.root, "a/file"), "longer");
    const after = await stage.after();
    expect(paths(after)).toEqual(["a", "a/file", "new"]);
    expect(after.entries[1]?.size).toBe(6);
    expect(paths(await stage.before())).toEqual(["a", "a/file"]);
  });

  it("W31 removes its own directory, and never the source", async () => {
    const stage = await stageCase.open({ mode: "pass_through" });
    expect(readdirSync(join(stageCase.stagesDir, stage.runId))).toEqual(["owner.json"]);
    expect(await stage.remove()).toEqual([]);
    expect(stageCase.stages()).toEqual([]);
    expect(readdirSync(stageCase.source).toSorted()).toEqual([".git", "a", "logs"]);
  });

  it("W31 lists a repository that the run makes, and not the one that was there", async () => {
    const stage = await stageCase.open({ mode: "pass_through" });
    stageCase.write({ "nested/.git/config": "hidden payload", ".git/more": "x" });
    expect(paths(await stage.after())).toEqual([
      "a",
      "a/file",
      "logs",
      "logs/l",
      "nested",
      "nested/.git",
      "nested/.git/config",
    ]);
  });

  it("W31 lists denied files, because nothing keeps the run from them, and keeps special bits", async () => {
    chmodSync(join(stageCase.source, "a/file"), 0o4755);
    const stage = await stageCase.open({ mode: "pass_through", isDenied: () => "rule" });
    const { entries } = await stage.before();
    expect(entries.map(({ rawPath }) => rawPath)).toContain("a/file");
    expect(entries.find(({ rawPath }) => rawPath === "a/file")?.mode).toBe(0o4755);
    expect(stage.skippedCount).toBe(0);
  });
});
