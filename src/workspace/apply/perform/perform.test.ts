import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readManifest, type Tree, useDirectory, writeTree } from "../../patch/fixtures/tree.ts";
import type { ApplyStep } from "../apply-plan.ts";
import { type FileIdentity, identityOf } from "../target-entry.ts";
import { perform } from "./perform.ts";
import { UndoLog } from "./undo-log.ts";

const directory = useDirectory();
afterEach(() => vi.restoreAllMocks());
const target = (): string => join(directory(), "target");
const read = (path: string): string => readFileSync(join(target(), path), "utf8");
const paths = (): string[] => readManifest(target()).entries.map(({ rawPath }) => rawPath);

function identity(rawPath: string): FileIdentity {
  return identityOf(lstatSync(join(target(), rawPath), { bigint: true }));
}

const deleted = (rawPath: string): ApplyStep => ({ kind: "delete", rawPath, expected: identity(rawPath) });

const withMode = (rawPath: string, mode: number): ApplyStep => ({
  kind: "mode",
  rawPath,
  mode,
  expected: identity(rawPath),
});

let number = 0;
/** A step that writes a text, from a merged file, so that no git is needed. */
function written(rawPath: string, text: string, expected?: FileIdentity): ApplyStep {
  number += 1;
  const mergedPath = join(directory(), `merged-${number}`);
  writeFileSync(mergedPath, text);
  const rest = { mode: undefined, executable: false, expected };
  return { kind: "write", type: "file", rawPath, content: { mergedPath }, ...rest };
}

async function carryOut(steps: readonly ApplyStep[], signal = new AbortController().signal): Promise<void> {
  const device = lstatSync(target(), { bigint: true }).dev;
  await perform({ path: target(), device, gitDir: join(directory(), "no-repository") }, steps, signal);
}

const changed = (path: string) => ({
  code: "workspace_conflict",
  message: "it changed while the patch was applied",
  where: path,
  advice: "Stop what writes into the workspace, then apply again: nothing was changed.",
  details: { issues: [{ path, message: "it changed while the patch was applied" }] },
});

describe("steps", () => {
  it("write, delete and change modes, and leave nothing of their own behind", async () => {
    writeTree(target(), { a: "a", gone: "g", tool: "t" });
    await carryOut([written("a", "A", identity("a")), deleted("gone"), withMode("tool", 0o750)]);
    expect(paths()).toEqual(["a", "tool"]);
    expect(read("a")).toBe("A");
    expect(statSync(join(target(), "tool")).mode & 0o777).toBe(0o750);
  });

  it("need no workspace if there are none", async () => {
    const signal = new AbortController().signal;
    await perform({ path: join(directory(), "none"), device: 0n, gitDir: "" }, [], signal);
  });

  it("put each content into its place, however many there are, also into new directories", async () => {
    writeTree(target(), {});
    const names = Array.from({ length: 50 }, (_, index) => `new/${index % 3}/${index}`);
    await carryOut(names.map((name) => written(name, `text of ${name}`)));
    for (const name of names) expect(read(name)).toBe(`text of ${name}`);
    expect(readdirSync(target())).toEqual(["new"]);
  });

  it("remove the directories that have become empty, and no other", async () => {
    const tree: Tree = { "d/e/x": "x", "d/e/y": "y", "f/g/h/x": "x", "f/kept": "k", "z/x": "x" };
    writeTree(target(), { ...tree, "z/empty": { empty: true } });
    await carryOut(["d/e/x", "d/e/y", "f/g/h/x", "z/x"].map(deleted));
    expect(paths()).toEqual(["f", "f/kept", "z", "z/empty"]);
  });

  it("keep a directory whose deleted file is followed by a new one", async () => {
    writeTree(target(), { "d/x": "x" });
    await carryOut([deleted("d/x"), written("d/y", "y")]);
    expect(paths()).toEqual(["d", "d/y"]);
  });

  it("replace a directory that holds only empty directories", async () => {
    writeTree(target(), { "d/e/f": { empty: true }, "d/g": { empty: true }, "d/x": "x" });
    await carryOut([written("d", "file"), deleted("d/x")]);
    expect(read("d")).toBe("file");
  });

  it("do not remove a directory with a file in it", async () => {
    writeTree(target(), { "d/own": "mine" });
    await expect(carryOut([written("d", "file")])).rejects.toMatchObject({ code: "ENOTDIR" });
    expect(paths()).toEqual(["d", "d/own"]);
    expect(read("d/own")).toBe("mine");
  });

  it("are not begun if the signal is aborted", async () => {
    writeTree(target(), { a: "a" });
    await expect(carryOut([deleted("a")], AbortSignal.abort("SIGINT"))).rejects.toBe("SIGINT");
    expect(paths()).toEqual(["a"]);
  });
});

