import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plainGit } from "../patch/fixtures/saved.ts";
import { canOverlay, NEEDS_OVERLAY } from "../stage/fixtures/overlay-support.ts";
import type { Stage } from "../stage/stage.ts";
import { RunCase, savedContent } from "./fixtures/run-case.ts";

const DELETED = "the workspace has deleted it, and the run changed it";
const RUN_DELETED = "the workspace has changed it, and the run deleted it";
const SAME_LINES = "the workspace and the run have changed the same lines";
const GONE =
  "the workspace has changed it since the run began, and its content from before is gone: the patch holds the run's whole file";

let runCase: RunCase;
let stage: Stage;
const agent = (path: string) => join(stage.root, path);
const user = (path: string) => join(runCase.source, path);
beforeEach(() => {
  runCase = new RunCase();
});
afterEach(() => runCase.clean());

describe.each(["overlay", "copy"] as const)(
  "a workspace that the user edits during a run, by %s",
  (method) => {
    beforeEach(async (context) => {
      if (method === "overlay" && !(await canOverlay())) context.skip(NEEDS_OVERLAY);
      runCase.write({ f: "one\ntwo\nthree\n", "d/a": "a\n", "d/b": "b\n", top: "t\n" });
      stage = await runCase.begin(method);
      await stage.before();
    });

    it("keeps the agent's file, and reports a conflict with both left as they are", async () => {
      writeFileSync(agent("f"), "one\ntwo\nTHREE\n");
      writeFileSync(agent("other"), "new\n");
      writeFileSync(user("f"), "ONE\n");
      const run = await runCase.finish(stage);
      expect(run.changes).toEqual({ f: "modified", other: "added" });
      expect(run.saved.complete).toBe(true);
      expect(savedContent(run, "f")).toBe("one\ntwo\nTHREE\n");
      expect(await runCase.apply(run)).toEqual({ conflicts: { f: SAME_LINES } });
      expect(runCase.files()).toEqual({ f: "ONE\n", "d/a": "a\n", "d/b": "b\n", top: "t\n" });
      // The user takes the edit back.
      writeFileSync(user("f"), "one\ntwo\nthree\n");
      expect(await runCase.apply(run)).toEqual({ done: { f: "written", other: "written" } });
      expect(runCase.files()["f"]).toBe("one\ntwo\nTHREE\n");
    });

    const lines = (first: string, last: string): string => `${first}\n2\n3\n4\n5\n${last}\n`;
    const beginWith = async (content: string): Promise<void> => {
      await stage.remove();
      runCase.write({ f: content });
      stage = await runCase.begin(method);
      // As a run waits before it begins.
      await stage.repository();
    };

    it("merges edits of different lines, and makes the patch against the content that the run began with", async () => {
      await beginWith(lines("1", "6"));
      writeFileSync(agent("f"), lines("1", "six"));
      writeFileSync(user("f"), lines("one", "6"));
      const run = await runCase.finish(stage);
      expect(readFileSync(run.saved.patch.path, "utf8")).toContain("\n-6\n+six\n");
      expect(run.saved.lostBases).toEqual([]);
      expect(await runCase.apply(run)).toEqual({ done: { f: "merged" } });
      expect(runCase.files()["f"]).toBe(lines("one", "six"));
    });

    it("merges edits of a file of more than a megabyte, too", async () => {
      const large = (first: string, last: string) => lines(first, `${"x\n".repeat(700_000)}${last}`);
      await beginWith(large("1", "6"));
      writeFileSync(agent("f"), large("1", "six"));
      writeFileSync(user("f"), large("one", "6"));
      const run = await runCase.finish(stage);
      expect(await runCase.apply(run)).toEqual({ done: { f: "merged" } });
      expect(runCase.files()["f"]).toBe(large("one", "six"));
    });

    it.each(["commits and collects", "removes", "damages", "replaces by a link"] as const)(
      "keeps both sides where the agent %s its repository",
      async (deed) => {
        await beginWith(lines("1", "6"));
        writeFileSync(agent("f"), lines("1", "six"));
        writeFileSync(user("f"), lines("one", "6"));
        disturb(deed);
        const run = await runCase.finish(stage);
        const isKept = deed === "commits and collects";
        expect(await runCase.apply(run)).toEqual(
          isKept ? { done: { f: "merged" } } : { conflicts: { f: GONE } },
        );
        expect(runCase.files()["f"]).toBe(lines("one", isKept ? "six" : "6"));
        expect(savedContent(run, "f")).toBe(lines("1", "six"));
      },
    );

    it("keeps a conflict for contents that are no text, and for links", async () => {
      await beginWith("\0 1\n");
      symlinkSync("one", agent("link"));
      writeFileSync(agent("f"), "\0 agent\n");
      writeFileSync(user("f"), "\0 user\n");
      symlinkSync("other", user("link"));
      expect(await runCase.apply(await runCase.finish(stage))).toEqual({
        conflicts: {
          f: "the workspace and the run have changed it, and it is not text",
          link: "the workspace has another file of this name",
        },
      });
    });

    it("keeps a mode of the user's beside the agent's content", async () => {
      writeFileSync(agent("f"), "by the agent\n");
      writeFileSync(user("f"), "passing\n");
      const run = await runCase.finish(stage);
      writeFileSync(user("f"), "one\ntwo\nthree\n");
      chmodSync(user("f"), 0o755);
      expect(await runCase.apply(run)).toEqual({ done: { f: "written" } });
      expect([runCase.files()["f"], statSync(user("f")).mode & 0o777]).toEqual(["by the agent\n", 0o755]);
    });

    it("takes an equal edit of both for done", async () => {
      writeFileSync(agent("f"), "same\n");
      writeFileSync(user("f"), "same\n");
      const run = await runCase.finish(stage);
      expect(await runCase.apply(run)).toEqual({ done: { f: "unchanged" } });
    });

    it("keeps a file that the user deleted and the agent changed", async () => {
      writeFileSync(agent("d/a"), "by the agent\n");
      rmSync(user("d"), { recursive: true });
      const run = await runCase.finish(stage);
      expect(run.changes).toEqual({ "d/a": "modified" });
      expect(savedContent(run, "d/a")).toBe("by the agent\n");
      expect(await runCase.apply(run)).toEqual({ conflicts: { "d/a": DELETED } });
    });

    it("keeps a file that the user changed and the agent deleted", async () => {
      rmSync(agent("f"));
      writeFileSync(user("f"), "by the user\n");
      const run = await runCase.finish(stage);
      expect(run.changes).toEqual({ f: "deleted" });
      expect(await runCase.apply(run)).toEqual({ conflicts: { f: RUN_DELETED } });
      expect(runCase.files()["f"]).toBe("by the user\n");
    });

    it("takes a file that both deleted for done", async () => {
      rmSync(agent("f"));
      rmSync(user("f"));
      const run = await runCase.finish(stage);
      expect(await runCase.apply(run)).toMatchObject({ done: {} });
      expect(runCase.files()).toEqual({ "d/a": "a\n", "d/b": "b\n", top: "t\n" });
    });

    it("keeps both sides of a rename", async () => {
      renameSync(agent("f"), agent("g"));
      writeFileSync(user("f"), "by the user\n");
      const run = await runCase.finish(stage);
      expect(run.changes).toEqual({ g: "renamed" });
      expect(savedContent(run, "g")).toBe("one\ntwo\nthree\n");
      expect(await runCase.apply(run)).toEqual({ conflicts: { f: RUN_DELETED } });
      expect(runCase.files()["f"]).toBe("by the user\n");
    });

    it("merges a mode of the agent with an edit of the user", async () => {
      chmodSync(agent("f"), 0o755);
      writeFileSync(user("f"), "by the user\n");
      const run = await runCase.finish(stage);
      expect(run.changes).toEqual({ f: "mode_changed" });
      expect(await runCase.apply(run)).toEqual({ done: { f: "mode" } });
      expect([runCase.files()["f"], statSync(user("f")).mode & 0o777]).toEqual(["by the user\n", 0o755]);
    });

    it.each<[string, () => void]>([
      ["edits", () => writeFileSync(user("f"), "by the user\n")],
      ["saves by renaming", () => saveByRename("f")],
      ["deletes", () => rmSync(user("f"))],
      ["renames", () => renameSync(user("f"), user("g"))],
      ["creates", () => writeFileSync(user("d/new"), "by the user\n")],
      ["changes the mode", () => chmodSync(user("f"), 0o755)],
      ["deletes a directory", () => rmSync(user("d"), { recursive: true })],
      ["renames a directory", () => renameSync(user("d"), user("e"))],
      ["puts a directory in place of a file", () => replaceByDirectory("f")],
      ["puts a link in place of a directory", () => replaceByLink("d")],
    ])("does not take what the user %s for work of the agent", async (_, change) => {
      writeFileSync(agent("mine"), "by the agent\n");
      change();
      const run = await runCase.finish(stage);
      expect(run.changes).toEqual({ mine: "added" });
      const files = runCase.files();
      expect(await runCase.apply(run)).toEqual({ done: { mine: "written" } });
      expect(runCase.files()).toEqual({ ...files, mine: "by the agent\n" });
    });

    it.each<[string, () => void]>([
      ["deletes", () => rmSync(user("d"), { recursive: true })],
      ["renames", () => renameSync(user("d"), user("e"))],
      ["replaces", () => replaceByLink("d")],
      ["makes anew", () => remakeDirectory("d")],
    ])("keeps what the agent changed below a directory that the user %s", async (_, change) => {
      writeFileSync(agent("d/a"), "by the agent\n");
      change();
      const run = await runCase.finish(stage);
      expect(run.changes).toEqual({ "d/a": "modified" });
      expect(savedContent(run, "d/a")).toBe("by the agent\n");
      const files = runCase.files();
      expect(await runCase.apply(run)).toHaveProperty("conflicts.d/a");
      expect(runCase.files()).toEqual(files);
    });

    it("keeps what the agent changed in a directory that it renamed and the user deletes", async () => {
      writeFileSync(agent("d/a"), "by the agent\n");
      renameSync(agent("d"), agent("g"));
      rmSync(user("d"), { recursive: true });
      const run = await runCase.finish(stage);
      expect(savedContent(run, "g/a")).toBe("by the agent\n");
      await runCase.apply(run);
      expect(run.changes["g/a"]).toBe("added");
    });

    it("reports a conflict if both made a file of one name", async () => {
      writeFileSync(agent("new"), "by the agent\n");
      writeFileSync(user("new"), "by the user\n");
      const run = await runCase.finish(stage);
      expect(savedContent(run, "new")).toBe("by the agent\n");
      expect(await runCase.apply(run)).toEqual({
        conflicts: { new: "the workspace has another file of this name" },
      });
      expect(runCase.files()["new"]).toBe("by the user\n");
    });

    it("applies two runs at once if they fit, and reports a conflict if they do not", async () => {
      const other = await runCase.begin(method);
      await other.before();
      writeFileSync(agent("f"), "first\n");
      writeFileSync(agent("only-first"), "1\n");
      writeFileSync(join(other.root, "f"), "second\n");
      const one = await runCase.finish(stage);
      expect(await runCase.apply(one)).toEqual({ done: { f: "written", "only-first": "written" } });
      writeFileSync(join(other.root, "only-second"), "2\n");
      const two = await runCase.finish(other);
      expect(two.changes).toEqual({ f: "modified", "only-second": "added" });
      expect(savedContent(two, "f")).toBe("second\n");
      expect(await runCase.apply(two)).toEqual({ conflicts: { f: SAME_LINES } });
      expect(runCase.files()).toMatchObject({ f: "first\n", "only-first": "1\n" });
    });
  },
);

