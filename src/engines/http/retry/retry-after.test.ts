import { describe, expect, it } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

describe("a Retry-After header", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  it.each([
    ["0", 0],
    ["10", 10_000],
    [" 2 ", 2000],
    ["1.5", 1500],
    ["0.0001", 1],
    ["999999999", 999_999_999_000],
    ["1.123456789", 1124],
    ["Thu, 01 Jan 2026 00:00:07 GMT", 7000],
    ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
    ["-1", undefined],
    ["", undefined],
    ["soon", undefined],
    ["Soon", undefined],
    ["1e9", undefined],
    ["9999999999", undefined],
    ["1.1234567891", undefined],
    ["1.", undefined],
    [".5", undefined],
    ["1 s", undefined],
    ["2026-01-01T00:00:07Z", undefined],
  ])("of %j asks for %j ms", (value, ms) => {
    expect(readRetryAfter(value, now)).toBe(ms);
  });
});
