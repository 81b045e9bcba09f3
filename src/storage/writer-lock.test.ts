import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeWriterLock } from "./writer-lock.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-lock-"));
  path = join(directory, "lock");
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a writer lock", () => {
  it("is held by one at a time", () => {
    const lock = takeWriterLock(path);
    expect(() => takeWriterLock(path)).toThrow(
      expect.objectContaining({ code: "ledger_in_use", where: path }),
    );
    lock.release();
    takeWriterLock(path).release();
  });

  it("that is not taken leaves no file open", () => {
    const countOpen = () => readdirSync("/proc/self/fd").length;
    const lock = takeWriterLock(path);
    // SQLite keeps the file of one attempt, because closing it would end the lock of this process.
    expect(() => takeWriterLock(path)).toThrow();
    const before = countOpen();
    for (let count = 0; count < 3; count += 1) expect(() => takeWriterLock(path)).toThrow();
    expect(countOpen()).toBe(before);
    lock.release();
    expect(countOpen()).toBeLessThan(before);
  });

  it("does not exclude the locks of other files", () => {
    const lock = takeWriterLock(path);
    takeWriterLock(`${path}2`).release();
    lock.release();
  });

  it("ends with the process that holds it, however that ends", () => {
    const module = JSON.stringify(join(import.meta.dirname, "writer-lock.ts"));
    const script = `import { takeWriterLock } from ${module};
      takeWriterLock(${JSON.stringify(path)}); console.log("held"); process.kill(process.pid, "SIGKILL");`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect([run.stdout, run.signal]).toEqual(["held\n", "SIGKILL"]);
    takeWriterLock(path).release();
  });

  it("is not taken for held if its file cannot be used", () => {
    const noDirectory = join(directory, "none", "lock");
    expect(() => takeWriterLock(noDirectory)).toThrow(/unable to open/);
    writeFileSync(path, "this file is not a lock and not a database, but it is long enough".repeat(20));
    expect(() => takeWriterLock(path)).toThrow(/not a database/);
  });
});