function disturb(deed: string): void {
  const git = agent(".git");
  if (deed === "commits and collects") {
    plainGit(stage.root, ["commit", "-qam", "mine"], { HOME: "/nonexistent" });
    plainGit(stage.root, ["gc", "-q"], { HOME: "/nonexistent" });
  } else if (deed === "damages") {
    for (const name of readdirSync(join(git, "objects/pack"))) {
      const path = join(git, "objects/pack", name);
      if (!name.endsWith(".pack")) continue;
      // git leaves packs without the right to write.
      chmodSync(path, 0o644);
      writeFileSync(
        path,
        readFileSync(path).map((byte) => byte ^ 1),
      );
    }
  } else {
    rmSync(git, { recursive: true });
    if (deed === "replaces by a link") symlinkSync("/nonexistent", git);
  }
}
function saveByRename(path: string): void {
  writeFileSync(user(`${path}.tmp`), "by the user\n");
  renameSync(user(`${path}.tmp`), user(path));
}
function replaceByDirectory(path: string): void {
  rmSync(user(path));
  mkdirSync(user(path));
  writeFileSync(user(`${path}/inner`), "by the user\n");
}
function replaceByLink(path: string): void {
  rmSync(user(path), { recursive: true });
  symlinkSync("top", user(path));
}
function remakeDirectory(path: string): void {
  rmSync(user(path), { recursive: true });
  mkdirSync(user(path));
  writeFileSync(user(`${path}/a`), "by the user\n");
  writeFileSync(user(`${path}/c`), "by the user\n");
}
