import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeContent, isEncoded } from "./content-decoding.ts";

const text = JSON.stringify({ text: "some words that are longer than a few bytes" });

describe("a content encoding", () => {
  it.each([
    ["gzip", gzipSync],
    ["X-GZIP", gzipSync],
    [" deflate ", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ] as const)("%s is undone, and its early end is noticed", (encoding, compress) => {
    const bytes = compress(text);
    expect(decodeContent(bytes, encoding).toString()).toBe(text);
    for (const length of [bytes.length - 1, 10]) {
      expect([length, decodeContent(bytes.subarray(0, length), encoding)]).toEqual([length, "incomplete"]);
    }
    expect(decodeContent(Buffer.from("something else"), encoding)).toBe("unreadable");
  });

  it("that is unknown, or one of several, is not undone", () => {
    for (const encoding of ["compress", "gzip, br", "aws-chunked"])
      expect(decodeContent(gzipSync(text), encoding)).toBe("unreadable");
  });

  it("is undone up to 4 MiB", () => {
    const limit = 4 * 1024 * 1024;
    expect(decodeContent(gzipSync(Buffer.alloc(limit)), "gzip")).toHaveLength(limit);
    expect(decodeContent(gzipSync(Buffer.alloc(limit + 1)), "gzip")).toBe("unreadable");
  });

  it("is one unless it is missing, empty or identity", () => {
    expect([undefined, "", " ", "identity", "Identity "].map(isEncoded)).toEqual(Array(5).fill(false));
    expect(["gzip", "br", "x"].map(isEncoded)).toEqual([true, true, true]);
  });
});
