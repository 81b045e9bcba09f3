import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HeadFileSystem, HeadFiles, headPath, readHeadFiles } from "./head-file.ts";
import { formatHead } from "./log-head.ts";

const last = "ab".repeat(32);
const head = (size: number) => ({ size, last });

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-head-file-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("the files of recorded heads", () => {
  it("hold the newest head of each tenant, for the owner alone", () => {
    const files = new HeadFiles(directory);
    files.record("a", head(1000));
    files.record("a/b ü", head(1));
    files.record("a", head(7));
    files.close();
    expect(readHeadFiles(directory).map(({ tenant, head: one }) => [tenant, one.size])).toEqual([
      ["a", 7],
      ["a/b ü", 1],
    ]);
    expect(readFileSync(headPath(directory, "a"), "utf8")).toBe(formatHead(head(7)));
    expect(statSync(headPath(directory, "a")).mode & 0o777).toBe(0o600);
  });

  it("are continued by the next process", () => {
    for (const size of [1, 2]) {
      const files = new HeadFiles(directory);
      files.record("a", head(size));
      files.close();
    }
    expect(readHeadFiles(directory)).toEqual([
      { tenant: "a", path: headPath(directory, "a"), head: head(2) },
    ]);
  });

  it("are left out if they are torn, and other files are not looked at", () => {
    writeFileSync(join(directory, "head-torn"), formatHead(head(5)).slice(0, 50));
    writeFileSync(join(directory, "checkpoint-a"), formatHead(head(5)));
    expect(readHeadFiles(directory)).toEqual([]);
  });

  it("cause no error if they cannot be written", () => {
    mkdirSync(headPath(directory, "a"));
    const files = new HeadFiles(directory);
    files.record("a", head(1));
    files.record("b", head(1));
    files.close();
    expect(readdirSync(directory).sort()).toEqual(["head-a", "head-b"]);
    expect(readHeadFiles(directory).map(({ tenant }) => tenant)).toEqual(["b"]);
  });
});

describe("the open files of recorded heads", () => {
  function fake(): {
    files: HeadFiles;
    calls: string[];
    fail: { open: boolean; write: boolean; close: boolean };
  } {
    const calls: string[] = [];
    const fail = { open: false, write: false, close: false };
    const names: string[] = [];
    const system: HeadFileSystem = {
      open: (path) => {
        const name = basename(path).slice("head-".length);
        calls.push(`open ${name}`);
        if (fail.open) throw new Error("EMFILE");
        return names.push(name) - 1;
      },
      write: (file, text) => {
        if (fail.write) throw new Error("EIO");
        calls.push(`write ${names[file]} ${Number(text.slice(12, 28))}`);
      },
      close: (file) => {
        calls.push(`close ${names[file]}`);
        if (fail.close) throw new Error("EBADF");
      },
    };
    return { files: new HeadFiles(directory, system), calls, fail };
  }

  it("are opened once and written once for each head", () => {
    const { files, calls } = fake();
    files.record("a", head(1));
    files.record("a", head(2));
    files.close();
    files.close();
    expect(calls).toEqual(["open a", "write a 1", "write a 2", "close a"]);
  });

  it("are 64 at most; the one that was opened first is closed", () => {
    const { files, calls } = fake();
    for (let at = 0; at < 66; at += 1) files.record(`t${at}`, head(1));
    expect(calls.filter((call) => call.startsWith("close"))).toEqual(["close t0", "close t1"]);
    files.record("t65", head(2));
    expect(calls.at(-1)).toBe("write t65 2");
  });

  it("are opened again after an error", () => {
    const { files, calls, fail } = fake();
    files.record("a", head(1));
    fail.write = true;
    fail.close = true;
    files.record("a", head(2));
    fail.write = false;
    files.record("a", head(3));
    expect(calls).toEqual(["open a", "write a 1", "close a", "open a", "write a 3"]);
  });

  it("are not closed if they could not be opened", () => {
    const { files, calls, fail } = fake();
    fail.open = true;
    files.record("a", head(1));
    fail.open = false;
    files.record("a", head(2));
    expect(calls).toEqual(["open a", "open a", "write a 2"]);
  });
});
