import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blobsOf, GitCase, inStage, objectsOf } from "./fixtures/git-case.ts";

let gitCase: GitCase;
beforeEach(() => {
  gitCase = new GitCase();
  gitCase.init();
});
afterEach(() => gitCase.clean());

/** Denies what has `secret` in its path. */
const isDenied = (path: string, resolved: string | undefined) =>
  path.includes("secret") || resolved?.includes("secret") ? "deny_read[0]" : undefined;

describe("what is left out of a stage", () => {
  it("is in no commit, under no path, and by no name", async () => {
    gitCase.commit("add", { "secret.txt": "S1\n", "a.txt": "1\n", "keys/secret/k": "S2\n" });
    gitCase.commit("move", { "public.txt": "S1\n", "a.txt": "2\n", "b/deep.txt": "S2\n" });
    gitCase.git("rm", "-q", "-r", "public.txt", "secret.txt", "keys", "b");
    gitCase.commit("remove");
    const stage = await gitCase.openReady({ isDenied });
    expect(blobsOf(stage).toSorted()).toEqual(["1\n", "2\n"]);
    expect(inStage(stage, "log", "--format=%s").trim().split("\n").slice(1)).toEqual([
      "remove",
      "move",
      "add",
    ]);
    expect(inStage(stage, "log", "--name-only", "--format=")).toBe("a.txt\na.txt\n");
    const trees = objectsOf(stage).filter(({ type }) => type === "tree");
    expect(trees.some(({ content }) => content.includes("secret") || content.includes("keys"))).toBe(false);
    expect(inStage(stage, "fsck", "--full", "--strict")).toBe("");
  });

  it("is every setting of the agent, in no commit either", async () => {
    const settings = [{ path: ".agent", documents: ["skills"] }, { path: "agent.json" }];
    gitCase.commit("add", {
      ".agent/plugin/x.js": "S1\n",
      "sub/Agent.Json": "S2\n",
      ".agent/skills/s/SKILL.md": "skill\n",
      "a.txt": "1\n",
    });
    gitCase.commit("change", { ".agent/plugin/x.js": "S3\n", "a.txt": "2\n", "copy.txt": "S1\n" });
    gitCase.git("rm", "-q", "copy.txt");
    gitCase.commit("remove");
    const stage = await gitCase.openReady({ settings });
    expect(blobsOf(stage).toSorted()).toEqual(["1\n", "2\n", "skill\n"]);
    for (const commit of ["HEAD", "HEAD~1", "HEAD~2", "HEAD~3"])
      expect(() => inStage(stage, "show", `${commit}:.agent/plugin/x.js`)).toThrow();
    expect(inStage(stage, "show", "HEAD~2:.agent/skills/s/SKILL.md")).toBe("skill\n");
    const trees = objectsOf(stage).filter(({ type }) => type === "tree");
    expect(trees.some(({ content }) => /plugin|agent\.json/i.test(content.toString()))).toBe(false);
  });

  it("is compared with the index and the work tree, too", async () => {
    gitCase.commit("add", { "old.txt": "S1\n", "older.txt": "S2\n", a: "1\n" });
    gitCase.git("rm", "-q", "old.txt", "older.txt");
    gitCase.commit("remove");
    // Only in the work tree, and only in the index.
    gitCase.write({ "secret.txt": "S2\n", "secret/deep/x": "S1\n" });
    gitCase.git("add", "secret/deep/x");
    const { rmSync } = await import("node:fs");
    rmSync(join(gitCase.source, "secret"), { recursive: true });
    const stage = await gitCase.openReady({ isDenied });
    expect(blobsOf(stage)).toEqual(["1\n"]);
  });

  it("may be at a path that is staged, which the agent reads anyhow", async () => {
    gitCase.commit("add", { "secret.txt": "same\n", "public.txt": "same\n" });
    const stage = await gitCase.openReady({ isDenied });
    expect(blobsOf(stage)).toEqual(["same\n"]);
    expect(inStage(stage, "ls-tree", "-r", "--name-only", "HEAD~1")).toBe("public.txt\n");
  });

  it("is what an exclusion names, and what no inclusion does", async () => {
    gitCase.commit("add", { "src/a.ts": "a\n", "src/b.js": "b\n", "doc/c.md": "c\n" });
    const excluded = await gitCase.openReady({ exclude: ["doc/**", "*.js"] });
    expect(blobsOf(excluded)).toEqual(["a\n"]);
    const included = await gitCase.openReady({ include: ["**/*.md"] });
    expect(blobsOf(included)).toEqual(["c\n"]);
  });

  it("is a link of an earlier commit that leads to it", async () => {
    symlinkSync("secret.txt", join(gitCase.source, "link"));
    gitCase.commit("add", { "secret.txt": "S\n", a: "1\n" });
    gitCase.git("rm", "-q", "link");
    gitCase.commit("remove");
    const stage = await gitCase.openReady({ isDenied });
    expect(blobsOf(stage)).toEqual(["1\n"]);
  });

  it("is nowhere in the objects, whatever the history is", async () => {
    let seed = 42;
    const random = (count: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * count);
    };
    const names = ["a.txt", "d/b.txt", "d/secret.txt", "secret/c", "e/f/g", "e/my-secret", "h"];
    const atSecret = new Set<string>();
    for (let index = 0; index < 25; index += 1) {
      const files: Record<string, string> = {};
      for (let count = 0; count < 3; count += 1) {
        const name = names[random(names.length)]!;
        // Few contents, so that the same one is at denied and at permitted paths.
        const content = `content ${random(12)}\n`;
        files[name] = content;
        if (name.includes("secret")) atSecret.add(content);
      }
      gitCase.commit(`c${index}`, files);
      if (random(4) === 0) gitCase.git("gc", "-q");
    }
    const repository = { maxCommits: 10, maxHistoryBytes: 1e6, maxBaselineBytes: 1e6 };
    const stage = await gitCase.openReady({ isDenied, repository });
    const staged = (await stage.before()).entries.map(({ rawPath }) => rawPath);
    const { readFileSync, lstatSync } = await import("node:fs");
    const visible = new Set(
      staged
        .map((path) => join(stage.root, path))
        .filter((path) => lstatSync(path).isFile())
        .map((path) => readFileSync(path, "utf8")),
    );
    const leaked = blobsOf(stage).filter((content) => atSecret.has(content) && !visible.has(content));
    expect(leaked).toEqual([]);
    expect((await stage.repository())?.made?.historyCount).toBe(10);
    expect(inStage(stage, "fsck", "--full", "--strict")).toBe("");
    expect(objectsOf(stage).some(({ content, type }) => type === "tree" && content.includes("secret"))).toBe(
      false,
    );
  });
});
