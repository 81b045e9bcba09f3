import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makePrivateDirectory, writeDurableFile } from "./durable-file.ts";

const calls = vi.hoisted(() => [] as string[]);
/** Called before a directory is made; may make it first, or throw. */
const before = vi.hoisted(() => ({ mkdir: (_path: string): void => undefined }));

// Notes the calls that decide whether a file survives a power cut; each still has its effect.
vi.mock("node:fs/promises", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs/promises")>();
  const nameOf = (path: string) => path.replace(/^.*\//, "").replace(/\.[0-9a-f]{12}\.tmp$/, ".tmp");
  return {
    ...fs,
    open: async (path: string, ...rest: [string, number?]) => {
      const handle = await fs.open(path, ...rest);
      const { sync, close, writeFile } = handle;
      handle.sync = async () => {
        calls.push(`flush ${nameOf(path)}`);
        await sync.call(handle);
      };
      handle.close = async () => {
        calls.push(`close ${nameOf(path)}`);
        await close.call(handle);
      };
      handle.writeFile = async (content) => {
        calls.push(`write ${nameOf(path)}`);
        await writeFile.call(handle, content);
      };
      return handle;
    },
    mkdir: async (path: string, options: { mode: number }) => {
      before.mkdir(path);
      return fs.mkdir(path, options);
    },
    rename: async (from: string, to: string) => {
      calls.push(`rename ${nameOf(from)} ${nameOf(to)}`);
      await fs.rename(from, to);
    },
  };
});

const systemError = (code: string) => Object.assign(new Error(code), { code });

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-order-"));
  calls.length = 0;
  before.mkdir = () => undefined;
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a durable file", () => {
  it("is flushed before it gets its name, and the name is flushed after that", async () => {
    await writeDurableFile(join(directory, "file"), "text", 0o600);
    expect(calls).toEqual([
      "write file.tmp",
      "flush file.tmp",
      "close file.tmp",
      "rename file.tmp file",
      `flush ${basename(directory)}`,
      `close ${basename(directory)}`,
    ]);
  });
});

describe("a private directory", () => {
  it("is flushed into the directory in which the first new one was made", async () => {
    await makePrivateDirectory(join(directory, "a", "b"));
    expect(calls).toEqual([`flush ${basename(directory)}`, `close ${basename(directory)}`]);
    calls.length = 0;
    await makePrivateDirectory(join(directory, "a", "b"));
    expect(calls).toEqual([]);
  });

  it("is flushed if another process made the directory above it meanwhile, and not if it made both", async () => {
    for (const made of ["", "b"]) {
      const above = join(directory, `a${made}`);
      before.mkdir = (path) => {
        if (path !== join(above, "b")) return;
        before.mkdir = () => undefined;
        mkdirSync(join(above, made), { recursive: true });
        throw systemError("ENOENT");
      };
      calls.length = 0;
      await makePrivateDirectory(join(above, "b"));
      expect([made, calls]).toEqual([made, made === "" ? ["flush a", "close a"] : []]);
    }
  });

  it("is refused with the error of making it, whether it exists or not", async () => {
    before.mkdir = () => {
      throw systemError("EACCES");
    };
    for (const path of [directory, join(directory, "none")])
      await expect(makePrivateDirectory(path)).rejects.toMatchObject({ code: "EACCES" });
  });

  it("is looked for no further than the root", async () => {
    let attempts = 0;
    before.mkdir = () => {
      attempts += 1;
      throw systemError(attempts > 1000 ? "EIO" : "ENOENT");
    };
    await expect(makePrivateDirectory(join(directory, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
