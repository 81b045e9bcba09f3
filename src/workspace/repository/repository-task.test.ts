import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OpenContext } from "../opening/open-context.ts";
import { localHost } from "../opening/stage-host.ts";
import type { StageRequest } from "../opening/stage-request.ts";
import { openSource, type StageSource } from "../opening/stage-source.ts";
import type { StageTree } from "../opening/stage-tree.ts";
import { StageDirectory } from "../sweep/stage-directory.ts";
import { NoteList } from "../walk/note-list.ts";
import { BaseContents } from "./base-contents.ts";
import { GitCase } from "./fixtures/git-case.ts";
import { RepositoryTask } from "./repository-task.ts";

let gitCase: GitCase;
let sources: StageSource[];
beforeEach(() => {
  gitCase = new GitCase();
  sources = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { directory } of sources) directory.close();
  await gitCase.clean();
});

/** A task of a stage that has no tree yet. */
function newTask(overrides: Partial<StageRequest> = {}) {
  const source = openSource(gitCase.source);
  sources.push(source);
  const request = gitCase.request(overrides);
  const context = new OpenContext(request, source, localHost, { dev: 0, ino: 0 });
  const stage = StageDirectory.make(request.stagesDir, request.runId);
  return { task: new RepositoryTask(context, stage), stage, plan: () => context.walk(new NoteList()) };
}
const tree = { root: "/nowhere", isolation: "copy", before: Promise.resolve({ entries: [], root: "" }) };
const aborted = AbortSignal.abort(new Error("ended"));

describe("the repository of a stage", () => {
  it("has its packs in the directory of the stage, up to the limit of the baseline", () => {
    const { task, stage } = newTask();
    expect([task.directory, task.maxBytes]).toEqual([`${stage.path}/git/objects/pack`, 2 ** 30]);
    const limits = { maxCommits: 1, maxHistoryBytes: 2, maxBaselineBytes: 3 };
    expect(newTask({ repository: limits }).task.maxBytes).toBe(3);
  });

  it("is not reported, ignores nothing and holds nothing before it is started", async () => {
    const { task, plan } = newTask();
    gitCase.write({ ".gitignore": "out\n", out: "o\n" });
    expect(await task.prepare(await plan())).toEqual(new Set(["out"]));
    expect(await task.report).toEqual({ made: undefined, warnings: [] });
    expect(await task.ignored(["out"], aborted)).toEqual(new Set());
    const entry = { rawPath: "out", type: "file", mode: 0o644, size: 2, sha256: "" } as const;
    expect(await task.base(entry)).toBeUndefined();
    await task.stop();
  });

  it("is not made and ignores nothing if it was not prepared", async () => {
    const { task, plan } = newTask();
    task.start(tree as unknown as StageTree, await plan());
    expect(await task.report).toEqual({
      made: undefined,
      warnings: [expect.stringMatching(/^the stage has no git repository: ./)],
    });
    expect(await task.ignored(["out"], aborted)).toEqual(new Set());
  });

  it("is not made if its directory cannot be, and ignores nothing then", async () => {
    const { task, stage, plan } = newTask();
    rmSync(stage.path, { recursive: true });
    expect(await task.prepare(await plan())).toEqual(new Set());
    task.start(tree as unknown as StageTree, await plan());
    expect(await task.report).toEqual({
      made: undefined,
      warnings: ["the stage has no git repository: no such file"],
    });
    expect(await task.ignored(["out"], new AbortController().signal)).toEqual(new Set());
    await expect(task.ignored(["out"], aborted)).rejects.toThrow(new Error("ended"));
  });

  it("is made without a commit of what is ignored, unless the index has it", async () => {
    gitCase.init();
    gitCase.commit("first", { ".gitignore": "*.log\n", "tracked.log": "t\n" });
    gitCase.write({ "new.log": "n\n", "dir/deep.log": "d\n", "a.txt": "a\n" });
    const { task, plan } = newTask();
    expect(await task.prepare(await plan())).toEqual(new Set(["new.log", "dir/deep.log"]));
    await task.stop();
    await expect(task.prepare(await plan())).resolves.toEqual(new Set());
  });

  it("tells which paths are ignored, and the contents from before the run until it is stopped", async () => {
    gitCase.init();
    gitCase.commit("first", { ".gitignore": "*.log\n", "tracked.log": "t\n", "a.txt": "1\n" });
    const close = vi.spyOn(BaseContents.prototype, "close");
    const stage = await gitCase.openReady();
    writeFileSync(join(stage.root, "a.txt"), "2\n");
    const paths = ["a.txt", "new.log", "tracked.log", "dir/x.log", "dir/x"];
    const { signal } = new AbortController();
    expect(await stage.ignored(paths, signal)).toEqual(new Set(["new.log", "dir/x.log"]));
    await expect(stage.ignored(paths, aborted)).rejects.toThrow(new Error("ended"));
    const { entries } = await stage.before();
    const texts = await Promise.all(entries.map(async (one) => `${await stage.base(one)}`));
    expect(texts).toEqual(["*.log\n", "1\n", "t\n"]);
    expect(close).toHaveBeenCalledTimes(0);
    await stage.remove();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
