import { describe, expect, it } from "vitest";
import { isWaived } from "./waiver.ts";

const waives = (name: string, path: string, more: { feature?: string; rule?: string } = {}) =>
  isWaived({ path, ...more }, [name]);

describe("a waiver", () => {
  it("names a feature or a rule", () => {
    expect(waives("cache.hint", "$.messages[0]", { feature: "cache.hint" })).toBe(true);
    expect(waives("sampling.temperature", "$.temperature", { rule: "sampling.temperature" })).toBe(true);
    expect(waives("cache", "$.messages[0]", { feature: "cache.hint" })).toBe(false);
  });

  it("names the last member of a path, at any depth", () => {
    expect(waives("cache_control", "$.messages[3].content[0].cache_control")).toBe(true);
    expect(waives("x y", '$.client_metadata["x y"]')).toBe(true);
    expect(waives("content", "$.messages[3].content[0].cache_control")).toBe(false);
  });

  it("names a member of the request that holds the loss, if no list lies between", () => {
    expect(waives("metadata", "$.metadata.user_id")).toBe(true);
    expect(waives("client_metadata", '$.client_metadata["x y"]')).toBe(true);
    expect(waives("messages", "$.messages[0].name")).toBe(false);
    expect(waives("tools", "$.tools[0].defer_loading")).toBe(false);
  });

  it("never names a whole item of a list", () => {
    expect(waives("tools", "$.tools[0]")).toBe(false);
    expect(waives("messages", "$.messages[1]")).toBe(false);
  });

  it("never names a property of a schema", () => {
    expect(waives("metadata", "$.tools[0].input_schema.properties.metadata")).toBe(false);
    expect(waives("pattern", "$.tools[0].input_schema.properties.metadata.pattern")).toBe(false);
    expect(
      waives("tool.function", "$.tools[0].input_schema.properties.metadata", { feature: "tool.function" }),
    ).toBe(true);
  });

  it("names a header in any case", () => {
    expect(waives("Anthropic-Beta", "header anthropic-beta")).toBe(true);
    expect(waives("beta", "header anthropic-beta")).toBe(false);
  });

  it("is none if no name is given", () => {
    expect(isWaived({ path: "$.metadata" }, undefined)).toBe(false);
    expect(isWaived({ path: "$.metadata" }, [])).toBe(false);
  });
});
