import { describe, expect, it } from "vitest";
import { type Fact, factsOf, sameFor } from "../fixtures/facts.ts";
import { limitsFor } from "../limits-for.ts";

const gpt4 = "gpt-4o gpt-4o-mini gpt-4.1 gpt-4.1-nano";
const oSeries = "o3 o4-mini";
const gpt5 = "gpt-5 gpt-5-mini gpt-5-nano";
const to54 = "gpt-5.1 gpt-5.2 gpt-5.4 gpt-5.4-mini gpt-5.4-nano";
const from55 = "gpt-5.5 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna";
const gpt6 = "gpt-6-sol gpt-6-luna gpt-6.1-terra";
const astra = "gpt-6-astra gpt-6.1-sol";
const codex = "gpt-5-codex gpt-5.1-codex gpt-5.1-codex-mini gpt-5.1-codex-max gpt-5.2-codex gpt-5.3-codex";
const pro = "gpt-5.2-pro gpt-5.4-pro gpt-5.5-pro";
const chat = "gpt-5-chat-latest gpt-5.2-chat-latest chat-latest";
const from5 = `${gpt5} ${to54} ${from55} ${gpt6} ${astra} ${codex} ${pro} gpt-5-pro ${chat}`;
const fixed = `${oSeries} ${gpt5} gpt-5-pro ${gpt6} ${astra} ${codex} ${pro} ${chat}`;

