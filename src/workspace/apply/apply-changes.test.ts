import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { saveTrees } from "../patch/fixtures/saved.ts";
import { readManifest, type Tree, useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { applyChanges } from "./apply-changes.ts";
import { TextMerge } from "./text-merge.ts";

const directory = useDirectory();
const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const binary = Buffer.from([0, 1, 2, 3, 255]);

/** Saves the changes of a run, makes the user's workspace, and applies. */
async function apply(trees: { before: Tree; after: Tree; now: Tree }, checkOnly = false) {
  const { run } = await saveTrees(directory(), trees.before, trees.after);
  const target = join(directory(), "target");
  writeTree(target, trees.now);
  const again = (options: { checkOnly?: boolean } = {}) =>
    applyChanges({ directory: run, target, signal: new AbortController().signal, ...options });
  const read = (path: string): string => readFileSync(join(target, path), "utf8");
  const before = readManifest(target);
  const outcome = await again({ checkOnly }).catch((error: unknown) => error);
  if (!AbpError.is(outcome) && outcome instanceof Error) throw outcome;
  const actions = AbpError.is(outcome)
    ? undefined
    : Object.fromEntries(
        (outcome as Awaited<ReturnType<typeof again>>).files.map((one) => [one.path, one.action]),
      );
  const isUntouched = (): boolean => JSON.stringify(readManifest(target)) === JSON.stringify(before);
  return { run, target, again, read, outcome, actions, isUntouched };
}

/** Applies changes that must not fit, and returns the conflicts by path. */
async function conflictsOf(trees: { before: Tree; after: Tree; now: Tree }): Promise<Record<string, string>> {
  const { outcome, isUntouched, run } = await apply(trees);
  if (!AbpError.is(outcome)) throw new Error("the changes were applied");
  expect(outcome.code).toBe("workspace_conflict");
  expect(isUntouched()).toBe(true);
  expect(readdirSync(run).sort()).toEqual(["changes.json", "patch.diff", "patch.git"]);
  const issues = outcome.details["issues"] as readonly { path: string; message: string }[];
  expect(outcome.where).toBe(issues[0]!.path);
  expect(outcome.message).toBe(issues[0]!.message);
  expect(outcome.details["count"]).toBe(issues.length);
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

describe("changes that fit", () => {
  it("W32 are written, deleted and made executable if the workspace is as before the run", async () => {
    const before: Tree = { a: "a\n", "d/gone": "g\n", tool: "t\n", bin: binary, link: { link: "x" } };
    const after: Tree = {
      a: "b\n",
      "new/deep/file": "n\n",
      tool: { content: "t\n", mode: 0o755 },
      bin: Buffer.concat([binary, binary]),
      link: { link: "y" },
    };
    const { actions, target, outcome } = await apply({ before, after, now: { ...before, own: "kept\n" } });
    expect(actions).toEqual({
      a: "written",
      bin: "written",
      "d/gone": "deleted",
      link: "written",
      "new/deep/file": "written",
      tool: "mode",
    });
    expect(outcome).toMatchObject({ alreadyApplied: false });
    expect(readManifest(target).entries.map(({ rawPath }) => rawPath)).toEqual([
      "a",
      "bin",
      "link",
      "new",
      "new/deep",
      "new/deep/file",
      "own",
      "tool",
    ]);
    expect(readFileSync(join(target, "bin"))).toEqual(Buffer.concat([binary, binary]));
    expect(readlinkSync(join(target, "link"))).toBe("y");
    expect(statSync(join(target, "tool")).mode & 0o777).toBe(0o755);
  });

  it("W32 are merged with edits of the user in other lines of the same file", async () => {
    const { actions, read } = await apply({
      before: { f: text },
      after: { f: text.replace("one", "ONE") },
      now: { f: text.replace("seven", "SEVEN") },
    });
    expect(actions).toEqual({ f: "merged" });
    expect(read("f")).toBe(text.replace("one", "ONE").replace("seven", "SEVEN"));
  });

  it("W32 are recognised as applied after a merge, and after further edits of the user", async () => {
    const { again, target, read } = await apply({
      before: { f: text },
      after: { f: text.replace("one", "ONE") },
      now: { f: text.replace("seven", "SEVEN") },
    });
    expect(await again()).toEqual({ files: [{ path: "f", action: "unchanged" }], alreadyApplied: true });
    writeFileSync(join(target, "f"), `${read("f")}eight\n`);
    expect(await again()).toEqual({ files: [{ path: "f", action: "unchanged" }], alreadyApplied: true });
  });

  it("W32 are recognised if the user has made the same change", async () => {
    const after: Tree = { f: "new\n", link: { link: "y" }, added: "a\n", x: { content: "x\n", mode: 0o755 } };
    const before: Tree = { f: "old\n", gone: "g\n", link: { link: "x" }, x: "x\n" };
    const { outcome, isUntouched } = await apply({ before, after, now: after });
    expect(outcome).toMatchObject({ alreadyApplied: true });
    expect(isUntouched()).toBe(true);
  });

  it("W32 keep the user's permissions, and a merged file gets the run's executable bit", async () => {
    const { target, read, actions } = await apply({
      before: { f: text, g: text, h: binary },
      after: {
        f: { content: text.replace("one", "ONE"), mode: 0o755 },
        g: { content: text, mode: 0o755 },
        h: "new",
      },
      now: {
        f: { content: text.replace("six", "SIX"), mode: 0o640 },
        g: { content: "edited\n", mode: 0o600 },
        h: { content: binary, mode: 0o755 },
      },
    });
    expect(actions).toEqual({ f: "merged", g: "mode", h: "written" });
    const modes = ["f", "g", "h"].map((name) => statSync(join(target, name)).mode & 0o777);
    expect(modes).toEqual([0o750, 0o700, 0o755]);
    expect(read("f")).toBe(text.replace("one", "ONE").replace("six", "SIX"));
    expect(read("g")).toBe("edited\n");
    expect(read("h")).toBe("new");
  });

  it("W32 clear an executable bit and keep what the user has set otherwise", async () => {
    const run = (content: string): Tree => ({ f: { content, mode: 0o755 } });
    const { target } = await apply({
      before: run("x\n"),
      after: { f: "x\n" },
      now: { f: { content: "x\n", mode: 0o711 } },
    });
    expect(statSync(join(target, "f")).mode & 0o777).toBe(0o600);
  });

  it("W32 replace a directory by a file and a file by a directory", async () => {
    const before: Tree = { "d/one": "1\n", "d/e/two": "2\n", file: "f\n", link: { link: "d" } };
    const after: Tree = { d: "file\n", "file/inner": "i\n", "link/inner": "l\n" };
    const { again, read, target } = await apply({ before, after, now: before });
    expect([read("d"), read("file/inner"), read("link/inner")]).toEqual(["file\n", "i\n", "l\n"]);
    expect(lstatSync(join(target, "link")).isDirectory()).toBe(true);
    expect(await again()).toMatchObject({ alreadyApplied: true });
  });

  it("W32 replace a directory by a link, and are recognised as applied then", async () => {
    const before: Tree = { "d/one": "1\n", "e/x": "x\n" };
    const after: Tree = { d: { link: "e" }, "e/x": "x\n" };
    const { again, target } = await apply({ before, after, now: before });
    expect(readlinkSync(join(target, "d"))).toBe("e");
    expect(await again()).toMatchObject({ alreadyApplied: true });
  });

  it("W32 complete what an apply that was killed began", async () => {
    const before: Tree = { a: "a\n", "d/one": "1\n", gone: "g\n" };
    const after: Tree = { a: "A\n", d: "file\n", b: "b\n" };
    // Deleted are the files that had to go, and written is one of two; the directory is empty.
    const { actions, read, target } = await apply({ before, after, now: { a: "A\n", d: { empty: true } } });
    expect(actions).toEqual({
      a: "unchanged",
      b: "written",
      d: "written",
      "d/one": "unchanged",
      gone: "unchanged",
    });
    expect([read("b"), read("d")]).toEqual(["b\n", "file\n"]);
    expect(readdirSync(target)).toEqual(["a", "b", "d"]);
  });

  it("W32 leave no file of their own behind, and remove those of an apply that was killed", async () => {
    const dead = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
    const leftover = `.abp-apply-${dead}-0123456789ab`;
    const living = `.abp-apply-${process.pid}-0123456789ab`;
    const { target } = await apply({
      before: {},
      after: { a: "a\n" },
      now: { [`${leftover}/0`]: "x", [`${living}/0`]: "x", ".abp-apply-notes": "user" },
    });
    expect(readdirSync(target).sort()).toEqual([living, ".abp-apply-notes", "a"].sort());
  });

  it("W32 are only checked with checkOnly", async () => {
    const { actions, isUntouched } = await apply(
      {
        before: { f: text, g: "g\n" },
        after: { f: text.replace("one", "ONE"), h: "h\n" },
        now: { f: text.replace("seven", "SEVEN"), g: "g\n" },
      },
      true,
    );
    expect(actions).toEqual({ f: "merged", g: "deleted", h: "written" });
    expect(isUntouched()).toBe(true);
  });
});

describe("changes that do not fit", () => {
  it("W32 are refused if the user has changed the same lines", async () => {
    const conflicts = await conflictsOf({
      before: { f: text, other: "o\n" },
      after: { f: text.replace("one", "ONE"), other: "O\n" },
      now: { f: text.replace("one", "1"), other: "o\n" },
    });
    expect(conflicts).toEqual({ f: "the workspace and the run have changed the same lines" });
  });

  it("W32 are refused if the user has changed a binary file or a link", async () => {
    const conflicts = await conflictsOf({
      before: { b: binary, l: { link: "1" }, t: "t\n" },
      after: { b: Buffer.concat([binary, binary]), l: { link: "2" }, t: { link: "x" } },
      now: { b: Buffer.concat([binary, Buffer.from("x")]), l: { link: "3" }, t: "edited\n" },
    });
    expect(conflicts).toEqual({
      b: "the workspace and the run have changed it, and it is not text",
      l: "the workspace and the run have changed it in different ways",
      t: "the workspace and the run have changed it in different ways",
    });
  });

  it("W32 are refused if one side deleted and the other changed", async () => {
    const conflicts = await conflictsOf({
      before: { "user-deleted": "a\n", "run-deleted": "b\n", fine: "c\n" },
      after: { "user-deleted": "A\n", fine: "C\n" },
      now: { "run-deleted": "edited\n", fine: "c\n" },
    });
    expect(conflicts).toEqual({
      "run-deleted": "the workspace has changed it, and the run deleted it",
      "user-deleted": "the workspace has deleted it, and the run changed it",
    });
  });

  it("W32 are refused if the user has edited a file that the run renamed", async () => {
    const conflicts = await conflictsOf({
      before: { a: text },
      after: { b: text },
      now: { a: `${text}more\n` },
    });
    expect(conflicts).toEqual({ a: "the workspace has changed it, and the run deleted it" });
  });

  it("W32 are refused if the user has added another file of the same name", async () => {
    const conflicts = await conflictsOf({ before: {}, after: { a: "run\n" }, now: { a: "user\n" } });
    expect(conflicts).toEqual({ a: "the workspace has another file of this name" });
  });

  it("W32 are refused if a directory is in the place of a file, or a file in the place of a directory", async () => {
    const conflicts = await conflictsOf({
      before: { m: "m\n" },
      after: { m: "M\n", a: "a\n", "b/c": "c\n" },
      now: { "m/x": "x\n", "a/x": "x\n", b: "b\n" },
    });
    expect(conflicts).toEqual({
      a: "a directory is in its place",
      "b/c": "b is not a directory",
      m: "a directory is in its place",
    });
  });

  it("W32 are refused if a directory that goes has a file of the user", async () => {
    const conflicts = await conflictsOf({
      before: { "d/one": "1\n" },
      after: { d: "file\n" },
      now: { "d/one": "1\n", "d/sub/own": "mine\n" },
    });
    expect(conflicts).toEqual({ d: "a directory is in its place" });
  });

  it("W32 are refused if a pipe is in the place of a file", async () => {
    const { run } = await saveTrees(directory(), { a: "a\n" }, { a: "b\n" });
    const target = join(directory(), "target");
    mkdirSync(target);
    execFileSync("mkfifo", [join(target, "a")]);
    const applied = applyChanges({ directory: run, target, signal: new AbortController().signal });
    await expect(applied).rejects.toMatchObject({ message: "a special file is in its place", where: "a" });
  });

  it("W32 are refused below a symbolic link, and nothing outside the workspace changes", async () => {
    const outside = join(directory(), "outside");
    writeTree(outside, { file: "old\n", gone: "g\n" });
    const { run } = await saveTrees(
      directory(),
      { "d/file": "old\n", "d/gone": "g\n" },
      { "d/file": "new\n", "d/sub/added": "x\n" },
    );
    const target = join(directory(), "target");
    mkdirSync(target);
    symlinkSync(outside, join(target, "d"));
    const applied = applyChanges({ directory: run, target, signal: new AbortController().signal });
    await expect(applied).rejects.toMatchObject({
      code: "workspace_conflict",
      details: {
        issues: ["d/file", "d/gone", "d/sub/added"].map((path) => ({
          path,
          message: "d is a symbolic link, and links are not followed",
        })),
      },
    });
    expect(readManifest(outside).entries.map(({ rawPath }) => rawPath)).toEqual(["file", "gone"]);
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("old\n");
  });
});

describe("the workspace", () => {
  it("may be named through a symbolic link", async () => {
    const { run, source } = await saveTrees(directory(), { a: "a\n" }, { a: "b\n" });
    const link = join(directory(), "link");
    symlinkSync(source, link);
    await applyChanges({ directory: run, target: link, signal: new AbortController().signal });
    expect(readFileSync(join(source, "a"), "utf8")).toBe("b\n");
  });

  it("is refused if it is missing or no directory", async () => {
    const { run, source } = await saveTrees(directory(), { a: "a\n" }, { a: "b\n" });
    const signal = new AbortController().signal;
    await expect(
      applyChanges({ directory: run, target: join(source, "none"), signal }),
    ).rejects.toMatchObject({
      code: "input_unreadable",
      message: "the workspace cannot be read (no such file)",
    });
    await expect(applyChanges({ directory: run, target: join(source, "a"), signal })).rejects.toMatchObject({
      code: "input_unreadable",
      message: "the workspace is not a directory",
    });
  });

  it.each([
    [
      { code: "ENOSPC" },
      { code: "output_unwritable", message: expect.stringMatching(/^the changes cannot be applied/) },
    ],
    [{}, { message: "broken" }],
  ])(
    "is free again after an error with %j, which names the workspace if it is the file system's",
    async (more, expected) => {
      const { run, source } = await saveTrees(directory(), { a: "a\n" }, { a: "b\n" });
      const signal = new AbortController().signal;
      const failure = Object.assign(new Error("broken"), more);
      vi.spyOn(TextMerge, "open").mockRejectedValueOnce(failure);
      const thrown = await applyChanges({ directory: run, target: source, signal }).catch(
        (error: unknown) => error,
      );
      expect(thrown).toMatchObject(expected);
      if ("code" in more) expect(thrown).toMatchObject({ where: source, cause: failure });
      else expect(thrown).toBe(failure);
      expect(await applyChanges({ directory: run, target: source, signal })).toMatchObject({
        alreadyApplied: false,
      });
    },
  );

  it("is left as it is if the signal is aborted", async () => {
    const { run, source } = await saveTrees(directory(), { a: "a\n" }, { a: "b\n" });
    const signal = AbortSignal.abort("SIGINT");
    await expect(applyChanges({ directory: run, target: source, signal })).rejects.toBe("SIGINT");
    expect(readFileSync(join(source, "a"), "utf8")).toBe("a\n");
  });
});

it("a directory that cannot be written is found before anything changes", async (ctx) => {
  if (process.getuid?.() === 0) ctx.skip("needs a user other than root");
  const { run, source } = await saveTrees(
    directory(),
    { a: "a\n", "d/b": "b\n" },
    { a: "A\n", "d/b": "B\n" },
  );
  chmodSync(join(source, "d"), 0o500);
  const signal = new AbortController().signal;
  await expect(applyChanges({ directory: run, target: source, signal })).rejects.toMatchObject({
    code: "output_unwritable",
    where: "d/b",
  });
  chmodSync(join(source, "d"), 0o700);
  expect(readFileSync(join(source, "a"), "utf8")).toBe("a\n");
});
