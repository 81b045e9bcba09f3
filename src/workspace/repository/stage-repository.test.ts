import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changesBetween } from "../changes/changes-between.ts";
import { canOverlay, NEEDS_OVERLAY } from "../stage/fixtures/overlay-support.ts";
import { blobsOf, GitCase, inStage } from "./fixtures/git-case.ts";
import { GitDirectory } from "./git-directory.ts";

let gitCase: GitCase;
beforeEach(() => {
  gitCase = new GitCase();
});
afterEach(() => gitCase.clean());

const methods = ["copy", "overlay"] as const;
const limits = { maxCommits: 50, maxHistoryBytes: 1e6, maxBaselineBytes: 1e6 };

describe.each(methods)("the repository of a stage by %s", (method) => {
  beforeEach(async (ctx) => {
    if (method === "overlay" && !(await canOverlay())) ctx.skip(NEEDS_OVERLAY);
  });

  it("has the source's branch and commits, and a baseline with the files as they are", async () => {
    gitCase.init();
    gitCase.commit("first", { "a.txt": "1\n", "dir/b.txt": "b\n" });
    gitCase.commit("second", { "a.txt": "2\n" });
    gitCase.git("config", "remote.origin.url", "https://user:secret@example.org/x.git");
    gitCase.write({ "a.txt": "3\n", "new.txt": "n\n", run: "#!/bin/sh\n" });
    chmodSync(join(gitCase.source, "run"), 0o755);
    symlinkSync("a.txt", join(gitCase.source, "link"));
    rmSync(join(gitCase.source, "dir/b.txt"));
    const stage = await gitCase.openReady({ method });
    expect(await stage.repository()).toEqual({
      made: { branch: "work/one", historyCount: 2, untrackedCount: 0 },
      warnings: [],
    });
    expect(inStage(stage, "status", "--porcelain")).toBe("");
    expect(inStage(stage, "diff")).toBe("");
    expect(inStage(stage, "branch", "--all")).toBe("* work/one\n");
    expect(inStage(stage, "log", "--format=%an <%ae> %at %cn <%ce> %ct %s").split("\n").slice(1)).toEqual([
      "Ann Author <ann@example.org> 1700000120 Carl Committer <carl@example.org> 1700000120 second",
      "Ann Author <ann@example.org> 1700000060 Carl Committer <carl@example.org> 1700000060 first",
      "",
    ]);
    expect(inStage(stage, "log", "-1", "--format=%an <%ae> %s")).toBe(
      "Agent Backplane <abp@localhost> Baseline: the files as they were staged\n",
    );
    expect(inStage(stage, "ls-tree", "-r", "--format=%(objectmode) %(path)", "HEAD")).toBe(
      "100644 a.txt\n120000 link\n100644 new.txt\n100755 run\n",
    );
    expect(inStage(stage, "diff", "--name-status", "HEAD~1", "HEAD")).toBe(
      "M\ta.txt\nD\tdir/b.txt\nA\tlink\nA\tnew.txt\nA\trun\n",
    );
    expect(inStage(stage, "show", "HEAD~2:a.txt")).toBe("1\n");
    expect(inStage(stage, "fsck", "--full", "--strict")).toBe("");
    expect(inStage(stage, "remote")).toBe("");
    expect(inStage(stage, "config", "--local", "--list")).not.toContain("secret");
    expect(existsSync(join(stage.root, ".git/hooks"))).toBe(false);
  });

  it("says why it has no commits of the source, and has the baseline", async () => {
    gitCase.init();
    gitCase.commit("first", { "a.txt": "1\n" });
    gitCase.commit("second", { "a.txt": "2\n" });
    renameSync(join(gitCase.source, ".git/objects"), join(gitCase.source, ".git/elsewhere"));
    symlinkSync("elsewhere", join(gitCase.source, ".git/objects"));
    const stage = await gitCase.openReady({ method });
    expect(await stage.repository()).toEqual({
      made: { branch: "work/one", historyCount: 0, untrackedCount: 0 },
      warnings: ["the history is not in the stage: a part of the path is not a directory"],
    });
    expect(inStage(stage, "log", "--format=%s")).toBe("Baseline: the files as they were staged\n");
  });

  it("is dated in whole seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_900 });
    try {
      gitCase.init();
      gitCase.write({ "a.txt": "1\n" });
      const stage = await gitCase.openReady({ method });
      expect(inStage(stage, "log", "--format=%at %ct")).toBe("1700000000 1700000000\n");
    } finally {
      vi.useRealTimers();
    }
  });

  it("is put into the upper directory if the stage is an overlay", async () => {
    gitCase.init();
    gitCase.commit("first", { "a.txt": "1\n" });
    const place = vi.spyOn(GitDirectory.prototype, "place");
    const stage = await gitCase.openReady({ method });
    const uppers = place.mock.calls.map(([, upper]) => upper !== undefined);
    place.mockRestore();
    expect(uppers).toEqual([method === "overlay"]);
    expect(inStage(stage, "status", "--porcelain")).toBe("");
  });

  it("has files of any size that git tracks, and else those up to 16 MiB", async () => {
    gitCase.init();
    const large = (size: number): string => "x".repeat(size);
    const limit = 16 * 1024 * 1024;
    gitCase.write({ tracked: large(limit + 2), small: "s\n" });
    // A file of the same second as the index may have changed since.
    utimesSync(join(gitCase.source, "tracked"), 1_600_000_000, 1_600_000_000);
    gitCase.commit("first");
    gitCase.write({ fits: large(limit), beyond: large(limit + 1) });
    const budget = { maxEntries: 10, maxBytes: 5 * limit, maxDepth: 5 };
    const stage = await gitCase.openReady({ method, budget });
    expect(await stage.repository()).toEqual({
      made: { branch: "work/one", historyCount: 1, untrackedCount: 1 },
      warnings: ["1 files of the stage are not in its baseline commit"],
    });
    expect(inStage(stage, "status", "--porcelain")).toBe("?? beyond\n");
    expect(inStage(stage, "cat-file", "-s", "HEAD:tracked")).toBe(`${limit + 2}\n`);
    expect(inStage(stage, "fsck", "--full", "--strict")).toBe("");
  });

  it("takes the agent's commits, which change nothing about what is recorded", async () => {
    gitCase.init();
    gitCase.commit("first", { "a.txt": "1\n" });
    const stage = await gitCase.openReady({ method });
    const before = await stage.before();
    expect(before.entries.map(({ rawPath }) => rawPath)).toEqual(["a.txt"]);
    writeFileSync(join(stage.root, "a.txt"), "2\n");
    writeFileSync(join(stage.root, "b.txt"), "b\n");
    expect(inStage(stage, "status", "--porcelain")).toBe(" M a.txt\n?? b.txt\n");
    expect(inStage(stage, "diff")).toContain("-1\n+2\n");
    inStage(stage, "add", "-A");
    inStage(stage, "commit", "-qm", "mine");
    expect(inStage(stage, "log", "-1", "--format=%an <%ae> %s")).toBe("Agent <agent@localhost> mine\n");
    expect(inStage(stage, "status", "--porcelain")).toBe("");
    const changed = async () =>
      changesBetween(before, await stage.after()).map(({ kind, rawPath }) => `${kind} ${rawPath}`);
    expect(await changed()).toEqual(["modified a.txt", "added b.txt"]);
    inStage(stage, "stash", "-q", "--include-untracked", "--all");
    inStage(stage, "reset", "-q", "--hard", "HEAD~1");
    expect(await changed()).toEqual([]);
    rmSync(join(stage.root, ".git"), { recursive: true });
    writeFileSync(join(stage.root, ".git"), "gitdir: /nonexistent\n");
    expect(await changed()).toEqual([]);
  });

  it("is made for a source without one, on the branch main", async () => {
    gitCase.write({ "a.txt": "1\n", ".gitignore": "out\n", "out/x": "x\n", empty: "" });
    const stage = await gitCase.openReady({ method });
    expect(await stage.repository()).toEqual({
      made: { branch: "main", historyCount: 0, untrackedCount: 0 },
      warnings: [],
    });
    expect(inStage(stage, "status", "--porcelain")).toBe("");
    expect(inStage(stage, "ls-files")).toBe(".gitignore\na.txt\nempty\n");
    expect(inStage(stage, "log", "--format=%s")).toBe("Baseline: the files as they were staged\n");
    expect(inStage(stage, "fsck", "--full", "--strict")).toBe("");
  });

  it("is usable if the source belongs to somebody else", async (ctx) => {
    if (process.getuid?.() !== 0) return ctx.skip("needs root");
    gitCase.init();
    gitCase.commit("first", { "a.txt": "1\n" });
    for (const name of ["", "a.txt", ".git"]) chownSync(join(gitCase.source, name), 12_345, 12_345);
    const stage = await gitCase.openReady({ method });
    expect(inStage(stage, "status", "--porcelain")).toBe("");
    expect((await stage.repository())?.made?.historyCount).toBe(1);
  });

  it("takes files that did not change from the objects of the source", async () => {
    gitCase.init();
    gitCase.commit("first", { "a.txt": "same\n", "b.txt": "old\n" });
    // Later than the files, so that the index vouches for them.
    const later = Date.now() / 1000 + 10;
    const { utimesSync } = await import("node:fs");
    utimesSync(join(gitCase.source, ".git/index"), later, later);
    gitCase.write({ "b.txt": "NEW\n" });
    const stage = await gitCase.openReady({ method });
    expect(inStage(stage, "show", "HEAD:a.txt")).toBe("same\n");
    expect(inStage(stage, "show", "HEAD:b.txt")).toBe("NEW\n");
    expect(inStage(stage, "status", "--porcelain")).toBe("");
    expect(inStage(stage, "fsck", "--full", "--strict")).toBe("");
  });
});

