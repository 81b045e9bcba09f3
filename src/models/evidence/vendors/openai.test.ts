import { describe, expect, it } from "vitest";
import type { ModelLimits } from "../../limits/model-limits.ts";
import { taughtBy } from "../fixtures/lessons.ts";
import { learnFromError, withLessons } from "../learning.ts";

const failure = (message: string, code: string | null, type = "invalid_request_error") => ({
  error: { message, type, code },
});
const unsupported = (field: string) =>
  failure(`Unsupported parameter: '${field}' is not supported with this model.`, "unsupported_parameter");
const rejected = { is: "rejected" };
const apis = ["openai", "codex", "copilot"];

describe("an error of OpenAI's that names a parameter", () => {
  it.each<[string, object, object]>([
    ["temperature", { temperature: 0 }, { sampling: { temperature: rejected } }],
    ["top_p", { top_p: 0.5 }, { sampling: { topP: rejected } }],
    ["frequency_penalty", { frequency_penalty: 1 }, { sampling: { frequencyPenalty: rejected } }],
    ["presence_penalty", { presence_penalty: 1 }, { sampling: { presencePenalty: rejected } }],
    ["logprobs", { logprobs: true }, { sampling: { logprobs: "rejected" } }],
    ["top_logprobs", { top_logprobs: 3 }, { sampling: { logprobs: "rejected" } }],
    ["logit_bias", { logit_bias: {} }, { sampling: { logitBias: "rejected" } }],
    ["stop", { stop: "x" }, { stop: { count: 0 } }],
    ["reasoning_effort", { reasoning_effort: "low" }, { reasoning: { efforts: [] } }],
    ["reasoning.effort", { reasoning: { effort: "low" } }, { reasoning: { efforts: [] } }],
    ["parallel_tool_calls", { parallel_tool_calls: false }, { choice: { parallel: false } }],
  ])("teaches that the model takes no %s", (field, sent, expected) => {
    for (const api of apis) expect(taughtBy(api, unsupported(field), sent)).toEqual(expected);
    expect(taughtBy("openai", unsupported(field), { other: 1 })).toBeUndefined();
    expect(taughtBy("kimi", unsupported(field), sent)).toBeUndefined();
  });

  it.each([
    ["unsupported_parameter", true],
    [null, true],
    ["invalid_request_body", true],
    ["model_not_supported", false],
  ])("is known by its code %s: %s", (code, teaches) => {
    const type = code === null ? "invalid_request_error" : "error";
    const error = failure("Unsupported parameter: 'stop' is not supported with this model.", code, type);
    expect(taughtBy("copilot", error, { stop: "x" }) !== undefined).toBe(teaches);
  });
});

describe("an error of OpenAI's that names a value", () => {
  const value = (field: string, rest = "0.5 with this model. Only the default (1) value is supported.") =>
    failure(`Unsupported value: '${field}' does not support ${rest}`, "unsupported_value");

  it.each<[string, object]>([
    ["temperature", { temperature: { is: "only", value: 1 } }],
    ["top_p", { topP: { is: "only", value: 1 } }],
  ])("teaches that %s is only 1", (field, sampling) => {
    for (const api of apis) expect(taughtBy(api, value(field), { [field]: 0.5 })).toEqual({ sampling });
    expect(taughtBy("openai", value(field.toUpperCase()), { [field]: 0.5 })).toEqual({ sampling });
    expect(taughtBy("openai", value(field), {})).toBeUndefined();
  });

  it("is read where Copilot wraps it, and not with another code", () => {
    const { message } = value("temperature").error;
    const sent = { temperature: 0 };
    expect(taughtBy("copilot", failure(message, "invalid_request_body"), sent)).toBeDefined();
    expect(taughtBy("copilot", failure(message, "other"), sent)).toBeUndefined();
  });

  it.each<[string, string[]]>([
    ["'none', 'low', 'medium', 'high', and 'xhigh'.", ["none", "low", "medium", "high", "xhigh"]],
    ["'medium'.", ["medium"]],
    ["'high' and 'max'.", ["high", "max"]],
    ["'xhigh', 'minimal'.", ["minimal", "xhigh"]],
  ])("teaches the efforts that it lists: %s", (list, efforts) => {
    const rest = `'minimum' with this model. Supported values are: ${list}`;
    const taught = { reasoning: { efforts } };
    expect(taughtBy("codex", value("reasoning.effort", rest), { reasoning: { effort: "x" } })).toEqual(
      taught,
    );
    expect(taughtBy("openai", value("reasoning_effort", rest), { reasoning_effort: "x" })).toEqual(taught);
    expect(taughtBy("openai", value("reasoning_effort", rest), { effort: "x" })).toBeUndefined();
  });

  it("teaches nothing if it lists no effort that is known", () => {
    const rest = "'low' with this model. Supported values are: 'slow', 'fast'.";
    expect(taughtBy("openai", value("reasoning_effort", rest), { reasoning_effort: "low" })).toBeUndefined();
  });

  it.each([null, "unsupported_value", "invalid_request_body"])(
    "teaches that tools exclude reasoning, with code %s",
    (code) => {
      const error = failure(
        "Function tools with reasoning_effort are not supported for gpt-6-sol in /v1/chat/completions.",
        code,
        code === null ? "invalid_request_error" : "error",
      );
      expect(taughtBy("openai", error, { tools: [{}] })).toEqual({ reasoning: { withTools: false } });
      expect(taughtBy("openai", error, { reasoning_effort: "low" })).toBeUndefined();
    },
  );
});

