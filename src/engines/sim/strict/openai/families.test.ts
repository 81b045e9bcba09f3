import { describe, expect, it } from "vitest";
import { type Family, familyOf, takesBreakpoints } from "./families.ts";

const plain = { sampling: "free", takesStop: true, isReasoning: false };
const reasoning = { takesStop: false, isReasoning: true, outputLimit: 128_000 };
const none = ["none", "low", "medium", "high", "xhigh"];

describe("a model of OpenAI", () => {
  it.each<[string, object | undefined]>([
    ["gpt-4o gpt-4o-mini", { ...plain, outputLimit: 16_384 }],
    ["gpt-4.1 gpt-4.1-nano", { ...plain, outputLimit: 32_768 }],
    ["gpt-3.5-turbo gpt-4 chatgpt-4o-latest gpt-5-chat-latest", plain],
    [
      "o1 o3 o4-mini",
      {
        ...reasoning,
        sampling: "fixed",
        efforts: ["low", "medium", "high", "xhigh"],
        outputLimit: 100_000,
        isSerial: true,
      },
    ],
    ["gpt-5-search-api gpt-5.4-search", { ...reasoning, sampling: "fixed" }],
    [
      "gpt-5-pro",
      { ...reasoning, sampling: "fixed", efforts: ["high"], outputLimit: 272_000, isResponsesOnly: true },
    ],
    [
      "gpt-5.2-pro gpt-5.4-pro",
      { ...reasoning, sampling: "fixed", efforts: ["medium", "high", "xhigh"], isResponsesOnly: true },
    ],
    ["gpt-5.1-codex-max gpt-5.3-codex", { ...reasoning, sampling: "fixed", efforts: none }],
    [
      "gpt-5 gpt-5-mini gpt-5-codex",
      { ...reasoning, sampling: "fixed", efforts: ["minimal", "low", "medium", "high"] },
    ],
    ["gpt-5.1", { ...reasoning, sampling: "default-none", efforts: ["none", "low", "medium", "high"] }],
    ["gpt-5.2 gpt-5.3", { ...reasoning, sampling: "default-none", efforts: none }],
    [
      "gpt-5.4 gpt-5.4-mini",
      { ...reasoning, sampling: "default-none", efforts: none, toolsInChat: "effort-set" },
    ],
    ["gpt-5.5", { ...reasoning, sampling: "none", efforts: none }],
    [
      "gpt-5.6-sol gpt-5.7",
      { ...reasoning, sampling: "none", efforts: [...none, "max"], toolsInChat: "effort-absent" },
    ],
    [
      "gpt-6-sol gpt-6-luna gpt-6.1-terra",
      { ...reasoning, sampling: "uncertain-none", efforts: [...none, "max"], toolsInChat: "effort-absent" },
    ],
    [
      "gpt-6-astra gpt-6.1-sol gpt-7",
      {
        ...reasoning,
        sampling: "never",
        efforts: ["low", "medium", "high", "xhigh", "max"],
        toolsInChat: "effort-absent",
      },
    ],
    ["m gpt-oss-120b my-gpt-5 o", undefined],
  ])("of the family of %s", (models, family) => {
    for (const model of models.split(" "))
      expect([model, familyOf(model)]).toEqual([model, family as Family | undefined]);
  });

  it.each([
    ["gpt-5.6 gpt-5.6-sol gpt-5.10 gpt-6-sol m", true],
    ["o1 o4-mini chatgpt-4o gpt-3.5 gpt-4 gpt-4o gpt-5 gpt-5-mini gpt-5.0 gpt-5.5 gpt-5.6-terra", false],
  ])("of %s takes breakpoints of the cache: %j", (models, expected) => {
    for (const model of models.split(" "))
      expect([model, takesBreakpoints(model)]).toEqual([model, expected]);
  });
});
