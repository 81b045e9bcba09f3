import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ContentDecoder } from "./content-decoder.ts";

async function decode(encoding: string, bytes: Uint8Array, size = 5) {
  const parts: Uint8Array[] = [];
  const decoder = new ContentDecoder(encoding, (part) => parts.push(part));
  for (let at = 0; at < bytes.length; at += size) decoder.push(bytes.subarray(at, at + size));
  await decoder.end();
  return Buffer.concat(parts).toString();
}

describe("the decoder of a body", () => {
  const text = "a text of some length ".repeat(50);
  it.each([
    ["gzip", gzipSync(text)],
    [" X-GZIP ", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
  ])("reads %s in pieces", async (encoding, bytes) => expect(await decode(encoding, bytes)).toBe(text));

  it("reads nothing of a coding that is unknown or wrong, and ends", async () => {
    expect(await decode("gzip, br", gzipSync(text))).toBe("");
    expect(await decode("gzip", Buffer.from("no such bytes"))).toBe("");
  });

  it("reads what came of a body that ends early", async () => {
    const whole = gzipSync(text);
    expect(text.startsWith(await decode("gzip", whole.subarray(0, whole.length - 8)))).toBe(true);
  });

  it("stops if a few bytes stand for very many", async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
    let count = 0;
    const decoder = new ContentDecoder("gzip", (part) => (count += part.length));
    decoder.push(bomb);
    await decoder.end();
    expect(count).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect(count).toBeGreaterThan(63 * 1024 * 1024);
  });
});