describe("the limits of a stage's repository", () => {
  it("bound the commits, and the bytes of files that only they hold", async () => {
    gitCase.init();
    for (const index of [1, 2, 3, 4]) gitCase.commit(`c${index}`, { "a.txt": `${index}`.repeat(1000) });
    const subjects = async (repository: typeof limits) => {
      const stage = await gitCase.openReady({ repository });
      const text = inStage(stage, "log", "--format=%s").trim().split("\n").slice(1);
      expect(inStage(stage, "fsck", "--full", "--strict")).toBe("");
      const count = blobsOf(stage).length;
      expect((await stage.repository())?.made?.historyCount).toBe(text.length);
      return [...text, count];
    };
    expect(await subjects({ ...limits, maxCommits: 2 })).toEqual(["c4", "c3", 2]);
    expect(await subjects({ ...limits, maxHistoryBytes: 2010 })).toEqual(["c4", "c3", "c2", 3]);
    expect(await subjects({ ...limits, maxCommits: 0 })).toEqual([1]);
  });

  it("leave files beyond the bytes of the baseline untracked, and say how many", async () => {
    gitCase.write({ a: "1".repeat(600), b: "2".repeat(600), c: "3".repeat(300) });
    const stage = await gitCase.openReady({ repository: { ...limits, maxBaselineBytes: 1000 } });
    expect(await stage.repository()).toEqual({
      made: { branch: "main", historyCount: 0, untrackedCount: 1 },
      warnings: ["1 files of the stage are not in its baseline commit"],
    });
    expect(inStage(stage, "status", "--porcelain")).toBe("?? b\n");
  });
});

