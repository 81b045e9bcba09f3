import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tryLock } from "./file-lock.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-file-lock-"));
  path = join(directory, "lock");
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("the lock of a file", () => {
  it("is held by one at a time, and free again after it was released", () => {
    const first = tryLock(path);
    expect([first === undefined, tryLock(path)]).toEqual([false, undefined]);
    first?.release();
    const second = tryLock(path);
    expect(second).toBeDefined();
    second?.release();
  });

  it("is waited for as long as was asked for", () => {
    const held = tryLock(path);
    const startedAt = performance.now();
    expect(tryLock(path, 300)).toBeUndefined();
    expect(performance.now() - startedAt).toBeGreaterThan(150);
    held?.release();
  });

  it("is refused with the error of SQLite if the file cannot be a lock", () => {
    writeFileSync(path, "this is a text and no database".repeat(100));
    expect(() => tryLock(path)).toThrow(expect.objectContaining({ errcode: 26 }));
    mkdirSync(join(directory, "folder"));
    expect(() => tryLock(join(directory, "folder"))).toThrow(
      expect.objectContaining({ code: "ERR_SQLITE_ERROR" }),
    );
  });
});
