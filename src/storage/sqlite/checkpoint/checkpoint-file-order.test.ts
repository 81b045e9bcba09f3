import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeCheckpointFile } from "../tenant-files/checkpoint-file.ts";

const { calls, names } = vi.hoisted(() => ({ calls: [] as string[], names: new Map<number, string>() }));

// Notes the calls that decide whether a file survives a power cut; each still has its effect.
vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  return {
    ...fs,
    openSync: (path: string, ...rest: [string, number?]) => {
      const file = fs.openSync(path, ...rest);
      names.set(file, basename(path));
      return file;
    },
    writeSync: (file: number, text: string) => {
      calls.push(`write ${names.get(file)}`);
      return fs.writeSync(file, text);
    },
    fsyncSync: (file: number) => {
      calls.push(`flush ${names.get(file)}`);
      fs.fsyncSync(file);
    },
    closeSync: (file: number) => {
      calls.push(`close ${names.get(file)}`);
      fs.closeSync(file);
    },
    renameSync: (from: string, to: string) => {
      calls.push(`rename ${basename(from)} ${basename(to)}`);
      fs.renameSync(from, to);
    },
  };
});

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-order-"));
  calls.length = 0;
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a checkpoint file", () => {
  it("is flushed before it gets its name, and the name is flushed after that", () => {
    writeCheckpointFile(join(directory, "checkpoint-a"), "text");
    expect(calls).toEqual([
      "write checkpoint-a%tmp",
      "flush checkpoint-a%tmp",
      "close checkpoint-a%tmp",
      "rename checkpoint-a%tmp checkpoint-a",
      `flush ${basename(directory)}`,
      `close ${basename(directory)}`,
    ]);
  });
});