describe("an error of OpenAI's that names a bound", () => {
  const tooLong = (field: string, length: number) =>
    failure(
      `Invalid '${field}': string too long. Expected a string with maximum length ${length}, but got a string with length 999 instead.`,
      "string_above_max_length",
    );

  it.each<[string, number, ModelLimits]>([
    ["user", 64, { identity: { userLength: 64 } }],
    ["safety_identifier", 128, { identity: { userLength: 128 } }],
    ["prompt_cache_key", 64, { identity: { cacheKeyLength: 64 } }],
    ["prompt_cache_key", 1024, { identity: { cacheKeyLength: 1024 } }],
  ])("teaches the length of %s: %d", (field, length, expected) => {
    expect(taughtBy("codex", tooLong(field, length), { [field]: "x" })).toEqual(expected);
    expect(taughtBy("codex", tooLong(field, length), { other: "x" })).toBeUndefined();
  });

  it("teaches no length of another field", () => {
    expect(taughtBy("openai", tooLong("model", 64), { model: "x", user: "x" })).toBeUndefined();
  });

  it.each(["max_output_tokens", "max_completion_tokens", "max_tokens"])(
    "teaches the least output by %s",
    (field) => {
      const error = failure(
        `Invalid '${field}': integer below minimum value. Expected a value >= 16, but got 5 instead.`,
        "integer_below_min_value",
      );
      expect(taughtBy("codex", error, { [field]: 5 })).toEqual({ output: { min: 16 } });
      expect(taughtBy("codex", error, { user: 5 })).toBeUndefined();
    },
  );

  it("teaches the number of tools", () => {
    const error = failure(
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got 140.",
      "array_above_max_length",
    );
    expect(taughtBy("copilot", error, { tools: [] })).toEqual({ toolNames: { count: 128 } });
    expect(taughtBy("copilot", error, { user: "" })).toBeUndefined();
  });
});

describe("a kept lesson of OpenAI's", () => {
  it.each([
    ["openai.unsupported_parameter", "model"],
    ["openai.fixed_sampling", "top_k"],
    ["openai.efforts", "fastest"],
    ["openai.length", "model 3"],
  ])("of %s with the value %j that is not known changes nothing", (pattern, value) => {
    const known = { output: { max: 5 } };
    expect(withLessons(known, [{ pattern, value }])).toBe(known);
  });

  it("is the same in whichever case the error was written", () => {
    const error = failure("UNSUPPORTED VALUE: 'TOP_P' DOES NOT SUPPORT 0", "unsupported_value");
    expect(learnFromError("openai", error, { top_p: 0 })).toEqual({
      pattern: "openai.fixed_sampling",
      value: "top_p",
    });
  });
});
