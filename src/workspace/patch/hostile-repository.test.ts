import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyChanges } from "../apply/apply-changes.ts";
import { changesBetween } from "../changes/changes-between.ts";
import { openStage } from "../stage/open-stage.ts";
import type { Stage } from "../stage/stage.ts";
import { plainGit } from "./fixtures/saved.ts";
import { useDirectory, writeTree } from "./fixtures/tree.ts";
import { saveChanges } from "./save-changes.ts";
import type { SavedChanges } from "./saved-changes.ts";

const directory = useDirectory();
const signal = new AbortController().signal;
const user = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b",
};
let source: string;
let stage: Stage;

beforeEach(() => {
  source = join(directory(), "source");
  writeTree(source, { "a.txt": "one\ntwo\nthree\n", ".gitignore": "ignored\n" });
  plainGit(source, ["init", "-q"]);
  plainGit(source, ["add", "-A"]);
  plainGit(source, ["commit", "-qm", "first"], user);
});
afterEach(async () => void (await stage?.remove()));

/** Stages the source, lets `agent` work in the stage, and saves what it changed. */
async function runAgent(
  agent: (root: string) => void,
): Promise<{ saved: SavedChanges; run: string; paths: string[] }> {
  const budget = { maxEntries: 1000, maxBytes: 1e7, maxDepth: 20 };
  const scope = { include: [], exclude: [], isDenied: () => undefined };
  const place = { stagesDir: join(directory(), "stages"), method: "copy" as const };
  stage = await openStage({ runId: "run", root: source, mode: "staged", ...scope, ...place, budget, signal });
  const before = await stage.before();
  await stage.repository();
  agent(stage.root);
  const changes = changesBetween(before, await stage.after());
  const run = join(directory(), "run");
  mkdirSync(run, { mode: 0o700 });
  const saved = await saveChanges({ stage, changes, directory: run, signal });
  return { saved, run, paths: saved.diffstat.files.map(({ path }) => path) };
}

const edit = (root: string): void => writeFileSync(join(root, "a.txt"), "one\n2\nthree\n");

describe("the agent's own use of git", () => {
  it("W15 hides no file: those of a nested repository are in the patch", async () => {
    const { paths, saved } = await runAgent((root) => {
      writeTree(join(root, "sub"), { payload: "evil\n" });
      plainGit(join(root, "sub"), ["init", "-q"]);
      plainGit(join(root, "sub"), ["add", "-A"]);
      plainGit(join(root, "sub"), ["commit", "-qm", "x"], user);
      // git itself shows nothing but a link to the nested repository.
      plainGit(root, ["init", "-q"]);
      plainGit(root, ["add", "-A"]);
      expect(plainGit(root, ["diff", "--cached", "--name-only"])).not.toContain("payload");
    });
    expect(paths).toEqual(["sub/payload"]);
    expect(readFileSync(saved.patch.path, "utf8")).not.toContain(".git/");
  });

  it("W16 has no effect on the patch, neither add and commit nor reset and rewritten history", async () => {
    const { paths } = await runAgent((root) => {
      edit(root);
      writeFileSync(join(root, "new"), "n\n");
      plainGit(root, ["add", "-A"]);
      plainGit(root, ["commit", "-qm", "hidden"], user);
      plainGit(root, ["reset", "-q", "--soft", "HEAD~1"]);
      plainGit(root, ["commit", "-q", "--amend", "-m", "rewritten"], user);
      expect(plainGit(root, ["status", "--porcelain"])).toBe("");
    });
    expect(paths).toEqual(["a.txt", "new"]);
  });

  it("W17 hides no file by .gitignore, info/exclude or assume-unchanged", async () => {
    const { paths } = await runAgent((root) => {
      writeTree(root, { ignored: "i\n", excluded: "e\n" });
      mkdirSync(join(root, ".git", "info"), { recursive: true });
      writeFileSync(join(root, ".git", "info", "exclude"), "excluded\n");
      plainGit(root, ["update-index", "--assume-unchanged", "a.txt"]);
      edit(root);
      expect(plainGit(root, ["status", "--porcelain"])).toBe("");
    });
    expect(paths).toEqual(["a.txt", "excluded", "ignored"]);
  });
});