describe("an OpenAI model at the Responses API", () => {
  it.each<[Fact, string, string]>([
    ["temperature", "0 to 2", `${gpt4} ${to54} ${from55}`],
    ["temperature", "only 1", fixed],
    ["top_p", "0 to 1", `${gpt4} ${to54} ${from55}`],
    ["top_p", "only 1", fixed],
    ["temperature while thinking", "only 1", `${to54} ${from55}`],
    ["top_p while thinking", "only 1", `${to54} ${from55}`],
    ["logprobs", "any", gpt4],
    ["logprobs", "accepted", `${to54} ${from55}`],
    ["logprobs", "rejected", fixed],
    ["logprobs while thinking", "rejected", `${to54} ${from55}`],
    ["frequency penalty", "any", gpt4],
    ["frequency penalty", "rejected", `${oSeries} ${from5}`],
    ["presence penalty", "any", gpt4],
    ["presence penalty", "rejected", `${oSeries} ${from5}`],
    ["logit bias", "any", gpt4],
    ["logit bias", "rejected", `${oSeries} ${from5}`],
    ["answers", "only 1", oSeries],
    ["answers", "any", `${gpt4} ${from5}`],
  ])("samples only if it may answer without reasoning: %s %s", (fact, expected, models) => {
    expect(factsOf("codex", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each<[Fact, string | number, string]>([
    ["least output", 16, `${gpt4} ${oSeries} ${from5}`],
    ["most output", 16_384, "gpt-4o gpt-4o-mini chatgpt-4o-latest"],
    ["most output", 32_768, "gpt-4.1 gpt-4.1-mini gpt-4.1-nano"],
    ["most output", 100_000, oSeries],
    ["most output", 128_000, from5.replace("gpt-5-pro ", "")],
    ["most output", 272_000, "gpt-5-pro"],
    ["most output", "any", "gpt-3.5-turbo gpt-4-turbo gpt-4.5"],
    ["output field", "max_completion_tokens", `${oSeries} ${from5}`],
    ["output field", "any", gpt4],
    ["parallel calls off", "rejected", oSeries],
    ["parallel calls off", "any", `${gpt4} ${from5}`],
    ["verbosity", "medium", gpt4],
    ["verbosity", "any", `${oSeries} ${from5}`],
  ])("ends and answers: %s %s", (fact, expected, models) => {
    expect(factsOf("codex", models, fact)).toEqual(sameFor(models, expected));
  });

  it.each<[Fact, string, string]>([
    ["thinking", "rejected", gpt4],
    ["thinking", "any", `${oSeries} ${from5}`],
    ["thinking where nothing is said", "off", to54],
    [
      "thinking where nothing is said",
      "on",
      `${oSeries} ${gpt5} ${from55} ${gpt6} ${astra} ${codex} ${pro} ${chat}`,
    ],
    ["forms of thinking", "none", `${oSeries} ${from5}`],
    ["efforts", "any", gpt4],
    ["efforts", "low medium high", oSeries],
    ["efforts", "minimal low medium high", gpt5],
    ["efforts", "high", "gpt-5-pro"],
    ["efforts", "none low medium high", "gpt-5.1"],
    ["efforts", "none low medium high xhigh", `gpt-5.2 gpt-5.4 gpt-5.4-mini ${from55}`],
    ["efforts", "none low medium high xhigh max", `${gpt6} gpt-6.6-luna gpt-7-luna`],
    ["efforts", "low medium high xhigh max", `${astra} gpt-7-sol gpt-7-astra gpt-6-pro`],
    ["efforts", "medium high xhigh", pro],
    ["efforts", "low medium high", "gpt-5-codex gpt-5.1-codex gpt-5.1-codex-mini"],
    ["efforts", "low medium high xhigh", "gpt-5.1-codex-max gpt-5.2-codex gpt-5.3-codex"],
    ["efforts", "medium", chat],
  ])("reasons with the words of its version: %s %s", (fact, expected, models) => {
    expect(factsOf("codex", models, fact)).toEqual(sameFor(models, expected));
  });
});

describe("an OpenAI model at Chat Completions", () => {
  it.each<[Fact, string | number, string]>([
    ["least output", 1, `${gpt4} ${oSeries} ${from5}`],
    ["stop sequences", 4, `${gpt4} m`],
    ["stop sequences", 0, `${oSeries} ${from5}`],
    ["tools while thinking", "any", `${gpt4} ${oSeries} ${gpt5} gpt-5.1 gpt-5.2`],
    ["tools while thinking", "rejected", `gpt-5.4 gpt-5.4-mini ${from55} ${gpt6} ${astra}`],
    ["efforts", "none low medium high xhigh", `gpt-5.4 ${from55} ${gpt6}`],
    ["efforts", "low medium high xhigh", `${astra} gpt-7-sol`],
    ["efforts", "medium high xhigh", "gpt-5.5-pro"],
    ["efforts", "minimal low medium high", gpt5],
    ["efforts", "low medium high", `${oSeries} o7`],
  ])("has the limits of that API: %s %s", (fact, expected, models) => {
    expect(factsOf("openai", models, fact)).toEqual(sameFor(models, expected));
    expect(factsOf("copilot", models, fact)).toEqual(sameFor(models, expected));
  });

  it("has no limit of tools with reasoning at the Responses API", () => {
    const models = `gpt-5.4 ${from55} ${gpt6} ${astra}`;
    expect(factsOf("codex", models, "tools while thinking")).toEqual(sameFor(models, "any"));
  });
});

describe("a name that resembles an OpenAI model's", () => {
  // A variant means something only beside the vendor's own version.
  it.each([
    [
      "kimi-k5",
      "kimi-k5-pro kimi-k5-codex kimi-k5-chat kimi-k6-astra kimi-k6.1-sol kimi-k5.4 kimi-k5.6 kimi-k6",
    ],
    ["gemini-5-flash", "gemini-5-pro gemini-5-codex gemini-5.2-codex gemini-5.1-codex-max gemini-5.2-pro"],
    ["gemini-5-flash", "gemini-5-chat gemini-5.1 gemini-5.6 gemini-6 gemini-6-astra gemini-6.1-sol"],
  ])("has the limits of its own vendor, as %s", (own, models) => {
    for (const api of ["openai", "codex", "copilot"])
      for (const model of models.split(" "))
        expect([model, limitsFor(api, model)]).toEqual([model, limitsFor(api, own)]);
  });

  it.each(["openai", "codex", "copilot"])("has no limits but those of %s where it is no vendor's", (api) => {
    for (const model of ["moonshot-v1-8k", "gpt-3.5-turbo", "gpt-4-turbo"])
      expect(limitsFor(api, model)).toMatchObject(limitsFor(api, "llama-4"));
    expect(factsOf(api, "gpt-4-turbo gpt-4-pro", "thinking")).toEqual(
      sameFor("gpt-4-turbo gpt-4-pro", "any"),
    );
  });
});