describe("a workspace that changes meanwhile", () => {
  it("is found if a file whose mode changes is gone", async () => {
    writeTree(target(), { a: "a", tool: "t" });
    const step = withMode("tool", 0o750);
    rmSync(join(target(), "tool"));
    await expect(carryOut([deleted("a"), step])).rejects.toMatchObject(changed("tool"));
    expect(paths()).toEqual(["a"]);
  });

  it("is found before the first change", async () => {
    writeTree(target(), { a: "a", b: "b" });
    const steps = [deleted("a"), written("b", "B", identity("b"))];
    writeFileSync(join(target(), "b"), "longer");
    await expect(carryOut(steps)).rejects.toMatchObject(changed("b"));
    expect(paths()).toEqual(["a", "b"]);
    expect(read("b")).toBe("longer");
  });

  it("is found if a file has come, or has gone", async () => {
    writeTree(target(), { a: "a", b: "b" });
    await expect(carryOut([written("b", "B"), deleted("a")])).rejects.toMatchObject(changed("b"));
    const gone = { ...deleted("b"), rawPath: "gone" };
    await expect(carryOut([deleted("a"), gone])).rejects.toMatchObject(changed("gone"));
    expect(paths()).toEqual(["a", "b"]);
  });

  it("is found in the last group, too", async () => {
    writeTree(target(), { a: "a", last: "x" });
    const many = Array.from({ length: 16 }, (_, index) => written(`n${index}`, "n"));
    await expect(carryOut([...many, written("last", "X"), deleted("a")])).rejects.toMatchObject(
      changed("last"),
    );
    expect(paths()).toEqual(["a", "last"]);
  });

  it("is found between the steps: a deleted file, a changed mode and a written file", async () => {
    writeTree(target(), { a: "a", m: "m", w: "w" });
    await expect(carryOut([deleted("a"), deleted("a")])).rejects.toMatchObject(changed("a"));
    await expect(carryOut([withMode("m", 0o700), withMode("m", 0o640)])).rejects.toMatchObject(changed("m"));
    expect(statSync(join(target(), "m")).mode & 0o777).toBe(0o644);
    const fill = Array.from({ length: 15 }, (_, index) => written(`n${index}`, "n"));
    const twice = [written("w", "1", identity("w")), ...fill, written("w", "2", identity("w"))];
    await expect(carryOut(twice)).rejects.toMatchObject(changed("w"));
    expect(paths()).toEqual(["a", "m", "w"]);
    expect([read("a"), read("w")]).toEqual(["a", "w"]);
  });

  it("is found if a parent directory became a file between the steps", async () => {
    writeTree(target(), {});
    const fill = Array.from({ length: 15 }, (_, index) => written(`n${index}`, "n"));
    const steps = [written("p", "file"), ...fill, written("p/q/r", "below")];
    await expect(carryOut(steps)).rejects.toMatchObject(changed("p/q/r"));
    expect(paths()).toEqual([]);
  });

  it("is found if a parent directory is a link, and nothing behind it changes", async () => {
    const outside = join(directory(), "outside");
    writeTree(outside, { x: "x" });
    mkdirSync(target());
    symlinkSync(outside, join(target(), "d"));
    const steps = [deleted("d/x"), withMode("d/x", 0o777), written("d/x", "X", identity("d/x"))];
    for (const step of [...steps, written("d/new", "n"), written("d/sub/new", "n")]) {
      await expect(carryOut([step])).rejects.toMatchObject(changed(step.rawPath));
    }
    expect(readManifest(outside).entries).toMatchObject([{ rawPath: "x", mode: 0o644, size: 1 }]);
    expect(existsSync(join(outside, "sub"))).toBe(false);
    expect(readdirSync(target())).toEqual(["d"]);
  });
});

describe("a step that fails", () => {
  /** All entries with their types, modes, contents and the inodes of files. */
  const state = () =>
    readManifest(target()).entries.map((entry) => [
      entry,
      entry.type === "directory" ? 0 : lstatSync(join(target(), entry.rawPath)).ino,
    ]);

  it("takes back every step before it", async () => {
    writeTree(target(), {
      "d/e/gone": "g",
      "d/other": "o",
      "f/a": "a",
      "f/tool": { content: "t", mode: 0o640 },
      link: { link: "f/a" },
      "empty/below": { empty: true },
      "full/own": "mine",
    });
    chmodSync(join(target(), "d/e"), 0o751);
    chmodSync(join(target(), "empty/below"), 0o700);
    const before = state();
    const steps = () => [
      deleted("d/e/gone"),
      written("f/a", "A", identity("f/a")),
      written("link", "now a file", identity("link")),
      written("new/deep/file", "n"),
      written("empty", "now a file"),
      withMode("f/tool", 0o750),
    ];
    const fill = Array.from({ length: 16 }, (_, index) => written(`fill/${index}`, "n"));
    await expect(carryOut([...steps(), ...fill, written("full", "file")])).rejects.toMatchObject({
      code: "ENOTDIR",
    });
    expect(state()).toEqual(before);
    await carryOut(steps());
    expect([read("f/a"), read("link"), read("empty"), paths().includes("d/e")]).toEqual([
      "A",
      "now a file",
      "now a file",
      false,
    ]);
  });

  it("is taken back as far as possible, once", async () => {
    writeTree(target(), { "full/own": "mine" });
    const undo = new UndoLog();
    undo.add("n", async () => {
      throw new Error("not possible");
    });
    undo.add("m", async () => rmSync(join(target(), "full/own")));
    expect(await undo.run()).toEqual(["n"]);
    expect(await undo.run()).toEqual([]);
    expect(existsSync(join(target(), "full/own"))).toBe(false);
  });

  it("keeps the files as they were beside where they cannot be put back, and says where", async () => {
    writeTree(target(), { a: "a", "d/x": "x" });
    const original = UndoLog.prototype.run;
    vi.spyOn(UndoLog.prototype, "run").mockImplementation(async function (this: UndoLog) {
      rmSync(join(target(), "a"));
      mkdirSync(join(target(), "a"));
      this.add("a", async () => {
        throw new Error("not possible");
      });
      return original.call(this);
    });
    const error = await carryOut([written("a", "A", identity("a")), written("d", "file")]).catch(
      (reason: unknown) => reason,
    );
    const kept = readdirSync(target()).find((name) => name.startsWith(".abp-kept-"))!;
    expect(error).toMatchObject({
      code: "output_unwritable",
      where: "a",
      advice: `The files as they were are in ${join(target(), kept)}.`,
      details: { issues: [{ path: "a", message: "it could not be taken back" }] },
    });
    expect(read(join(kept, "away/a"))).toBe("a");
  });
});
