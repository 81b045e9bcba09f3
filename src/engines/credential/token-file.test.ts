import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tokenFile } from "./token-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-token-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const signal = new AbortController().signal;

describe("a token in a file", () => {
  it("is read again when the file is written, replaced, or linked to another one", async () => {
    const path = join(folder, "token");
    writeFileSync(path, "one\n");
    const { read } = tokenFile(path);
    expect([await read(signal), await read(signal)]).toEqual(["one\n", "one\n"]);
    writeFileSync(path, "longer");
    expect(await read(signal)).toBe("longer");
    writeFileSync(join(folder, "next"), "second");
    renameSync(join(folder, "next"), path);
    expect(await read(signal)).toBe("second");
    writeFileSync(join(folder, "third"), "thirds");
    symlinkSync(join(folder, "third"), join(folder, "link"));
    renameSync(join(folder, "link"), path);
    expect(await read(signal)).toBe("thirds");
  });

  it("is missing with the path and the reason", async () => {
    const path = join(folder, "none");
    await expect(tokenFile(path).read(signal)).rejects.toThrow(`the file ${path} cannot be read (ENOENT)`);
    await expect(tokenFile(folder).read(signal)).rejects.toThrow("is not a file");
  });

  it("is not read if the file is too large", async () => {
    const path = join(folder, "large");
    writeFileSync(path, "x".repeat(64 * 1024 + 1));
    await expect(tokenFile(path).read(signal)).rejects.toThrow("is larger than 65536 bytes");
    writeFileSync(path, "x".repeat(64 * 1024));
    expect(await tokenFile(path).read(signal)).toHaveLength(64 * 1024);
  });
});