describe("the blobs of the source", () => {
  it("count for the bytes of the baseline like other files", async () => {
    gitCase.init();
    gitCase.commit("first", { a: "1".repeat(600), b: "2".repeat(600), c: "3".repeat(300) });
    const stage = await gitCase.openReady({ repository: { ...limits, maxBaselineBytes: 1000 } });
    expect(await stage.repository()).toEqual({
      made: { branch: "work/one", historyCount: 1, untrackedCount: 1 },
      warnings: ["1 files of the stage are not in its baseline commit"],
    });
    expect(inStage(stage, "status", "--porcelain")).toBe("?? b\n");
  });
});

describe("what is kept of a commit", () => {
  it("is its author, encoding, message and merges, and no signature", async () => {
    gitCase.init();
    gitCase.commit("base", { a: "1" });
    gitCase.git("checkout", "-q", "-b", "side");
    gitCase.commit("side", { b: "1" });
    gitCase.git("checkout", "-q", "work/one");
    gitCase.commit("main line", { c: "1" });
    gitCase.git("merge", "-q", "--no-ff", "side", "-m", "merged");
    const raw = gitCase.git("cat-file", "commit", "HEAD");
    const signed = raw.replace("\n\n", "\nencoding ISO-8859-1\ngpgsig -----BEGIN\n abc\n -----END\n\n");
    const path = join(gitCase.directory, "signed");
    writeFileSync(path, signed, "latin1");
    const oid = gitCase.git("hash-object", "-t", "commit", "-w", path).trim();
    gitCase.git("update-ref", "HEAD", oid);
    const stage = await gitCase.openReady();
    expect(inStage(stage, "log", "--format=%s", "--topo-order").trim().split("\n").slice(1)).toEqual([
      "merged",
      "side",
      "main line",
      "base",
    ]);
    const kept = inStage(stage, "cat-file", "commit", "HEAD~1");
    expect(kept).toContain("encoding ISO-8859-1");
    expect(kept).not.toContain("gpgsig");
    expect(kept).not.toContain("BEGIN");
    expect(kept.match(/^parent /gm)).toHaveLength(2);
  });
});

describe("the index of a stage", () => {
  it("lets git see an edit of the same length, at once", async () => {
    gitCase.init();
    gitCase.commit("first", { a: "1\n" });
    const stage = await gitCase.openReady();
    expect(readFileSync(join(stage.root, "a"), "utf8")).toBe("1\n");
    writeFileSync(join(stage.root, "a"), "2\n");
    expect(inStage(stage, "status", "--porcelain")).toBe(" M a\n");
  });
});
