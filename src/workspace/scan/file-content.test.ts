import { randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
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
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
      expect(read).toEqual({ bytes: size, sha256: sha256Hex(content) });
      expect(readFileSync(join(directory, "b")).equals(content)).toBe(true);
      expect(new ContentReader(0, noClone).hash(openFile("a"))).toEqual(read);
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

  it("shares the blocks of a large file where the file system can", () => {
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
});
