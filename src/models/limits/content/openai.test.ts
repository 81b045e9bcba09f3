import { describe, expect, it } from "vitest";
import { type Fact, factOf, factsOf, sameFor } from "../fixtures/facts.ts";
import { limitsFor } from "../limits-for.ts";

const apis = ["openai", "codex", "copilot"];

describe.each(apis)("OpenAI's form of requests at %s", (api) => {
  it.each<[Fact, string | number]>([
    ["length of a user", 64],
    ["e-mail address as user", "any"],
    ["length of a cache key", 64],
    ["metadata", "16 64 512"],
    ["length of a tool's name", 64],
    ["rejected at the root of a schema", "allOf anyOf enum not oneOf"],
    ["strict schema", "all required"],
    ["choice without tools", "rejected"],
    ["must not be blank", "answers"],
    ["blank result", "any"],
    ["first message", "any"],
    ["result for every call", "required"],
    ["images", "gif jpeg png webp"],
    ["alphabet of base64", "standard"],
    ["temperature", "0 to 2"],
    ["top_p", "0 to 1"],
    ["going on with a prefill", "rejected"],
  ])("has of every model: %s %s", (fact, expected) => {
    expect(factOf(api, "m", fact)).toBe(String(expected));
  });

  it.each([
    ["mcp__files-2_Read", true],
    ["files.read", false],
    ["a b", false],
    ["", false],
  ])("takes the name %j of a tool: %s", (name, expected) => {
    expect(limitsFor(api, "m").toolNames!.pattern!.test(name)).toBe(expected);
  });

  it.each([
    ["https://host/a.png", true],
    ["http://host/a.png", true],
    ["data:image/png;base64,AA==", true],
    ["gs://bucket/a.png", false],
    ["x-data:image/png", false],
  ])("takes media from %s: %s", (address, expected) => {
    expect(limitsFor(api, "m").media!.urls!.test(address)).toBe(expected);
  });
});

describe("the limits in which OpenAI's APIs differ", () => {
  it.each<[string, Fact, string | number, string]>([
    ["openai", "tools", 128, "m gpt-4o gpt-5 gpt-6-sol o3"],
    ["copilot", "tools", 128, "m gpt-4o gpt-5 claude-opus-5"],
    ["codex", "tools", 128, "gpt-4o gpt-4.1 o3"],
    ["codex", "tools", "any", "m gpt-5 gpt-6-sol kimi-k2.5 claude-3-opus"],
    ["openai", "length of a call's id", 40, "m gpt-5"],
    ["copilot", "length of a call's id", 40, "m gpt-5"],
    ["codex", "length of a call's id", 64, "m gpt-5"],
    ["openai", "thinking as text", "rejected", "gpt-4o gpt-5 o3"],
    ["openai", "thinking as text", "any", "m kimi-k3 claude-opus-5 gemini-3.8-flash"],
    ["copilot", "thinking as text", "any", "gpt-5 o3 claude-opus-5"],
    ["codex", "thinking as text", "any", "gpt-5 o3"],
    ["copilot", "must not be blank", "all", "claude-haiku-4.5 claude-opus-5"],
    ["copilot", "must not be blank", "answers", "gpt-5 gemini-3.8-flash kimi-k3"],
    ["copilot", "blank result", "rejected", "claude-haiku-4.5 claude-opus-5"],
    ["copilot", "blank result", "any", "gpt-5 gemini-3.8-flash kimi-k3"],
    ["openai", "blank result", "any", "claude-opus-5"],
    ["openai", "stop sequences", 4, "m"],
    ["codex", "stop sequences", "any", "m gpt-5"],
    ["openai", "least output", 1, "m"],
    ["copilot", "least output", 1, "m"],
    ["codex", "least output", 16, "m"],
    ["openai", "the word json", "anywhere", "m"],
    ["copilot", "the word json", "anywhere", "m"],
    ["codex", "the word json", "messages", "m"],
    [
      "openai",
      "breakpoints of the cache",
      "rejected",
      "m gpt-5.5 gpt-5.6-terra o3 claude-opus-5 claude-opus-5-6",
    ],
    [
      "codex",
      "breakpoints of the cache",
      "rejected",
      "m gpt-5.5 gpt-5.6-terra o3 claude-opus-5 claude-opus-5-6",
    ],
    ["openai", "breakpoints of the cache", "of the prompt", "gpt-5.6 gpt-5.6-sol gpt-6-terra gpt-6-sol"],
    ["codex", "breakpoints of the cache", "of the prompt", "gpt-5.6 gpt-5.6-sol gpt-6-terra gpt-6-sol"],
    ["copilot", "breakpoints of the cache", "any", "m gpt-5.5 gpt-5.6"],
    [
      "copilot",
      "API that serves it",
      "codex",
      "gpt-5.3-codex gpt-5.4-mini gpt-5.4-nano gpt-5.5 gpt-5.5-pro gpt-6-sol",
    ],
    [
      "copilot",
      "API that serves it",
      "any",
      "m gpt-5.2-codex gpt-5.3 gpt-5.3-mini gpt-5.4 gpt-5.4-codex o3 claude-opus-5-5",
    ],
    ["openai", "API that serves it", "any", "m gpt-5.3-codex gpt-5.4-mini gpt-5.5"],
  ])("are at %s: %s %s", (api, fact, expected, models) => {
    expect(factsOf(api, models, fact)).toEqual(sameFor(models, expected));
  });
});
