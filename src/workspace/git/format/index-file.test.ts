import { describe, expect, it } from "vitest";
import { parseIndex, writeIndex } from "./index-file.ts";

const entry = (rawPath: string, more: object = {}) => ({
  rawPath,
  mode: 0o100644,
  oid: "1f".repeat(20),
  size: 5,
  modifiedMs: 1_700_000_000_000,
  ...more,
});
const unset = { changedMs: 0, ino: 0, uid: 0, gid: 0 };
const written = writeIndex([entry("b"), entry("a")]);
const CHECKSUM_BYTES = 20;

/** The index with other bytes at a place. */
function changed(at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(written);
  for (const [index, value] of values.entries()) copy[at + index] = value;
  return copy;
}

/** The index with an extension before its checksum. */
function extended(name: string, length: number, content = Buffer.alloc(length)): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32BE(length, 4);
  const end = written.length - CHECKSUM_BYTES;
  return Buffer.concat([written.subarray(0, end), head, content, written.subarray(end)]);
}

describe("an index", () => {
  it("is read as it was written, in the order of the paths", () => {
    const long = "x".repeat(5000);
    const given = [
      entry(long, { size: 2 ** 32 + 7 }),
      entry("a/\xe9", { mode: 0o100755, modifiedMs: 1_700_000_001_999 }),
      ...["abcdefg", "abcdefgh", "abcdefghi"].map((rawPath) => entry(rawPath)),
    ];
    expect(parseIndex(writeIndex(given))).toEqual([
      { ...given[1], ...unset, modifiedMs: 1_700_000_001_000 },
      ...given.slice(2).map((one) => ({ ...one, ...unset })),
      { ...given[0], ...unset, size: 7 },
    ]);
    expect(parseIndex(writeIndex([]))).toEqual([]);
  });

  it("has the times, the user and the number of each file", () => {
    const bytes = Buffer.from(written);
    for (let word = 0; word < 9; word += 1) if (word !== 6) bytes.writeUInt32BE(word + 1, 12 + 4 * word);
    expect(parseIndex(bytes)?.[0]).toEqual({
      ...entry("a"),
      changedMs: 1000 + 2 / 1e6,
      modifiedMs: 3000 + 4 / 1e6,
      ino: 6,
      uid: 8,
      gid: 9,
    });
  });

  it("may have extensions, but none that names another file", () => {
    expect(parseIndex(extended("TREE", 0))).toHaveLength(2);
    expect(parseIndex(extended("TREE", 9))).toHaveLength(2);
    expect(parseIndex(extended("link", 9))).toBeUndefined();
    expect(parseIndex(extended("TREE", 9, Buffer.alloc(8)))).toBeUndefined();
    expect(parseIndex(extended("TREE", 9, Buffer.alloc(10)))).toBeUndefined();
  });

  it.each<[string, Buffer]>([
    ["another kind of file", changed(0, 0x64)],
    ["version 1", changed(7, 1)],
    ["version 5", changed(7, 5)],
    ["more entries than it can hold", changed(8, 1)],
    ["one entry too many", changed(11, 3)],
    ["one entry too few", changed(11, 1)],
    ["a path of another length", changed(12 + 61, 2)],
    ["nothing", Buffer.alloc(0)],
    ["a header alone", written.subarray(0, 12)],
    ["half of an entry", written.subarray(0, 100)],
  ])("is refused as %s", (_, bytes) => {
    expect(parseIndex(bytes)).toBeUndefined();
  });
});
