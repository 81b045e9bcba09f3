import { describe, expect, it } from "vitest";
import { type Fact, factsOf, sameFor } from "../fixtures/facts.ts";
import { limitsFor } from "../limits-for.ts";

const claude3 = "claude-3-opus claude-3-5-sonnet claude-3-5-haiku";
const to45 =
  "claude-sonnet-4 claude-opus-4 claude-opus-4-1 claude-sonnet-4-5 claude-opus-4-5 claude-haiku-4-5";
const claude46 = "claude-opus-4-6 claude-sonnet-4-6";
const opus47 = "claude-opus-4-7 claude-opus-4-8";
const fable5 = "claude-fable-5 claude-mythos-5";
const fable51 = "claude-fable-5-1 claude-fable-5-2 claude-mythos-5-1 claude-mythos-5-2";
const claude55 = "claude-opus-5-5 claude-sonnet-5-5";
const aliases = "claude-opus-latest claude-sonnet-latest claude-fable-latest";
const claude5 = `claude-opus-5 claude-sonnet-5 claude-haiku-5-5 ${fable5} ${fable51} ${claude55} ${aliases}`;

describe("a Claude model at Anthropic's API", () => {
  it.each<[Fact, string | number, string]>([
    ["temperature", "0 to 1", `${claude3} claude-3-7-sonnet ${to45} ${claude46}`],
    ["temperature", "only 1", `${opus47} ${claude5} claude-haiku-5`],
    ["top_p", "0 to 1", `${claude3} claude-3-7-sonnet ${to45} ${claude46}`],
    ["top_p", "rejected", `${opus47} ${claude5}`],
    ["top_k", "any", `${claude3} claude-3-7-sonnet ${to45} ${claude46}`],
    ["top_k", "rejected", `${opus47} ${claude5}`],
    ["temperature with top_p", "any", `${claude3} claude-3-7-sonnet ${opus47} ${claude5}`],
    ["temperature with top_p", "rejected", `${to45} ${claude46}`],
    ["temperature while thinking", "only 1", `claude-3-7-sonnet ${to45} ${claude46}`],
    ["top_p while thinking", "0.95 to 1", `claude-3-7-sonnet ${to45} ${claude46}`],
    ["top_k while thinking", "rejected", `claude-3-7-sonnet ${to45} ${claude46}`],
    ["temperature while thinking", "any", `${claude3} ${opus47} ${claude5}`],
  ])("has the sampling that its age allows: %s %s", (fact, expected, models) => {
    expect(factsOf("claude", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each<[number, string]>([
    [8192, claude3],
    [32_000, "claude-opus-4 claude-opus-4-1"],
    [64_000, "claude-3-7-sonnet claude-sonnet-4 claude-sonnet-4-5 claude-opus-4-5 claude-haiku-4-5"],
    [128_000, `${claude46} ${opus47} ${claude5}`],
  ])("writes at most %d tokens", (expected, models) => {
    expect(factsOf("claude", models, "most output")).toEqual(sameFor(models, expected));
  });

  it.each<[Fact, string, string]>([
    ["thinking", "rejected", claude3],
    ["thinking", "any", `claude-3-7-sonnet ${to45} ${claude46} ${opus47} ${claude5}`],
    ["thinking where nothing is said", "off", `claude-3-7-sonnet ${to45} ${claude46} ${opus47}`],
    ["thinking where nothing is said", "on", claude5],
    ["forms of thinking", "any", claude3],
    ["forms of thinking", "off budget", `claude-3-7-sonnet ${to45}`],
    ["forms of thinking", "off adaptive budget", claude46],
    [
      "forms of thinking",
      "off adaptive",
      `${opus47} claude-opus-5 claude-sonnet-5 claude-haiku-5-5 claude-haiku-latest`,
    ],
    ["forms of thinking", "adaptive", `${fable5} ${fable51} ${claude55} ${aliases}`],
    ["efforts", "none", "claude-3-7-sonnet claude-opus-4-1 claude-sonnet-4-5 claude-haiku-4-5"],
    ["efforts", "low medium high", "claude-opus-4-5"],
    ["efforts", "low medium high max", claude46],
    ["efforts", "low medium high xhigh max", `${opus47} ${claude5}`],
    ["most effort without thinking", "high", "claude-opus-5 claude-haiku-5-5 claude-haiku-6"],
    [
      "most effort without thinking",
      "any",
      `${opus47} claude-sonnet-5 ${fable5} ${claude55} claude-opus-6 claude-haiku-5`,
    ],
    ["thinking before the last tool calls", "required", `claude-3-7-sonnet ${to45}`],
    ["thinking before the last tool calls", "any", `${claude3} ${claude46} ${opus47} ${claude5}`],
  ])("thinks as its line does: %s %s", (fact, expected, models) => {
    expect(factsOf("claude", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each<[string, string]>([
    ["any", claude3],
    [
      "without thinking",
      `claude-3-7-sonnet ${to45} ${claude46} ${opus47} claude-opus-5 claude-sonnet-5 claude-haiku-5-5 claude-haiku-latest`,
    ],
    ["always", fable5],
    ["without thinking", "claude-fable-4 claude-mythos-4"],
    ["never", `${fable51} ${claude55} ${aliases}`],
  ])("can be forced to call a tool: %s", (expected, models) => {
    expect(factsOf("claude", models, "forced call")).toEqual(sameFor(models, expected));
  });

  it.each<[Fact, string, string]>([
    ["prefill", "any", `${claude3} claude-3-7-sonnet ${to45}`],
    ["prefill", "rejected", `${claude46} ${opus47} ${claude5}`],
    ["going on with a prefill", "any", `${claude3} ${to45}`],
    ["going on with a prefill", "rejected", `${claude46} ${opus47} ${claude5}`],
    ["system message midway", "rejected", `${claude3} ${to45} ${claude46} claude-opus-4-7 claude-sonnet-5`],
    [
      "system message midway",
      "any",
      `claude-opus-4-8 claude-opus-5 claude-haiku-5-5 ${fable5} ${fable51} ${claude55}`,
    ],
    ["answer by schema", "rejected", `${claude3} claude-3-7-sonnet claude-opus-4 claude-sonnet-4`],
    ["system message midway", "rejected", "claude-sonnet-4-9 claude-haiku-4-9"],
    ["answer by schema", "rejected", "claude-sonnet-4-1"],
    ["answer by schema", "any", "claude-opus-4-1 claude-sonnet-4-5 claude-haiku-4-5 claude-opus-4-6"],
    ["answer by schema", "any", claude5],
  ])("takes turns and formats: %s %s", (fact, expected, models) => {
    expect(factsOf("claude", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each([
    "gpt-3.7 gpt-4 gpt-4.1 gpt-4.5 gpt-4.6 gpt-4.7 gpt-5 gpt-5.5 o3 chat-latest",
    "gemini-2.5-pro gemini-3.5-flash gemini-4-argon gemini-4.6 gemini-5 gemini-flash-latest",
    "kimi-k2.5 kimi-k3.7 kimi-k4 kimi-k4.5 kimi-k4.6 kimi-k5 kimi-latest moonshot-v1-8k",
  ])("shares none of its limits with other vendors' models: %s", (models) => {
    const unknown = limitsFor("claude", "m");
    for (const model of models.split(" ")) expect(limitsFor("claude", model)).toEqual(unknown);
  });

  it("has those of its vendor, and none of the line's, if the line is not known yet", () => {
    const limits = { ...limitsFor("claude", "claude-nova-5"), media: undefined };
    expect(limits).toEqual({ ...limitsFor("claude", "claude-opus-5-5"), media: undefined });
  });
});

describe("a Claude model behind a relay", () => {
  it.each(["openai", "codex", "copilot"])("keeps its vendor's own checks at %s", (api) => {
    for (const [fact, expected] of [
      ["temperature", "only 1"],
      ["top_k", "rejected"],
      ["most output", "128000"],
      ["forced call", "never"],
      ["prefill", "rejected"],
      ["efforts", "any"],
      ["system message midway", "any"],
      ["thinking", "any"],
    ] as const)
      expect([fact, factsOf(api, "claude-opus-5-5", fact)]).toEqual([fact, { "claude-opus-5-5": expected }]);
  });
});
