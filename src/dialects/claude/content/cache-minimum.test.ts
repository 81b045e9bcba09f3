import { expect, it } from "vitest";
import { cacheMinimum } from "./cache-minimum.ts";

it.each([
  ["claude-opus-4-5-20251101", 4096],
  ["claude-opus-4.6", 4096],
  ["claude-haiku-4-5", 4096],
  ["claude-opus-4-7", 2048],
  ["claude-opus-4-8", 1024],
  ["claude-sonnet-4-6", 1024],
  ["claude-sonnet-5", 1024],
  ["claude-sonnet-5-20270101", 1024],
  ["claude-sonnet-5-5", 512],
  ["claude-opus-5", 512],
  ["claude-fable-5-2", 512],
  ["unknown", 512],
])("%s caches from %d tokens on", (model, tokens) => {
  expect(cacheMinimum(model)).toBe(tokens);
});
