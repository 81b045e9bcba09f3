import { describe, expect, it } from "vitest";
import { type Fact, factsOf, sameFor } from "../fixtures/facts.ts";
import { limitsFor } from "../limits-for.ts";

const k2 = "kimi-k2-0905-preview kimi-k2.4";
const switched = "kimi-k2.5 kimi-k2.6";
const k27 = "kimi-k2.7-code kimi-k2.9";
const k3 = "kimi-k3 kimi-k3.1-pro kimi-for-coding kimi-latest";
const thinker = "kimi-k2-thinking kimi-k2-thinking-turbo";
const every = `${k2} ${thinker} ${switched} ${k27} ${k3}`;
const v1 = "moonshot-v1-8k moonshot-v1-128k";

describe("a model of Moonshot's at its API", () => {
  it.each<[Fact, string | number, string]>([
    ["temperature", "only 1", `${k2} ${thinker} ${k27} ${k3}`],
    ["temperature", "only 0.6", switched],
    ["temperature while thinking", "only 1", switched],
    ["temperature while thinking", "any", `${k2} ${k27} ${k3}`],
    ["top_p", "only 0.95", every],
    ["top_p while thinking", "only 0.95", switched],
    ["top_k", "rejected", every],
    ["answers", "only 1", every],
    ["frequency penalty", "only 0", every],
    ["presence penalty", "only 0", every],
    ["logit bias", "rejected", every],
    ["temperature", "0 to 1", v1],
    ["top_p", "0 to 1", v1],
    ["answers", "any", v1],
    ["presence penalty", "any", v1],
  ])("has fixed sampling since Kimi K2: %s %s", (fact, expected, models) => {
    expect(factsOf("kimi", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each<[Fact, string | number, string]>([
    ["least output", 1, `${v1} ${every}`],
    ["most output", "any", `${v1} ${k2} ${thinker}`],
    ["most output", 262_144, `${switched} ${k27}`],
    ["most output", 1_048_576, k3],
    ["stop sequences", 5, `${v1} ${every}`],
    ["bytes of a stop sequence", 32, `${v1} ${every}`],
    ["forced call", "any", `${v1} ${k2} ${thinker}`],
    ["forced call", "without thinking", `${switched} ${k27}`],
    ["forced call", "always", k3],
    ["forced tool by name", "any", `${v1} ${k2} ${switched} ${k27}`],
    ["forced tool by name", "never", k3],
    ["thinking", "rejected", `${v1} ${k2}`],
    ["thinking", "any", `${thinker} ${switched} ${k27} ${k3}`],
    ["thinking where nothing is said", "on", `${switched} ${k27} ${k3}`],
    ["thinking where nothing is said", "any", `${v1} ${k2} ${thinker}`],
    ["forms of thinking", "off adaptive", switched],
    ["forms of thinking", "adaptive", k27],
    ["forms of thinking", "none", k3],
    ["efforts", "none", `${switched} ${k27}`],
    ["efforts", "low high max", k3],
    ["efforts", "any", `${v1} ${k2} ${thinker}`],
  ])("ends, calls tools and thinks: %s %s", (fact, expected, models) => {
    expect(factsOf("kimi", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each([
    "claude-2-0-opus claude-2-5-opus claude-2-7-opus claude-opus-5 claude-opus-latest",
    "gpt-2 gpt-2.5 gpt-2.6 gpt-2.7 gpt-3 gpt-5 o3 chat-latest",
    "gemini-2.0-flash gemini-2.5-pro gemini-2.7 gemini-3-flash gemini-flash-latest",
  ])("shares none of its limits with other vendors' models: %s", (models) => {
    const unknown = limitsFor("kimi", "m");
    for (const model of models.split(" ")) expect(limitsFor("kimi", model)).toEqual(unknown);
  });
});

describe("a Kimi model behind a relay", () => {
  it.each(["openai", "codex", "copilot"])("keeps its vendor's own checks at %s", (api) => {
    for (const [fact, expected] of [
      ["temperature", "only 1"],
      ["most output", "1048576"],
      ["forced tool by name", "never"],
      ["efforts", "any"],
    ] as const)
      expect([fact, factsOf(api, "kimi-k3", fact)]).toEqual([fact, { "kimi-k3": expected }]);
  });
});
