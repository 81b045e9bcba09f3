import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writtenBytes } from "./written-bytes.ts";

let root: string;
const at = (name: string) => join(root, name);
const old = new Date("2001-01-01T00:00:00Z");
const future = new Date("2101-01-01T00:00:00Z");
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-written-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the bytes that a run wrote", () => {
  it("are those of files at every depth, whatever their names", async () => {
    mkdirSync(at("a/b"), { recursive: true });
    writeFileSync(at("a/b/one"), "x".repeat(1000));
    writeFileSync(at("two"), "x".repeat(500));
    writeFileSync(Buffer.concat([Buffer.from(at("a/")), Buffer.from([0xff, 0xfe])]), "x".repeat(70));
    expect(await writtenBytes([root], old)).toBe(1570);
    expect(await writtenBytes([at("a"), at("not-there"), at("two")], old)).toBe(1070);
  });

  it("are only those of files that were made or changed since, and a forged time does not hide them", async () => {
    writeFileSync(at("earlier"), "x".repeat(100));
    expect(await writtenBytes([root], future)).toBe(0);
    utimesSync(at("earlier"), future, future);
    expect(await writtenBytes([root], future)).toBe(100);
    utimesSync(at("earlier"), old, old);
    expect(await writtenBytes([root], new Date("2002-01-01"))).toBe(100);
  });

  it("count a file with several names once, a sparse one by its room, and follow no link", async () => {
    writeFileSync(at("one"), "x".repeat(1000));
    linkSync(at("one"), at("same"));
    writeFileSync(at("sparse"), "");
    truncateSync(at("sparse"), 1024 ** 3);
    symlinkSync("/", at("link"));
    expect(await writtenBytes([root], old)).toBe(1000);
  });

  it("are not counted further than asked for", async () => {
    for (let number = 0; number < 20; number += 1) writeFileSync(at(String(number)), "x".repeat(100));
    const counted = await writtenBytes([root], old, 250);
    expect(counted).toBe(300);
  });
});