describe("programs that a repository names", () => {
  /** Writes a program that leaves a mark when it runs. */
  function writeProbe(): { probe: string; hasRun: () => boolean; forget: () => void } {
    const mark = join(directory(), "mark");
    const probe = join(directory(), "probe.sh");
    writeFileSync(probe, `#!/bin/sh\ntouch '${mark}'\ncat "$@" 2>/dev/null\nexit 0\n`);
    chmodSync(probe, 0o755);
    return { probe, hasRun: () => existsSync(mark), forget: () => rmSync(mark, { force: true }) };
  }

  const hooks = (probe: string, name: string): string => {
    const folder = join(dirname(probe), "hooks");
    writeTree(folder, { [name]: { content: `#!/bin/sh\nexec '${probe}' </dev/null\n`, mode: 0o755 } });
    return folder;
  };

  /** Each sets a program up in a repository, and gives a plain command of git that runs it. */
  const programs: readonly (readonly [string, (root: string, probe: string) => () => void])[] = [
    [
      "core.fsmonitor",
      (root, probe) => {
        plainGit(root, ["config", "core.fsmonitor", probe]);
        return () => plainGit(root, ["status"]);
      },
    ],
    [
      "filter.clean",
      (root, probe) => {
        writeFileSync(join(root, ".gitattributes"), "*.txt filter=evil\n");
        plainGit(root, ["config", "filter.evil.clean", probe]);
        return () => plainGit(root, ["add", "-A"]);
      },
    ],
    [
      "diff.textconv",
      (root, probe) => {
        writeFileSync(join(root, ".gitattributes"), "*.txt diff=evil\n");
        plainGit(root, ["config", "diff.evil.textconv", probe]);
        return () => plainGit(root, ["diff"]);
      },
    ],
    [
      "diff.external",
      (root, probe) => {
        plainGit(root, ["config", "diff.external", probe]);
        return () => plainGit(root, ["diff"]);
      },
    ],
    [
      "core.hooksPath",
      (root, probe) => {
        plainGit(root, ["config", "core.hooksPath", hooks(probe, "post-index-change")]);
        return () => plainGit(root, ["add", "-A"]);
      },
    ],
    [
      "pre-commit",
      (root, probe) => {
        plainGit(root, ["config", "core.hooksPath", hooks(probe, "pre-commit")]);
        return () => plainGit(root, ["commit", "-qam", "x"], user);
      },
    ],
    [
      "merge driver",
      (root, probe) => {
        writeFileSync(join(root, ".gitattributes"), "*.txt merge=evil\n");
        plainGit(root, ["config", "merge.evil.driver", probe]);
        return () => {
          plainGit(root, ["checkout", "-qb", "other"]);
          plainGit(root, ["commit", "-qam", "other"], user);
          plainGit(root, ["checkout", "-q", "-"]);
          writeFileSync(join(root, "a.txt"), "one\ntwo\n3\n");
          plainGit(root, ["commit", "-qam", "ours"], user);
          plainGit(root, ["merge", "-q", "other", "-m", "x"], user);
        };
      },
    ],
  ];

  it.each(programs)(
    "W18 %s runs under plain git, and not while changes are saved and applied",
    async (_name, setUp) => {
      const { probe, hasRun, forget } = writeProbe();
      // In a copy of its own: plain git runs the program.
      const shown = join(directory(), "shown");
      writeTree(shown, { "a.txt": "one\ntwo\nthree\n" });
      plainGit(shown, ["init", "-q"]);
      plainGit(shown, ["add", "-A"]);
      plainGit(shown, ["commit", "-qm", "first"], user);
      const command = setUp(shown, probe);
      edit(shown);
      command();
      expect(hasRun()).toBe(true);
      forget();
      setUp(source, probe);
      forget();
      const { run, paths } = await runAgent((root) => {
        plainGit(root, ["init", "-q"]);
        setUp(root, probe);
        forget();
        edit(root);
      });
      expect(paths).toContain("a.txt");
      // A change of the user in another line, so that the text is merged.
      writeFileSync(join(source, "a.txt"), "one\ntwo\nthree\nfour\nfive\n");
      await applyChanges({ directory: run, target: source, signal }).catch((error: unknown) => error);
      writeFileSync(join(source, "a.txt"), "one\ntwo\nthree\n");
      await applyChanges({ directory: run, target: source, signal });
      expect(readFileSync(join(source, "a.txt"), "utf8")).toBe("one\n2\nthree\n");
      expect(hasRun()).toBe(false);
    },
  );
});

