import { execFileSync } from "node:child_process";
import { readdirSync, readlinkSync, symlinkSync, truncateSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../lib/index.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { type LargeContent, MAX_FILE_BYTES, openLarge, readLarge, readSmall } from "./content.ts";

const directory = useDirectory();
const changed = { problem: "its content changed while the patch was written" };

function entryOf(
  rawPath: string,
  content: string | Buffer,
  more: Partial<ManifestEntry> = {},
): ManifestEntry {
  const size = Buffer.byteLength(content);
  return { rawPath, type: "file", mode: 0o644, size, sha256: sha256Hex(content), ...more };
}

/** Whether this process has the file open. */
function isOpen(path: string): boolean {
  const descriptors = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return descriptors.includes(path);
}

describe("a small content", () => {
  it("is read if it is that of the manifest", async () => {
    writeTree(directory(), { f: "text", empty: "", l: { link: "to\xff" } });
    expect(await readSmall(directory(), entryOf("f", "text"))).toEqual(Buffer.from("text"));
    expect(await readSmall(directory(), entryOf("empty", ""))).toEqual(Buffer.alloc(0));
    const target = Buffer.from("to\xff", "latin1");
    const link = entryOf("l", target, { type: "symlink" });
    expect(await readSmall(directory(), link)).toEqual(target);
    expect(await readSmall(directory(), { ...link, sha256: "00" })).toEqual(changed);
  });

  it("is refused if it differs, and the file is closed", async (ctx) => {
    writeTree(directory(), { f: "text", "d/x": "x" });
    execFileSync("mkfifo", [join(directory(), "pipe")]);
    symlinkSync("f", join(directory(), "link"));
    expect(await readSmall(directory(), entryOf("f", "texT"))).toEqual(changed);
    expect(await readSmall(directory(), entryOf("f", "text and more"))).toEqual(changed);
    expect(await readSmall(directory(), entryOf("f", "text", { size: 3 }))).toEqual(changed);
    expect(await readSmall(directory(), entryOf("pipe", ""))).toEqual(changed);
    expect(await readSmall(directory(), entryOf("d", ""))).toEqual(changed);
    expect(await readSmall(directory(), entryOf("none", ""))).toEqual({
      problem: "it cannot be read (no such file)",
    });
    expect(await readSmall(directory(), entryOf("link", "text"))).toHaveProperty("problem");
    if (process.platform !== "linux") ctx.skip("needs /proc");
    expect(isOpen(join(directory(), "f"))).toBe(false);
    expect(isOpen(join(directory(), "pipe"))).toBe(false);
  });
});

describe("a large content", () => {
  const text = Buffer.alloc(600_000, "abcdefghijk");

  async function readAll(content: LargeContent, entry: ManifestEntry) {
    const pieces: Buffer[] = [];
    const reading = readLarge(content, entry);
    for (;;) {
      const step = await reading.next();
      if (step.done === true) return { pieces, problem: step.value };
      pieces.push(step.value);
    }
  }

  it("is read in pieces, and closed", async (ctx) => {
    writeTree(directory(), { f: text });
    const entry = entryOf("f", text);
    const opened = (await openLarge(directory(), entry)) as LargeContent;
    const { pieces, problem } = await readAll(opened, entry);
    expect(problem).toBeUndefined();
    expect(Buffer.concat(pieces).equals(text)).toBe(true);
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(256 * 1024);
    if (process.platform !== "linux") ctx.skip("needs /proc");
    expect(isOpen(join(directory(), "f"))).toBe(false);
  });

  it("is filled with zeros if the file has become shorter", async () => {
    writeTree(directory(), { f: text });
    const entry = entryOf("f", text);
    const opened = (await openLarge(directory(), entry)) as LargeContent;
    truncateSync(join(directory(), "f"), 10);
    const { pieces, problem } = await readAll(opened, entry);
    expect(problem).toEqual(changed);
    const all = Buffer.concat(pieces);
    expect(all.length).toBe(text.length);
    expect(all.subarray(0, 10)).toEqual(text.subarray(0, 10));
    expect(all.subarray(10).every((byte) => byte === 0)).toBe(true);
  });

  it("is taken as it comes if a read returns less than it was asked for", async () => {
    const bytes = Buffer.from("0123456789");
    let closed = 0;
    const handle = {
      read: async (chunk: Buffer, offset: number, length: number, position: number) => {
        const part = bytes.subarray(position, position + Math.min(length, 3));
        return { bytesRead: part.copy(chunk, offset), buffer: chunk };
      },
      close: async () => {
        closed += 1;
      },
    } as unknown as FileHandle;
    const { pieces, problem } = await readAll({ handle }, entryOf("f", bytes));
    expect(pieces.map(String)).toEqual(["012", "345", "678", "9"]);
    expect([problem, closed]).toEqual([undefined, 1]);
  });

  it("is refused if it is too large, missing, or of another size", async () => {
    writeTree(directory(), { f: "text" });
    const huge = entryOf("f", "text", { size: MAX_FILE_BYTES + 1 });
    expect(await openLarge(directory(), huge)).toEqual({ problem: "it is larger than 512 MiB" });
    expect(await openLarge(directory(), { ...huge, size: MAX_FILE_BYTES })).toEqual(changed);
    expect(await openLarge(directory(), entryOf("none", "x"))).toEqual({
      problem: "it cannot be read (no such file)",
    });
  });
});
