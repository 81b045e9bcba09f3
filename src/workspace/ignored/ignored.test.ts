import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changesBetween } from "../changes/changes-between.ts";
import { GitCase } from "../repository/fixtures/git-case.ts";
import type { Stage } from "../stage/stage.ts";
import { pathsOfChanges, splitIgnored } from "./split-ignored.ts";

const signal = new AbortController().signal;
let gitCase: GitCase;
beforeEach(() => {
  gitCase = new GitCase();
});
afterEach(() => gitCase.clean());

function write(stage: Stage, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(stage.root, path)), { recursive: true });
    writeFileSync(join(stage.root, path), content);
  }
}

async function split(stage: Stage): Promise<{ wanted: string[]; ignored: string[] }> {
  const changes = changesBetween(await stage.before(), await stage.after());
  const result = splitIgnored(changes, await stage.ignored(pathsOfChanges(changes), signal));
  const show = (list: typeof changes) => list.map(({ kind, rawPath }) => `${kind} ${rawPath}`);
  return { wanted: show(result.wanted), ignored: show(result.ignored) };
}

describe("the changes of ignored files", () => {
  it("are found by the .gitignore files from before the run, at every depth", async () => {
    gitCase.init();
    gitCase.commit("first", {
      ".gitignore": "build/\n*.log\n!keep.log\n/:odd\n",
      "sub/.gitignore": "own\n",
      "tracked.log": "t\n",
      "a.txt": "a\n",
    });
    gitCase.write({ "old.log": "1\n", "gone.log": "2\n" });
    const stage = await gitCase.openReady();
    write(stage, {
      ".gitignore": "*\n",
      "build/deep/x": "x",
      "keep.log": "k",
      "sub/own": "o",
      own: "o",
      "old.log": "2\n",
      "tracked.log": "changed\n",
      ":odd": "c",
      "new\nline.log": "n",
    });
    rmSync(join(stage.root, "gone.log"));
    expect(await split(stage)).toEqual({
      wanted: ["modified .gitignore", "added keep.log", "added own", "modified tracked.log"],
      ignored: [
        "added :odd",
        "added build/deep/x",
        "deleted gone.log",
        "added new\nline.log",
        "modified old.log",
        "added sub/own",
      ],
    });
    const over = AbortSignal.abort(new Error("the run is over"));
    await expect(stage.ignored(["new.log"], over)).rejects.toThrow("the run is over");
  });

  it("are not those that info/exclude or the agent's own rules name", async () => {
    gitCase.init();
    gitCase.commit("first", { "a.txt": "a\n" });
    mkdirSync(join(gitCase.source, ".git/info"), { recursive: true });
    writeFileSync(join(gitCase.source, ".git/info/exclude"), "excluded\n");
    const stage = await gitCase.openReady();
    write(stage, { ".gitignore": "*\n", ".git/info/exclude": "*\n", excluded: "e", b: "b" });
    expect(await split(stage)).toEqual({
      wanted: ["added .gitignore", "added b", "added excluded"],
      ignored: [],
    });
  });

  it("are only new files if the source has no repository, and in nested repositories", async () => {
    gitCase.write({ ".gitignore": "*.log\n", "old.log": "1\n" });
    const plain = await gitCase.openReady();
    write(plain, { "old.log": "2\n", "new.log": "n" });
    expect(await split(plain)).toEqual({ wanted: ["modified old.log"], ignored: ["added new.log"] });
    gitCase.init();
    gitCase.write({ "nested/.git/HEAD": "x", "nested/in.log": "1\n" });
    gitCase.git("add", ".gitignore");
    const stage = await gitCase.openReady();
    write(stage, { "old.log": "2\n", "nested/in.log": "2\n", "nested/new.log": "n" });
    expect(await split(stage)).toEqual({
      wanted: ["modified nested/in.log"],
      ignored: ["added nested/new.log", "modified old.log"],
    });
  });

  it("take one side of a rename only, if the other side is not ignored", async () => {
    gitCase.init();
    gitCase.commit("first", { ".gitignore": "out/\n", "a.txt": "content of a\n" });
    gitCase.write({ "out/b.txt": "content of b\n" });
    const stage = await gitCase.openReady();
    rmSync(join(stage.root, "a.txt"));
    rmSync(join(stage.root, "out/b.txt"));
    write(stage, { "out/a.txt": "content of a\n", "b.txt": "content of b\n" });
    expect(await split(stage)).toEqual({
      wanted: ["deleted a.txt", "added b.txt"],
      ignored: ["added out/a.txt", "deleted out/b.txt"],
    });
  });
});