describe("the environment and other repositories", () => {
  const saved = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name];
    Object.assign(process.env, saved);
  });

  it("W19 variables of git in our own environment do not reach git", async () => {
    const mark = join(directory(), "mark");
    const other = join(directory(), "other");
    writeTree(other, { "other.txt": "o\n" });
    plainGit(other, ["init", "-q"]);
    const before = readdirSync(join(other, ".git")).sort();
    Object.assign(process.env, {
      GIT_DIR: join(other, ".git"),
      GIT_INDEX_FILE: join(other, ".git", "index"),
      GIT_OBJECT_DIRECTORY: join(other, ".git", "objects"),
      GIT_WORK_TREE: other,
      GIT_EXTERNAL_DIFF: `touch ${mark}`,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "diff.external",
      GIT_CONFIG_VALUE_0: `touch ${mark}`,
      GIT_CONFIG_PARAMETERS: "'diff.noprefix=true'",
      GIT_TRACE: mark,
      HOME: other,
    });
    writeFileSync(join(other, ".gitconfig"), `[diff]\n\tnoprefix = true\n\texternal = touch ${mark}\n`);
    const { paths, saved: made } = await runAgent(edit);
    expect(paths).toEqual(["a.txt"]);
    expect(readFileSync(made.patch.path, "utf8")).toContain("--- a/a.txt\n+++ b/a.txt\n");
    expect(existsSync(mark)).toBe(false);
    expect(readdirSync(join(other, ".git")).sort()).toEqual(before);
  });

  it("W20 a repository of another owner is no obstacle, and no configuration is changed", async (ctx) => {
    if (process.getuid?.() !== 0) return ctx.skip("needs root");
    chownSync(source, 12_345, 12_345);
    chownSync(join(source, ".git"), 12_345, 12_345);
    expect(() => plainGit(source, ["status"])).toThrow(/dubious ownership/);
    const { paths, run } = await runAgent((root) => {
      edit(root);
      chownSync(root, 12_345, 12_345);
    });
    expect(paths).toEqual(["a.txt"]);
    await applyChanges({ directory: run, target: source, signal });
    expect(readFileSync(join(source, "a.txt"), "utf8")).toBe("one\n2\nthree\n");
    expect(existsSync(join(source, ".gitconfig"))).toBe(false);
  });

  it("W21 submodules are files like others, and are never updated", async () => {
    const mark = join(directory(), "mark");
    const modules = `[submodule "m"]\n\tpath = m\n\turl = ext::sh -c touch% ${mark}\n[submodule "../../x"]\n\tpath = ../x\n\turl = ../../x\n`;
    const { paths, run, saved } = await runAgent((root) => {
      writeTree(root, { ".gitmodules": modules, "m/.git": "gitdir: ../../../../outside\n", "m/file": "m\n" });
    });
    expect(paths).toEqual([".gitmodules", "m/file"]);
    expect(readFileSync(saved.patch.path, "utf8")).not.toContain("160000");
    await applyChanges({ directory: run, target: source, signal });
    expect(readFileSync(join(source, ".gitmodules"), "utf8")).toBe(modules);
    expect(existsSync(join(source, "m", ".git"))).toBe(false);
    expect(existsSync(mark)).toBe(false);
  });
});
