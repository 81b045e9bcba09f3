import { describe, expect, it } from "vitest";
import type { ModelLimits } from "../../limits/model-limits.ts";
import { taughtBy } from "../fixtures/lessons.ts";
import { withLessons } from "../learning.ts";

const failure = (message: string) => ({ type: "error", error: { type: "invalid_request_error", message } });
const rejected = { is: "rejected" };

describe("an error of Anthropic's", () => {
  it.each<[string, object, object]>([
    [
      "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
      { temperature: 1, top_p: 0.9 },
      { sampling: { exclusive: true } },
    ],
    [
      "`temperature` is deprecated for this model.",
      { temperature: 0 },
      { sampling: { temperature: rejected } },
    ],
    ["`top_p` is deprecated for this model.", { top_p: 1 }, { sampling: { topP: rejected } }],
    ["`TOP_K` is deprecated for this model.", { top_k: 0 }, { sampling: { topK: rejected } }],
    [
      "tool_choice: type 'tool' is not supported for this model.",
      { tool_choice: { type: "tool", name: "t" } },
      { choice: { forced: "never", named: "never" } },
    ],
    [
      '"thinking.type.disabled" is not supported for this model.',
      { thinking: { type: "disabled" } },
      { reasoning: { modes: ["adaptive", "budget"] } },
    ],
    [
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".',
      { thinking: { type: "enabled", budget_tokens: 1024 } },
      { reasoning: { modes: ["off", "adaptive"] } },
    ],
    [
      "This model does not support assistant message prefill.",
      { messages: [{}] },
      { turns: { prefill: false } },
    ],
    [
      "tools.0.custom: input_schema does not support oneOf, allOf, or anyOf at the top level",
      { tools: [{}] },
      { schema: { rootRejected: ["oneOf", "allOf", "anyOf"] } },
    ],
    [
      "messages.1: role 'system' is not supported on this model",
      { messages: [{}] },
      { turns: { systemMidway: false } },
    ],
  ])("teaches: %s", (message, sent, expected) => {
    expect(taughtBy("claude", failure(message), sent)).toEqual(expected);
    expect(taughtBy("copilot", failure(message), sent)).toEqual(expected);
    expect(taughtBy("openai", failure(message), sent)).toBeUndefined();
    expect(taughtBy("claude", failure(message), { model: "m", max_tokens: 1 })).toBeUndefined();
  });

  it.each([
    "messages: text content blocks must be non-empty",
    "max_tokens: must be greater than thinking.budget_tokens",
    "messages.1.content.0: Invalid `signature` in `thinking` block",
    "`max_tokens` is deprecated for this model.",
    "prompt is too long",
  ])("teaches nothing about the model if the request was at fault: %s", (message) => {
    const sent = { messages: [{}], max_tokens: 1, thinking: {}, temperature: 1, tools: [{}] };
    expect(taughtBy("claude", failure(message), sent)).toBeUndefined();
  });

  it.each<[string, ModelLimits, string[]]>([
    ["disabled", { reasoning: { modes: ["off", "adaptive"] } }, ["adaptive"]],
    ["enabled", { reasoning: { modes: ["off", "budget"] } }, ["off"]],
  ])("takes the form %s from those that were known", (form, known, modes) => {
    const error = failure(`thinking.type.${form.toUpperCase()} is not supported for this model`);
    expect(taughtBy("claude", error, { thinking: {} }, known)).toEqual({ reasoning: { modes } });
  });

  it("whose kept value is not known changes nothing", () => {
    const known = { output: { max: 5 } };
    const lesson = { pattern: "anthropic.sampling_fixed", value: "max_tokens" };
    expect(withLessons(known, [lesson])).toBe(known);
  });
});
