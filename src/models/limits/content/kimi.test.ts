import { describe, expect, it } from "vitest";
import { type Fact, factOf } from "../fixtures/facts.ts";
import { limitsFor } from "../limits-for.ts";

const { toolNames, media } = limitsFor("kimi", "m");

describe("Moonshot's Chat Completions", () => {
  it.each<[Fact, string | number]>([
    ["length of a tool's name", 64],
    ["tools", 128],
    ["rejected at the root of a schema", "allOf anyOf oneOf"],
    ["type beside anyOf", "rejected"],
    ["must not be blank", "answers"],
    ["first message", "any"],
    ["result for every call", "required"],
    ["images", "gif jpeg png webp"],
    ["alphabet of base64", "standard"],
    ["temperature", "0 to 1"],
    ["top_p", "0 to 1"],
    ["least output", 1],
    ["stop sequences", 5],
    ["bytes of a stop sequence", 32],
  ])("has of every model: %s %s", (fact, expected) => {
    expect(factOf("kimi", "m", fact)).toBe(String(expected));
  });

  it.each([
    ["mcp__files-2_Read", true],
    ["_read", false],
    ["2fast", false],
    ["files.read", false],
    ["", false],
  ])("takes the name %j of a tool: %s", (name, expected) => {
    expect(toolNames!.pattern!.test(name)).toBe(expected);
  });

  it.each([
    ["data:image/png;base64,AA==", true],
    ["ms://file", true],
    ["https://host/a.png", false],
    ["https://host/ms://a", false],
  ])("takes media from %s: %s", (address, expected) => {
    expect(media!.urls!.test(address)).toBe(expected);
  });
});
