import { describe, expect, it } from "vitest";
import { decodeVector, encodeVector } from "./vector-text.ts";

describe("a vector in base64", () => {
  it("is float32 in little endian", () => {
    expect(encodeVector([1, -2.5])).toBe(
      Buffer.from([0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0]).toString("base64"),
    );
    expect(decodeVector("AACAPwAAIMA=", "$.x")).toEqual([1, -2.5]);
  });

  it("keeps what float32 can hold", () => {
    const values = [0, 1 / 3, -1e-9, 3.5e12].map(Math.fround);
    expect(decodeVector(encodeVector(values), "$")).toEqual(values);
  });

  it("is rejected with its place if it is cut or empty", () => {
    expect(() => decodeVector("AACAPwA=", "$.data[0].embedding")).toThrow("$.data[0].embedding is no list");
    expect(() => decodeVector("", "$.x")).toThrow("$.x is no list of float32 in base64");
  });
});
