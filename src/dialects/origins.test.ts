import { describe, expect, it } from "vitest";
import { Origins, replacing } from "./origins.ts";

it("knows the place of a node, and of the nodes that replace it", () => {
  const origins = new Origins();
  const read = origins.mark({ a: 1 }, "$.a");
  const copy = replacing(read, { ...read });
  expect(origins.of(replacing(copy, { ...copy }))).toBe("$.a");
  expect(origins.of({ a: 1 })).toBeUndefined();
  expect(new Origins().of(copy)).toBeUndefined();
  expect(new Origins().of(replacing(read, read))).toBeUndefined();
});

describe("the place of a feature", () => {
  it("is the one that was marked last, and unknown before", () => {
    const origins = new Origins();
    expect(origins.ofFeature("stop")).toBeUndefined();
    origins.markFeature("stop", "$.a");
    origins.markFeature("stop", "$.b");
    expect(origins.ofFeature("stop")).toBe("$.b");
  });
});
