import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canOverlay, NEEDS_OVERLAY } from "./fixtures/overlay-support.ts";
import { codeOf, namesIn, pathsOf, StageCase } from "./fixtures/stage-case.ts";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
});
afterEach(() => stageCase.clean());

describe.each(["copy", "overlay"] as const)("filters by %s", (method) => {
  beforeEach(async (context) => {
    if (method === "overlay" && !(await canOverlay())) context.skip(NEEDS_OVERLAY);
  });

  it("leaves out excluded files and whole excluded directories", async () => {
    stageCase.write({ "a/b/c.log": "1", "a/b/d.ts": "2", "build/x": "3", "node_modules/m/i.js": "4" });
    const stage = await stageCase.open({ method, exclude: ["*.log", "./build/", "node_modules/**"] });
    expect(await pathsOf(stage)).toEqual(["d a", "d a/b", "f a/b/d.ts"]);
    expect(await namesIn(stage)).toEqual(["a"]);
    expect(readdirSync(join(stage.root, "a/b"))).toEqual(["d.ts"]);
    expect(stage.skipped).toEqual([]);
  });

  it("leaves out denied files and names their rules", async () => {
    stageCase.write({ "a/.env": "1", "a/ok": "2" });
    const stage = await stageCase.open({
      method,
      isDenied: (path) => (path.endsWith(".env") ? "rule-7" : undefined),
    });
    expect(await pathsOf(stage)).toEqual(["d a", "f a/ok"]);
    expect(readdirSync(join(stage.root, "a"))).toEqual(["ok"]);
    expect(stage.skipped).toEqual([{ path: "a/.env", reason: "denied", rule: "rule-7" }]);
  });

  it("matches a name that is not UTF-8 with the rules for its other characters", async () => {
    writeFileSync(Buffer.from(`${stageCase.source}/\xff.env`, "latin1"), "1");
    const stage = await stageCase.open({
      method,
      isDenied: (path) => (path.endsWith(".env") ? "r" : undefined),
    });
    expect(await pathsOf(stage)).toEqual([]);
    expect(stage.skipped).toEqual([{ path: "base64:/y5lbnY=", reason: "denied", rule: "r" }]);
  });

  it("W14 never stages .git, as file or directory, at any depth and in any case", async () => {
    stageCase.write({
      ".git/config": "1",
      "sub/.GIT/hooks/x": "2",
      "module/.git": "gitdir: elsewhere",
      "module/.Git.txt": "3",
      ".gitignore": "4",
    });
    symlinkSync(".git/config", join(stageCase.source, "config-link"));
    symlinkSync("elsewhere", join(stageCase.source, "sub/.giT"));
    const stage = await stageCase.open({ method });
    expect(await pathsOf(stage)).toEqual(["f .gitignore", "d module", "f module/.Git.txt", "d sub"]);
    expect(await namesIn(stage)).toEqual([".gitignore", "module", "sub"]);
    expect(readdirSync(join(stage.root, "sub"))).toEqual([]);
    expect(readdirSync(join(stage.root, "module"))).toEqual([".Git.txt"]);
  });
});

describe("include patterns", () => {
  it("take the matching files, and the directories above them", async () => {
    stageCase.write({ "a/b/c.ts": "1", "a/b/d.js": "2", "e/f.js": "3" });
    mkdirSync(join(stageCase.source, "empty"));
    const stage = await stageCase.open({ include: ["*.ts"] });
    expect(await pathsOf(stage)).toEqual(["d a", "d a/b", "f a/b/c.ts"]);
    expect(await namesIn(stage)).toEqual(["a"]);
  });

  it("take all of a directory that they name, unless it is excluded", async () => {
    stageCase.write({ "a/b/c": "1", "a/x/y": "2", "d/e": "3" });
    const stage = await stageCase.open({ include: ["a"], exclude: ["a/x"] });
    expect(await pathsOf(stage)).toEqual(["d a", "d a/b", "f a/b/c"]);
  });

  it("do not make an overlay, which would show everything", async () => {
    stageCase.write({ a: "1", b: "2" });
    const stage = await stageCase.open({ include: ["a"], method: "auto" });
    expect(stage.isolation).toBe("copy");
    expect(await namesIn(stage)).toEqual(["a"]);
  });

  it("are refused if they are no globs, before anything is made", async () => {
    expect(await codeOf(stageCase.open({ include: ["a[b"] }))).toBe("workspace_staging_failed");
    expect(stageCase.stages()).toEqual([]);
  });
});
