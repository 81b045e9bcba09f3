import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writtenBytes } from "./written-bytes.ts";

/** The error of an operation on an entry whose path ends with this name. */
const fault = vi.hoisted(() => ({ operation: "", name: "", error: new Error() }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs/promises")>();
  const check = (operation: string, path: Buffer) => {
    if (operation === fault.operation && path.toString().endsWith(fault.name)) throw fault.error;
  };
  return {
    ...fs,
    opendir: async (path: Buffer, options: object) => {
      check("opendir", path);
      return fs.opendir(path, options);
    },
    lstat: async (path: Buffer, options: { bigint: true }) => {
      check("lstat", path);
      return fs.lstat(path, options);
    },
  };
});

let root: string;
const at = (name: string) => join(root, name);
const old = new Date("2001-01-01T00:00:00Z");
const future = new Date("2101-01-01T00:00:00Z");
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-written-"));
  fault.operation = "";
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
    const made = Number(statSync(at("earlier"), { bigint: true }).birthtimeMs);
    expect(await writtenBytes([root], new Date(made))).toBe(100);
    expect(await writtenBytes([root], new Date(made + 1))).toBe(0);
  });

  it("count a file with several names once, a sparse one by its room, and follow no link", async () => {
    writeFileSync(at("one"), "x".repeat(1000));
    linkSync(at("one"), at("same"));
    writeFileSync(at("two"), "x".repeat(200));
    linkSync(at("two"), at("same too"));
    writeFileSync(at("sparse"), "x".repeat(5000));
    truncateSync(at("sparse"), 1024 ** 3);
    symlinkSync("/", at("link"));
    symlinkSync("x".repeat(1000), at("long link"));
    expect(await writtenBytes([root], old)).toBe(1200 + 512 * statSync(at("sparse")).blocks);
  });

  it("are counted until they are more than asked for, in each directory and in all", async () => {
    for (const name of ["a", "b", "c"]) {
      mkdirSync(at(name));
      writeFileSync(at(`${name}/file`), "x".repeat(100));
    }
    expect(await writtenBytes([root], old, 99)).toBe(100);
    expect(await writtenBytes([root], old, 100)).toBe(200);
    expect(await writtenBytes([at("a"), at("b"), at("c")], old, 100)).toBe(200);
    writeFileSync(at("a/other"), "x".repeat(100));
    expect(await writtenBytes([at("a")], old, 99)).toBe(100);
    expect(await writtenBytes([at("a")], old, 100)).toBe(200);
  });

  it("are not counted further than asked for", async () => {
    for (let number = 0; number < 20; number += 1) writeFileSync(at(String(number)), "x".repeat(100));
    const counted = await writtenBytes([root], old, 250);
    expect(counted).toBe(300);
  });

  describe("beside an entry that cannot be read", () => {
    const operations = [
      ["opendir", "gone", 10],
      ["lstat", "gone/file", 10],
    ] as const;
    beforeEach(() => {
      mkdirSync(at("gone"));
      writeFileSync(at("gone/file"), "x".repeat(1000));
      writeFileSync(at("there"), "x".repeat(10));
    });

    const codes = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG", "ESTALE"];
    it.each(codes.flatMap((code) => operations.map((one) => [code, ...one] as const)))(
      "are counted despite %s of %s on %s",
      async (code, operation, name, bytes) => {
        Object.assign(fault, { operation, name, error: Object.assign(new Error(code), { code }) });
        expect(await writtenBytes([root], old)).toBe(bytes);
      },
    );

    it.each(["EIO", "EMFILE", undefined].flatMap((code) => operations.map((one) => [code, ...one] as const)))(
      "are not counted after %s of %s on %s",
      async (code, operation, name) => {
        const error = Object.assign(new Error("broken"), code === undefined ? {} : { code });
        Object.assign(fault, { operation, name, error });
        await expect(writtenBytes([root], old)).rejects.toBe(error);
      },
    );
  });
});
