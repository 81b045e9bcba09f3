import { expect, it } from "vitest";
import { MAX_RECORDED_LENGTH, recordedText, recordedUsage } from "./recorded-text.ts";

it("a text is recorded as far as 512 characters, and no half of a pair of surrogates is left", () => {
  const longest = "x".repeat(MAX_RECORDED_LENGTH);
  expect([MAX_RECORDED_LENGTH, recordedText(longest), recordedText(`${longest}y`)]).toEqual([
    512,
    longest,
    longest,
  ]);
  expect(recordedText(`${"x".repeat(511)}😀`)).toBe(`${"x".repeat(511)}\ufffd`);
});

it("usage is recorded as it came, unless it is long in texts, names or values", () => {
  const usage = { input_tokens: 1, details: { cached: [1, 2, "x".repeat(16_000)] }, none: null };
  expect(recordedUsage(usage)).toBe(usage);
  expect(recordedUsage(undefined)).toBeUndefined();
  const omitted = { omitted: "longer than 16384" };
  expect(recordedUsage({ a: { b: ["x".repeat(16_384)] } })).toEqual(omitted);
  expect(recordedUsage({ ["n".repeat(16_385)]: 1 })).toEqual(omitted);
  expect(recordedUsage({ a: Array(16_384).fill(0) })).toEqual(omitted);
});
