import { describe, expect, it } from "vitest";
import { type Fact, factsOf, sameFor } from "../fixtures/facts.ts";
import { limitsFor } from "../limits-for.ts";

const gemini2 = "gemini-1.5-pro gemini-2.0-flash";
const gemini25 = "gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite";
const to35 = "gemini-3-flash-preview gemini-3.1-pro-preview gemini-3.1-flash-lite gemini-3.5-flash";
const from36 = "gemini-3.5-flash-lite gemini-3.6-flash gemini-3.7-flash gemini-3.8-flash gemini-4-argon";
const gemini3 = `${to35} ${from36} gemini-flash-latest`;

describe("a Gemini model at Google's API", () => {
  it.each<[Fact, string | number, string]>([
    ["temperature", "0 to 2", `${gemini2} ${gemini25} ${to35}`],
    ["temperature", "ignored", `${from36} gemini-flash-latest`],
    ["top_p", "0 to 1", `${gemini2} ${gemini25} ${to35}`],
    ["top_p", "ignored", from36],
    ["top_k", "any", `${gemini2} ${gemini25} ${to35}`],
    ["top_k", "ignored", from36],
    ["frequency penalty", "rejected", `${gemini2} ${gemini25} ${gemini3}`],
    ["presence penalty", "rejected", `${gemini2} ${gemini25} ${gemini3}`],
    ["stop sequences", 5, `${gemini2} ${gemini25} ${gemini3} m`],
    ["least output", 1, `${gemini2} ${gemini25} ${gemini3} m`],
    ["most output", "any", gemini2],
    ["most output", 65_536, `${gemini25} ${gemini3}`],
    ["prefill", "any", `${gemini25} ${to35}`],
    ["prefill", "rejected", from36],
    ["going on with a prefill", "rejected", `${gemini25} ${gemini3} m`],
  ])("samples, ends and takes turns: %s %s", (fact, expected, models) => {
    expect(factsOf("gemini", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each<[Fact, string | number, string]>([
    ["thinking", "rejected", gemini2],
    ["thinking", "any", `${gemini25} ${gemini3}`],
    ["thinking where nothing is said", "on", `gemini-2.5-pro gemini-2.5-flash ${gemini3}`],
    ["thinking where nothing is said", "off", "gemini-2.5-flash-lite"],
    ["forms of thinking", "any", gemini2],
    ["forms of thinking", "adaptive budget", "gemini-2.5-pro"],
    ["forms of thinking", "off adaptive budget", "gemini-2.5-flash gemini-2.5-flash-lite gemini-2.10-flash"],
    ["forms of thinking", "adaptive", `${gemini3} gemini-3-pro-preview`],
    ["least budget", 128, "gemini-2.5-pro gemini-2.9-pro"],
    ["most budget", 32_768, "gemini-2.5-pro"],
    ["least budget", 1, "gemini-2.5-flash"],
    ["least budget", 512, "gemini-2.5-flash-lite gemini-2.9-flash-lite"],
    ["most budget", 24_576, "gemini-2.5-flash gemini-2.5-flash-lite"],
    [
      "least budget",
      "any",
      `${gemini2} ${gemini3} gemini-3-pro-preview gemini-2.4-pro gemini-2.4-flash-lite`,
    ],
    ["efforts", "none", gemini25],
    [
      "efforts",
      "minimal low medium high",
      "gemini-3-flash-preview gemini-3.1-flash-lite gemini-3.5-flash gemini-3.5-flash-lite",
    ],
    ["efforts", "low medium high", "gemini-3-pro-preview gemini-3.1-pro-preview gemini-3.6-flash"],
    ["efforts", "low medium high", "gemini-3.7-flash gemini-3.8-flash gemini-4-argon gemini-flash-latest"],
    ["efforts", "minimal high", "gemini-3.1-flash-lite-image"],
    ["efforts", "minimal low medium high", "gemini-3-flash-lite-image gemini-3.2-flash-lite-image"],
    ["efforts", "any", gemini2],
    ["JSON beside tools", "rejected", gemini25],
    ["JSON beside tools", "any", `${gemini2} ${gemini3}`],
  ])("thinks by budget, later by level: %s %s", (fact, expected, models) => {
    expect(factsOf("gemini", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each([
    "claude-2-0-sonnet claude-3-5-sonnet claude-3-6-sonnet claude-opus-4-5 claude-opus-latest",
    "gpt-2 gpt-2.4 gpt-2.5-pro gpt-2.5-flash-lite gpt-3.1-flash-lite-image gpt-3.5-flash-lite gpt-3.6 gpt-4-pro",
    "kimi-k2 kimi-k2.5-pro kimi-k2.5-flash-lite kimi-k3-pro kimi-k3.6 kimi-k3.7 kimi-latest moonshot-v1-8k",
  ])("shares none of its limits with other vendors' models: %s", (models) => {
    const unknown = limitsFor("gemini", "m");
    for (const model of models.split(" ")) expect(limitsFor("gemini", model)).toEqual(unknown);
  });
});

describe("a Gemini model behind a relay", () => {
  it.each(["openai", "codex", "copilot"])("keeps its vendor's own checks at %s", (api) => {
    for (const [fact, expected] of [
      ["temperature", "ignored"],
      ["presence penalty", "rejected"],
      ["most output", "65536"],
      ["prefill", "rejected"],
      ["efforts", "any"],
      ["JSON beside tools", "any"],
    ] as const)
      expect([fact, factsOf(api, "gemini-3.8-flash", fact)]).toEqual([
        fact,
        { "gemini-3.8-flash": expected },
      ]);
  });
});
