import { describe, expect, it } from "vitest";
import { type Fact, factOf, factsOf, sameFor } from "../fixtures/facts.ts";
import { limitsFor } from "../limits-for.ts";

const { toolNames, media } = limitsFor("gemini", "m");

describe("Google's generateContent", () => {
  it.each<[Fact, string | number]>([
    ["length of a tool's name", 128],
    ["tools", "any"],
    ["length of a user", "any"],
    ["must not be blank", "all"],
    ["first message", "user"],
    ["result for every call", "required"],
    ["images", "heic heif jpeg png webp"],
    ["alphabet of base64", "any"],
    ["media in results", "any"],
    ["signature of an unsigned call", "any"],
  ])("has of every model: %s %s", (fact, expected) => {
    expect(factOf("gemini", "m", fact)).toBe(String(expected));
  });

  it.each([
    ["mcp__files-2_Read", true],
    ["_files.read:all", true],
    ["2fast", false],
    ["-a", false],
    ["a b", false],
    ["a/b", false],
  ])("takes the name %j of a tool: %s", (name, expected) => {
    expect(toolNames!.pattern!.test(name)).toBe(expected);
  });

  it.each([
    ["gs://bucket/a.png", true],
    ["https://generativelanguage.googleapis.com/v1beta/files/a", true],
    ["https://www.youtube.com/watch?v=a", true],
    ["https://youtu.be/a", true],
    ["https://host/a.png", false],
    ["https://generativelanguage.googleapis.com.host/a", false],
    ["https://notyoutube.com/a", false],
    ["https://host/gs://a", false],
  ])("takes media from %s: %s", (address, expected) => {
    expect(media!.urls!.test(address)).toBe(expected);
  });

  it.each<[Fact, string, string]>([
    ["media in results", "rejected", "gemini-2.0-flash gemini-2.5-pro"],
    ["media in results", "any", "gemini-3-flash-preview gemini-4-argon gpt-2 kimi-k2.5"],
    ["signature of an unsigned call", "any", "gemini-2.5-pro gpt-5 kimi-k3 claude-opus-5"],
    [
      "signature of an unsigned call",
      "skip_thought_signature_validator",
      "gemini-3-flash-preview gemini-3.8-flash gemini-4-argon gemini-flash-latest",
    ],
  ])("signs calls and reads media in results since Gemini 3: %s %s", (fact, expected, models) => {
    expect(factsOf("gemini", models, fact)).toEqual(sameFor(models, expected));
  });
});
