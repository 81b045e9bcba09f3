import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Directory } from "./directory.ts";

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "abp-directory-"));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

describe("a directory", () => {
  it("is addressed by its descriptor, also after it was moved", (context) => {
    if (!existsSync("/proc/self/fd")) context.skip("needs /proc");
    mkdirSync(join(path, "a"));
    const directory = Directory.open(join(path, "a"));
    expect(directory.prefix).toBe(`/proc/${process.pid}/fd/${directory.fd}`);
    renameSync(join(path, "a"), join(path, "b"));
    writeFileSync(directory.place("x"), "x");
    expect(existsSync(join(path, "b/x"))).toBe(true);
    directory.close();
    expect(() => directory.status()).toThrow("EBADF");
  });

  it("W04 is refused as a link or a file", () => {
    mkdirSync(join(path, "a"));
    symlinkSync("a", join(path, "link"));
    writeFileSync(join(path, "file"), "");
    const root = Directory.open(path);
    expect(() => root.child("link")).toThrow(/ENOTDIR|ELOOP/);
    expect(() => root.child("file")).toThrow("ENOTDIR");
    expect(() => root.child("none")).toThrow("ENOENT");
    root.close();
  });

  it("W13 lists and opens names byte by byte", () => {
    const root = Directory.open(path);
    mkdirSync(root.place("d\xff"));
    expect(root.place("plain")).toBe(`${root.prefix}/plain`);
    expect(root.place("d\xff")).toEqual(Buffer.from(`${root.prefix}/d\xff`, "latin1"));
    const child = root.child("d\xff");
    writeFileSync(child.place("\x80"), "abc");
    symlinkSync("nowhere", child.place("link"));
    expect(root.list().map((entry) => [entry.name, entry.isDirectory()])).toEqual([["d\xff", true]]);
    expect(
      child
        .list()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["link", "\x80"]);
    expect(child.entryStatus("\x80").size).toBe(3);
    expect(child.entryStatus("link").isSymbolicLink()).toBe(true);
    expect(child.status().ino).toBe(root.entryStatus("d\xff").ino);
    child.close();
    root.close();
  });
});
