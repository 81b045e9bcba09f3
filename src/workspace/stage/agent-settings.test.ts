import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changesBetween } from "../changes/changes-between.ts";
import { canOverlay, NEEDS_OVERLAY } from "./fixtures/overlay-support.ts";
import { pathsOf, StageCase } from "./fixtures/stage-case.ts";

const settings = [{ path: ".host/hooks" }, { path: ".agent", documents: ["skills"] }, { path: "agent.json" }];
const REASON = "settings of the agent";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
  stageCase.write({
    "notes.txt": "1",
    "agent.json": "2",
    ".agent/plugin/a.js": "3",
    ".agent/AGENT.md": "4",
    ".agent/skills/s/SKILL.md": "5",
    ".host/hooks/h.json": "6",
    ".host/workflow.yml": "7",
    "sub/Agent.Json": "8",
    "other/a.js": "9",
  });
});
afterEach(() => stageCase.clean());

describe.each(["copy", "overlay"] as const)("settings of the agent by %s", (method) => {
  beforeEach(async (context) => {
    if (method === "overlay" && !(await canOverlay())) context.skip(NEEDS_OVERLAY);
  });

  it("are not in the stage, are listed, and are not deleted for the comparison", async () => {
    const stage = await stageCase.open({ method, settings });
    expect(await pathsOf(stage)).toEqual([
      ...["d .agent", "d .agent/skills", "d .agent/skills/s", "f .agent/skills/s/SKILL.md"],
      ...["d .host", "f .host/workflow.yml", "f notes.txt", "d other", "f other/a.js", "d sub"],
    ]);
    expect(readdirSync(join(stage.root, ".agent"))).toEqual(["skills"]);
    const staged = readdirSync(stage.root).filter((name) => name !== ".git");
    expect(staged.toSorted()).toEqual([".agent", ".host", "notes.txt", "other", "sub"]);
    const paths = [".agent/AGENT.md", ".agent/plugin", ".host/hooks", "agent.json", "sub/Agent.Json"];
    expect(stage.skipped).toEqual(paths.map((path) => ({ path, reason: REASON })));
    expect(changesBetween(await stage.before(), await stage.after())).toEqual([]);
    expect(stage.settings).toEqual({ entries: [], isComplete: true });
  });

  it("do not come in by a link at their place, above it, or to it", async () => {
    const link = (target: string, path: string) => symlinkSync(target, join(stageCase.source, path));
    mkdirSync(join(stageCase.source, "deep"));
    link("../other", "deep/.agent");
    link("..", "deep/.host");
    link("../notes.txt", "deep/agent.json");
    link(".agent/plugin", "to-plugin");
    link("other", "fine");
    const stage = await stageCase.open({ method, settings });
    expect(readdirSync(join(stage.root, "deep"))).toEqual([]);
    expect(readdirSync(stage.root)).toContain("fine");
    expect(readdirSync(stage.root)).not.toContain("to-plugin");
    expect(stage.skipped).toEqual(
      expect.arrayContaining([
        { path: "deep/.agent", reason: REASON },
        { path: "deep/.host", reason: REASON },
        { path: "deep/agent.json", reason: REASON },
        { path: "to-plugin", reason: `leads to ${REASON}` },
      ]),
    );
  });

  it("that the run makes are changes, and are left out again by the next stage", async () => {
    const stage = await stageCase.open({ method, settings });
    mkdirSync(join(stage.root, ".agent/tool"));
    writeFileSync(join(stage.root, ".agent/tool/new.js"), "x");
    const changes = changesBetween(await stage.before(), await stage.after());
    expect(changes.map(({ kind, rawPath }) => `${kind} ${rawPath}`)).toEqual(["added .agent/tool/new.js"]);
    await stage.remove();
    stageCase.write({ ".agent/tool/new.js": "x" });
    const next = await stageCase.open({ method, settings });
    expect(next.skipped.map(({ path }) => path)).toContain(".agent/tool");
    expect(readdirSync(join(next.root, ".agent"))).toEqual(["skills"]);
  });
});

describe("settings of the agent in the source itself", () => {
  it("are listed, and are part of both manifests", async () => {
    symlinkSync("other", join(stageCase.source, "deep-link"));
    symlinkSync("../other", join(stageCase.source, "sub/.agent"));
    const stage = await stageCase.open({ mode: "pass_through", settings });
    const [hooks, own, file] = settings;
    const { entries, isComplete } = stage.settings;
    expect(isComplete).toBe(true);
    expect(entries.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: ".agent/AGENT.md", place: own, canBeHidden: true },
      { path: ".agent/plugin", place: own, canBeHidden: true },
      { path: ".host/hooks", place: hooks, canBeHidden: true },
      { path: "agent.json", place: file, canBeHidden: true },
      { path: "sub/.agent", place: own, canBeHidden: false },
      { path: "sub/Agent.Json", place: file, canBeHidden: true },
    ]);
    expect(stage.skipped).toEqual([]);
    expect(await pathsOf(stage)).toContain("f agent.json");
  });

  it("are configurations of git that may start programs, wherever a repository is", async () => {
    const danger = "[core]\n\tfsmonitor = touch x\n";
    stageCase.write({
      ".git/config": danger,
      ".git/config.worktree": danger,
      ".git/worktrees/w/config.worktree": danger,
      ".git/modules/a/b/config": danger,
      ".git/modules/fine/config": "[core]\n\tbare = false\n",
      "nested/.git/config": danger,
      "fine/.git/config": "[core]\n\tbare = false\n",
      "pointing/.git": "gitdir: ../elsewhere/place\n",
      "elsewhere/place/commondir": "../common\n",
      "elsewhere/common/config": "[include]\n\tpath = x\n",
      "outside/.git": "gitdir: /nowhere/at/all\n",
    });
    symlinkSync("../other", join(stageCase.source, "fine/.git/config.worktree"));
    const stage = await stageCase.open({ mode: "pass_through", settings: [{ path: ".git/config" }] });
    const place = { path: ".git/config" };
    expect(stage.settings.entries.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: ".git/config", place, canBeHidden: true },
      { path: ".git/config.worktree", place, canBeHidden: true },
      { path: ".git/modules/a/b/config", place, canBeHidden: true },
      { path: ".git/worktrees/w/config.worktree", place, canBeHidden: true },
      { path: "elsewhere/common/config", place, canBeHidden: true },
      { path: "fine/.git/config.worktree", place, canBeHidden: false },
      { path: "nested/.git/config", place, canBeHidden: true },
    ]);
  });

  it("are not all listed if there are too many", async () => {
    stageCase.write(
      Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`m/${index}/agent.json`, "x"])),
    );
    const stage = await stageCase.open({ mode: "pass_through", settings });
    expect(stage.settings.isComplete).toBe(false);
  });

  it("cannot be hidden at a path that is no text", async () => {
    mkdirSync(Buffer.from(`${stageCase.source}/\xff`, "latin1"));
    writeFileSync(Buffer.from(`${stageCase.source}/\xff/agent.json`, "latin1"), "x");
    const stage = await stageCase.open({ mode: "pass_through", settings });
    expect(stage.settings.entries.filter(({ canBeHidden }) => !canBeHidden)).toMatchObject([
      { path: expect.stringMatching(/^base64:/) },
    ]);
  });
});
