import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../lib/index.ts";
import { changesBetween } from "../changes/changes-between.ts";
import { readChangeRecord } from "./change-record.ts";
import { readManifest, type Tree, useDirectory, writeTree } from "./fixtures/tree.ts";
import { saveChanges } from "./save-changes.ts";

const directory = useDirectory();
const signal = new AbortController().signal;
const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

/** Writes both trees, takes their manifests, lets `meanwhile` change something, and saves. */
async function save(
  before: Tree,
  after: Tree,
  meanwhile: (source: string, root: string) => void = () => undefined,
) {
  const [source, root, run] = ["source", "stage", "run"].map((name) => join(directory(), name)) as [
    string,
    string,
    string,
  ];
  writeTree(source, before);
  writeTree(root, after);
  mkdirSync(run);
  const changes = changesBetween(readManifest(source), readManifest(root));
  meanwhile(source, root);
  const saved = await saveChanges({ stage: { source, root }, changes, directory: run, signal });
  const notes = Object.fromEntries(saved.leftOut.map((note) => [note.path, note.reason]));
  return { source, root, run, saved, notes, paths: saved.diffstat.files.map((file) => file.path) };
}

const large = Buffer.alloc(300_000, "x");
const changed = "its content changed while the patch was written";

describe("a content that is not that of its manifest", () => {
  it("costs nothing of the run if the source changed: the whole file is kept, and its base is noted", async () => {
    const before = { a: { content: "1\n", mode: 0o755 }, b: "b\n", l: { link: "1" }, d: "d\n" };
    const { saved, notes, paths } = await save(before, { a: "2\n", b: "B\n", l: { link: "2" } }, (source) => {
      writeFileSync(join(source, "a"), "x\n");
      writeFileSync(join(source, "d"), "x\n");
      rmSync(join(source, "l"));
    });
    expect([saved.complete, notes]).toEqual([true, {}]);
    expect(saved.lostBases).toEqual([
      { rawPath: "a", type: "file", executable: true, sha256: sha256Hex("1\n") },
      { rawPath: "d", type: "file", executable: false, sha256: sha256Hex("d\n") },
      { rawPath: "l", type: "symlink", executable: false, sha256: sha256Hex("1") },
    ]);
    expect(paths).toEqual(["a", "b", "l"]);
    const patch = readFileSync(saved.patch.path, "utf8");
    expect(patch).toContain("diff --git a/a b/a\nnew file mode 100644\n");
    expect(patch).toContain("--- a/b\n+++ b/b\n@@ -1 +1 @@\n-b\n+B\n");
    expect(patch).not.toContain("a/d");
  });

  it("is left out: changed, shorter, longer, gone, and a link in its place in the stage", async () => {
    const names = ["changed", "shorter", "longer", "gone", "link", "pipe", "fine"];
    const after = Object.fromEntries(names.map((name) => [name, `${name}\n`]));
    const { saved, notes, paths } = await save({}, after, (_, root) => {
      writeFileSync(join(root, "changed"), "CHANGED\n");
      truncateSync(join(root, "shorter"), 2);
      writeFileSync(join(root, "longer"), "longer\nand longer\n");
      for (const name of ["gone", "link", "pipe"]) rmSync(join(root, name));
      writeFileSync(join(directory(), "outside"), "link\n");
      symlinkSync(join(directory(), "outside"), join(root, "link"));
      execFileSync("mkfifo", [join(root, "pipe")]);
    });
    expect(notes).toEqual({
      changed,
      shorter: changed,
      longer: changed,
      pipe: changed,
      gone: "it cannot be read (no such file)",
      link: "it cannot be read (a link that leads nowhere)",
    });
    expect(paths).toEqual(["fine"]);
    expect(saved.complete).toBe(false);
  });

  it("is left out: a large file that changed, became shorter or is gone", async () => {
    const pad = (name: string): Buffer => Buffer.concat([large, Buffer.from(name)]);
    const after = { changed: pad("a"), shorter: pad("b"), gone: pad("c"), fine: pad("d") };
    const { notes, paths } = await save({}, after, (_, root) => {
      writeFileSync(join(root, "changed"), Buffer.concat([large, Buffer.from("z")]));
      truncateSync(join(root, "shorter"), 10);
      rmSync(join(root, "gone"));
    });
    expect(notes).toEqual({ changed, shorter: changed, gone: "it cannot be read (no such file)" });
    expect(paths).toEqual(["fine"]);
  });

  it("is read on the other side if the change kept it", async () => {
    const { saved, paths } = await save(
      { a: "moved\n", big: large },
      { b: "moved\n", big: { content: large, mode: 0o755 } },
      (source, root) => {
        rmSync(join(source, "a"));
        writeFileSync(join(root, "big"), Buffer.alloc(300_000, "y"));
      },
    );
    expect(saved.complete).toBe(true);
    expect(paths).toEqual(["b", "big"]);
  });

  it("is left out: a file too large for a patch that changed or is gone", async () => {
    await save({}, { a: "a\n", short: "s\n" }, () => undefined);
    const huge = (rawPath: string, size: number) => ({
      rawPath,
      type: "file" as const,
      mode: 0o644,
      size,
      sha256: "00",
    });
    const run = join(directory(), "second");
    mkdirSync(run);
    const stage = { source: join(directory(), "source"), root: join(directory(), "stage") };
    const changes = [huge("huge", 9), huge("short", 9), huge("a", 2)].map((after) => ({
      kind: "added" as const,
      rawPath: after.rawPath,
      after,
    }));
    const second = await saveChanges({ stage, changes, directory: run, maxFileBytes: 1, signal });
    expect(second.leftOut).toEqual([
      { path: "huge", reason: "it cannot be read (no such file)" },
      { path: "short", reason: changed },
      { path: "a", reason: changed },
    ]);
    expect([second.complete, second.largeFiles]).toEqual([false, []]);
  });
});

