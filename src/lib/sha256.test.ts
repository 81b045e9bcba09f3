import { expect, it } from "vitest";
import { sha256, sha256Hex } from "./sha256.ts";

// FIPS 180-4 example values.
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

it("hashes text and its UTF-8 bytes alike", () => {
  expect(sha256Hex("")).toBe(EMPTY);
  expect(sha256Hex("abc")).toBe(ABC);
  expect(sha256Hex(Buffer.from("abc"))).toBe(ABC);
  expect(sha256Hex("é")).toBe(sha256Hex(Uint8Array.of(0xc3, 0xa9)));
});

it("gives the digest as 32 bytes", () => {
  expect(Buffer.from(sha256(Buffer.from("abc"))).toString("hex")).toBe(ABC);
  expect(sha256("abc")).toHaveLength(32);
});
