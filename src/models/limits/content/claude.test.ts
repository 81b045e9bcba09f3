import { describe, expect, it } from "vitest";
import { type Fact, factOf } from "../fixtures/facts.ts";
import { limitsFor } from "../limits-for.ts";

const { toolNames, media } = limitsFor("claude", "claude-opus-5");

describe("Anthropic's Messages API", () => {
  it.each<[Fact, string | number]>([
    ["length of a user", 256],
    ["e-mail address as user", "rejected"],
    ["length of a cache key", "any"],
    ["metadata", "any"],
    ["length of a tool's name", 128],
    ["tools", "any"],
    ["length of a call's id", "any"],
    ["rejected at the root of a schema", "allOf anyOf oneOf"],
    ["strict schema", "described"],
    ["type beside anyOf", "any"],
    ["must not be blank", "all"],
    ["first message", "user"],
    ["result for every call", "required"],
    ["images", "gif jpeg png webp"],
    ["alphabet of base64", "standard"],
    ["temperature", "0 to 1"],
    ["top_p", "0 to 1"],
    ["blank stop sequence", "rejected"],
    ["stop sequences", "any"],
    ["least output", 1],
    ["output where none is asked for", 32_000],
    ["least budget", 1024],
    ["most budget", "any"],
    ["budget below the output", "required"],
    ["effort without thinking", "accepted"],
  ])("has of every model: %s %s", (fact, expected) => {
    expect(factOf("claude", "m", fact)).toBe(String(expected));
  });

  it.each([
    ["mcp__files-2_Read", true],
    ["2fast", true],
    ["files.read", false],
    ["files:read", false],
    ["lire é", false],
    ["", false],
  ])("takes the name %j of a tool: %s", (name, expected) => {
    expect(toolNames!.pattern!.test(name)).toBe(expected);
  });

  it.each([
    ["https://host/a.png", true],
    ["HTTP://host/a.png", true],
    ["gs://bucket/a.png", false],
    ["ftp://host/https://a.png", false],
    ["data:image/png;base64,AA==", false],
  ])("takes media from %s: %s", (address, expected) => {
    expect(media!.urls!.test(address)).toBe(expected);
  });
});
