import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import type * as fileSystem from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { readChangeRecord, writeChangeRecord } from "./change-record.ts";
import { useDirectory } from "./fixtures/tree.ts";
import { saveChanges } from "./save-changes.ts";

/** The calls on files, and a call that fails. */
const calls: string[] = vi.hoisted(() => []);
const failing = vi.hoisted(() => ({ call: "", error: undefined as unknown }));
vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof fileSystem>();
  const note = (call: string): void => {
    calls.push(call);
    if (call === failing.call) throw failing.error;
  };
  const open: typeof real.open = async (path, flags, mode) => {
    const name = basename(String(path));
    note(`open ${name} ${flags}`);
    const handle = await real.open(path, flags, mode);
    const { sync, close } = handle;
    handle.sync = async () => {
      note(`sync ${name}`);
      await sync.call(handle);
    };
    handle.close = async () => {
      note(`close ${name}`);
      await close.call(handle);
    };
    return handle;
  };
  const rename: typeof real.rename = async (from, to) => {
    note(`rename ${basename(String(from))} ${basename(String(to))}`);
    await real.rename(from, to);
  };
  const mkdir = (async (path: string, options: object) => {
    note(`mkdir ${basename(path)}`);
    return real.mkdir(path, options);
  }) as typeof real.mkdir;
  return { ...real, open, rename, mkdir };
});
vi.mock("../git/run-git.ts", () => ({ runGit: async () => 0 }));

const directory = useDirectory();
const signal = new AbortController().signal;
beforeEach(() => {
  calls.length = 0;
  failing.call = "";
});
const run = () => join(directory(), "run");
const save = () => {
  mkdirSync(run());
  const stage = { source: directory(), root: directory() };
  return saveChanges({ stage, changes: [], directory: run(), signal });
};
const failure = (code: string) => Object.assign(new Error(code), { code });
function failAt(call: string, error: unknown): void {
  failing.call = call;
  failing.error = error;
}

describe("saved changes", () => {
  it("are on the disk before the record names them, each for its owner alone", async () => {
    const { patch, complete } = await save();
    expect(calls).toEqual([
      "mkdir patch.git",
      "open patch.diff wx",
      "sync patch.diff",
      "close patch.diff",
      "open changes.json.new w",
      "sync changes.json.new",
      "close changes.json.new",
      "rename changes.json.new changes.json",
    ]);
    expect([patch.bytes, complete]).toEqual([0, true]);
    expect(readdirSync(run()).sort()).toEqual(["changes.json", "patch.diff", "patch.git"]);
    const modes = ["changes.json", "patch.diff", "patch.git"].map(
      (name) => statSync(join(run(), name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o700]);
    const text = readFileSync(join(run(), "changes.json"), "utf8");
    expect(text).toBe(`${JSON.stringify(JSON.parse(text))}\n`);
  });

  it.each([
    ["ENOSPC", "workspace_full", "the changes could not be saved: no space left"],
    ["EDQUOT", "workspace_full", "the changes could not be saved: "],
    ["EIO", "execution_workspace_error", "the changes could not be saved ("],
  ])("W26 tell %s as %s, and close their files", async (code, expected, message) => {
    failAt("sync patch.diff", failure(code));
    const error = await save().catch((each: unknown) => each);
    expect(error).toMatchObject({ code: expected, where: run(), cause: { code } });
    expect((error as Error).message.startsWith(message.slice(0, 32))).toBe(true);
    expect(calls.at(-1)).toBe("close patch.diff");
  });

  it("close the record if it cannot be written", async () => {
    failAt("sync changes.json.new", failure("EIO"));
    await expect(save()).rejects.toMatchObject({ code: "execution_workspace_error" });
    expect(calls.at(-1)).toBe("close changes.json.new");
    expect(readdirSync(run())).not.toContain("changes.json");
  });

  it.each([
    ["an error of the table", new AbpError("patch_not_found", "x")],
    ["an error without a code", new Error("plain")],
    ["an error whose code is no text", Object.assign(new Error("odd"), { code: 7 })],
    ["a reason that is nothing", null],
  ])("leave %s as it is", async (_, reason) => {
    failAt("mkdir patch.git", reason);
    await expect(save()).rejects.toBe(reason);
  });
});

describe("the record of saved changes", () => {
  it("is read as it was written, and names its place if it is missing or damaged", async () => {
    const record = { source: "/s", complete: true, leftOut: [] } as unknown as Parameters<
      typeof writeChangeRecord
    >[1];
    mkdirSync(run());
    await writeChangeRecord(run(), record);
    expect(await readChangeRecord(run())).toEqual(record);
    const none = join(run(), "none");
    await expect(readChangeRecord(none)).rejects.toMatchObject({
      code: "patch_not_found",
      where: none,
      cause: { code: "ENOENT" },
    });
    const below = join(run(), "changes.json");
    await expect(readChangeRecord(below)).rejects.toMatchObject({
      code: "patch_not_found",
      where: below,
      cause: { code: "ENOTDIR" },
    });
    mkdirSync(join(run(), "other/changes.json"), { recursive: true });
    await expect(readChangeRecord(join(run(), "other"))).rejects.toMatchObject({
      code: "input_unreadable",
      where: join(run(), "other/changes.json"),
      cause: { code: "EISDIR" },
    });
  });
});
