import { randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { sha256Hex } from "../../lib/index.ts";
import { Directory } from "../walk/directory.ts";
import { type CloneFile, ContentReader } from "./file-content.ts";

let directory: string;
let target: Directory;
let open: number[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-content-"));
  target = Directory.open(directory);
  open = [];
});
afterEach(() => {
  for (const fd of open) closeSync(fd);
  target.close();
  rmSync(directory, { recursive: true, force: true });
});

function openFile(name: string) {
  const fd = openSync(join(directory, name), "r");
  open.push(fd);
  const { size, mode, blocks } = fstatSync(fd);
  return { fd, size, mode, isSparse: blocks * 512 < size };
}
const noClone: CloneFile = () => {
  throw Object.assign(new Error("no"), { code: "EOPNOTSUPP" });
};

describe("the content of a file", () => {
  it.each([0, 1, 4095, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3_000_000])(
    "is copied and hashed exactly with %i bytes",
    (size) => {
      const content = randomBytes(size);
      writeFileSync(join(directory, "a"), content);
      const read = new ContentReader(0o022, noClone).copy(openFile("a"), target, "b");
      // A content that fits the buffer is at hand until the next file is read.
      const expected = {
        bytes: size,
        sha256: sha256Hex(content),
        ...(size < 1024 * 1024 ? { content } : {}),
      };
      expect(read).toEqual({ ...expected, copiedMs: statSync(join(directory, "b")).mtimeMs });
      expect(readFileSync(join(directory, "b")).equals(content)).toBe(true);
      expect(new ContentReader(0, noClone).hash(openFile("a"))).toEqual(expected);
    },
  );

  it("W07 keeps the holes of a sparse file", () => {
    const size = faultSize(50_000_000, 3_000_000_000);
    const fd = openSync(join(directory, "sparse"), "w");
    writeSync(fd, "start", 0);
    writeSync(fd, "middle", 7_000_000);
    ftruncateSync(fd, size);
    closeSync(fd);
    new ContentReader(0o022, noClone).copy(openFile("sparse"), target, "copy");
    const copy = statSync(join(directory, "copy"));
    expect(copy.size).toBe(size);
    expect(copy.blocks * 512).toBeLessThan(1_000_000);
    const reader = new ContentReader(0, noClone);
    expect(reader.hash(openFile("copy"))).toEqual(reader.hash(openFile("sparse")));
  });

  it("shares the blocks of a large file if the file system can", () => {
    const content = randomBytes(200_000);
    writeFileSync(join(directory, "a"), content, { mode: 0o640 });
    writeFileSync(join(directory, "small"), "s");
    const cloned: string[] = [];
    const reader = new ContentReader(0o022, (source, place) => {
      cloned.push(String(place).replace(/.*\//, ""));
      copyFileSync(source, place);
    });
    expect(reader.copy(openFile("a"), target, "b").sha256).toBe(sha256Hex(content));
    reader.copy(openFile("small"), target, "small-copy");
    expect(cloned).toEqual(["b"]);
    expect(statSync(join(directory, "b")).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(directory, "b")).equals(content)).toBe(true);
  });

  it("asks a file system that cannot share blocks only once", () => {
    writeFileSync(join(directory, "a"), randomBytes(200_000));
    let asked = 0;
    const reader = new ContentReader(0o022, (...args) => {
      asked += 1;
      noClone(...args);
    });
    reader.copy(openFile("a"), target, "b");
    reader.copy(openFile("a"), target, "c");
    expect(asked).toBe(1);
    expect(readdirSync(directory).toSorted()).toEqual(["a", "b", "c"]);
  });

  it("is never written over an existing file", () => {
    writeFileSync(join(directory, "a"), randomBytes(200_000));
    writeFileSync(join(directory, "b"), "kept");
    expect(() => new ContentReader(0o022).copy(openFile("a"), target, "b")).toThrow(/EEXIST/);
    expect(() => new ContentReader(0o022, noClone).copy(openFile("a"), target, "b")).toThrow(/EEXIST/);
    expect(readFileSync(join(directory, "b"), "utf8")).toBe("kept");
  });

  it.each([128 * 1024 - 1, 128 * 1024])("is shared from 128 KiB on: %i bytes", (size) => {
    writeFileSync(join(directory, "a"), randomBytes(size));
    const clone = vi.fn<CloneFile>((source, place) => copyFileSync(source, place));
    const file = openFile("a");
    new ContentReader(0o022, clone).copy(file, target, "b");
    expect(clone.mock.calls).toEqual(
      size < 128 * 1024 ? [] : [[`/proc/self/fd/${file.fd}`, target.place("b")]],
    );
  });

  it("says that a name is taken if it would be shared", () => {
    writeFileSync(join(directory, "a"), randomBytes(200_000));
    const taken = Object.assign(new Error("taken"), { code: "EEXIST" });
    const reader = new ContentReader(0o022, () => {
      throw taken;
    });
    expect(() => reader.copy(openFile("a"), target, "b")).toThrow(taken);
    expect(readdirSync(directory)).toEqual(["a"]);
  });

  it("gets its permissions if the umask takes some away, without special bits", () => {
    writeFileSync(join(directory, "a"), "x");
    const umask = process.umask(0o077);
    try {
      const file = { ...openFile("a"), mode: 0o106775 };
      new ContentReader(0o077, noClone).copy(file, target, "b");
      new ContentReader(0, noClone).copy(file, target, "c");
      writeFileSync(join(directory, "large"), randomBytes(200_000));
      const large = { ...openFile("large"), mode: 0o106751 };
      new ContentReader(0o077, (from, to) => copyFileSync(from, to)).copy(large, target, "d");
    } finally {
      process.umask(umask);
    }
    const modes = ["b", "c", "d"].map((name) => statSync(join(directory, name)).mode & 0o7777);
    expect(modes).toEqual([0o775, 0o700, 0o751]);
  });

  it("W27 is read to its end if it shrank, and little further if it grew", () => {
    writeFileSync(join(directory, "a"), "12345");
    const shrunk = new ContentReader(0, noClone).copy({ ...openFile("a"), size: 9 }, target, "b");
    expect(shrunk).toEqual({ bytes: 5, sha256: sha256Hex("12345"), copiedMs: expect.any(Number) });
    expect(readFileSync(join(directory, "b"), "utf8")).toBe("12345");
    const content = randomBytes(3 * 1024 * 1024 + 5);
    writeFileSync(join(directory, "grown"), content);
    const mebibyte = 1024 * 1024;
    const hash = (size: number) => new ContentReader(0, noClone).hash({ ...openFile("grown"), size }).bytes;
    expect([hash(5), hash(mebibyte - 1), hash(mebibyte)]).toEqual([mebibyte, mebibyte, 2 * mebibyte]);
    expect(hash(content.length)).toBe(content.length);
  });

  it("W07 keeps a hole at the end and every byte around a hole", () => {
    const block = 64 * 1024;
    const pieces = [
      Buffer.alloc(block),
      Buffer.concat([Buffer.from([1]), Buffer.alloc(block - 1)]),
      Buffer.concat([Buffer.alloc(block - 1), Buffer.from([2])]),
      Buffer.alloc(20 * block),
      Buffer.from("tail"),
      Buffer.alloc(100),
    ];
    const content = Buffer.concat(pieces);
    writeFileSync(join(directory, "a"), content);
    const read = new ContentReader(0, noClone).copy({ ...openFile("a"), isSparse: true }, target, "b");
    expect(read).toMatchObject({ bytes: content.length, sha256: sha256Hex(content) });
    expect(readFileSync(join(directory, "b")).equals(content)).toBe(true);
    expect(statSync(join(directory, "b")).blocks * 512).toBeLessThan(6 * block);
    new ContentReader(0, noClone).copy(openFile("a"), target, "whole");
    expect(statSync(join(directory, "whole")).blocks * 512).toBeGreaterThanOrEqual(content.length);
  });

  it("leaves no file open, whether it succeeds or not", (context) => {
    if (!existsSync("/proc/self/fd")) context.skip("needs /proc");
    const openFiles = () => readdirSync("/proc/self/fd").length;
    writeFileSync(join(directory, "a"), "x");
    const file = openFile("a");
    const before = openFiles();
    const reader = new ContentReader(0, noClone);
    reader.copy(file, target, "b");
    expect(() => reader.copy({ ...file, fd: 999_999 }, target, "c")).toThrow("EBADF");
    expect(openFiles()).toBe(before);
  });
});