describe("the processes of git", () => {
  /** Puts a program named git first in the path, which notes each call. */
  function wrapGit(script: string): void {
    const bin = join(directory(), "bin");
    writeTree(bin, { git: { content: `#!/bin/sh\n${script}\n`, mode: 0o755 } });
    process.env["PATH"] = `${bin}:${path}`;
  }

  it("are few, however many files changed", async () => {
    const calls = join(directory(), "calls");
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    wrapGit(`echo x >> '${calls}'\nexec '${real}' "$@"`);
    const tree = (text: string): Tree =>
      Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, `${text}${index}\n`]));
    const { paths } = await save(tree("a"), tree("b"));
    expect(paths).toHaveLength(400);
    expect(readFileSync(calls, "utf8").split("\n").length - 1).toBe(4);
  });

  it("that fail are reported with their own words", async () => {
    wrapGit("echo 'fatal: it is broken' >&2; exit 3");
    await expect(save({}, { a: "a" })).rejects.toMatchObject({
      code: "execution_workspace_error",
      message: "git init failed with code 3: fatal: it is broken",
    });
  });

  it("that find the disk full are reported as such", async () => {
    wrapGit("echo 'fatal: write error: No space left on device' >&2; exit 128");
    await expect(save({}, { a: "a" })).rejects.toMatchObject({ code: "workspace_full" });
  });

  it("that cannot be started are reported with advice", async () => {
    process.env["PATH"] = join(directory(), "nothing");
    await expect(save({}, { a: "a" })).rejects.toMatchObject({
      code: "execution_workspace_error",
      message: "git cannot be started (no such file)",
      advice: "Install git: it writes and merges the patches of runs.",
    });
  });

  it("end when the signal is aborted", async () => {
    wrapGit("exec sleep 600");
    const controller = new AbortController();
    const run = join(directory(), "run");
    mkdirSync(run);
    const stage = { source: directory(), root: directory() };
    const saving = saveChanges({ stage, changes: [], directory: run, signal: controller.signal });
    setTimeout(() => controller.abort("enough"), 100);
    await expect(saving).rejects.toBe("enough");
    expect(existsSync(join(run, "changes.json"))).toBe(false);
  });
});

describe("the directory of a run", () => {
  it("names the workspace, the patch and what it holds", async () => {
    const { run, source, saved } = await save(
      { d: { empty: true } },
      { a: "a\n", d: { empty: true }, e: { empty: true } },
    );
    expect(await readChangeRecord(run)).toEqual({ source, ...saved });
    expect(saved.leftOut).toEqual([{ path: "e", reason: "a patch holds no empty directories" }]);
  });

  it("that is missing, or has changes already, is refused", async () => {
    const { run } = await save({}, { a: "a\n" });
    const stage = { source: directory(), root: directory() };
    await expect(saveChanges({ stage, changes: [], directory: run, signal })).rejects.toMatchObject({
      code: "execution_workspace_error",
      message: "the changes could not be saved (a file is in its place)",
      where: run,
    });
    const missing = join(run, "none");
    await expect(saveChanges({ stage, changes: [], directory: missing, signal })).rejects.toMatchObject({
      code: "execution_workspace_error",
    });
  });

  it("with a damaged or unreadable record is refused", async () => {
    const { run } = await save({}, { a: "a\n" });
    writeFileSync(join(run, "changes.json"), "{");
    await expect(readChangeRecord(run)).rejects.toMatchObject({ code: "input_invalid_json" });
    rmSync(join(run, "changes.json"));
    mkdirSync(join(run, "changes.json"));
    await expect(readChangeRecord(run)).rejects.toMatchObject({ code: "input_unreadable" });
    chmodSync(run, 0o700);
  });
});
