import { describe, expect, it } from "vitest";
import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { samplingRules } from "./sampling.ts";

describeRules({
  dialect: "openai",
  rules: samplingRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.sampling.range",
      good: { temperature: 2 },
      bad: { temperature: 2.5 },
      body: error(
        "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.5 instead.",
        "temperature",
        "decimal_above_max_value",
      ),
    },
    {
      rule: "openai.sampling.model",
      good: on("gpt-5", { temperature: 1 }),
      bad: on("gpt-5", { temperature: 0 }),
      body: error(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        "temperature",
        "unsupported_value",
      ),
    },
    {
      rule: "openai.sampling.model",
      good: on("gpt-5.4", { temperature: 0.5 }),
      bad: on("gpt-5.4", { temperature: 0.5, reasoning_effort: "low" }),
      body: error(
        "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.",
        "temperature",
        "unsupported_value",
      ),
    },
    {
      rule: "openai.sampling.model",
      good: on("gpt-5.6-sol", { top_p: 0.5, reasoning_effort: "none" }),
      bad: on("gpt-5.6-sol", { top_p: 0.5 }),
      body: error(
        "Unsupported value: 'top_p' does not support 0.5 with this model. Only the default (1) value is supported.",
        "top_p",
        "unsupported_value",
      ),
    },
    {
      rule: "openai.sampling.model",
      good: on("gpt-6-sol", { temperature: 0, reasoning_effort: "none" }),
      bad: on("gpt-6-astra", { temperature: 1 }),
      body: error(
        "Unsupported parameter: 'temperature' is not supported with this model.",
        "temperature",
        "unsupported_parameter",
      ),
    },
    {
      rule: "openai.sampling.model",
      good: { logprobs: true },
      bad: on("o3", { logprobs: true }),
      body: error(
        "Unsupported parameter: 'logprobs' is not supported with this model.",
        "logprobs",
        "unsupported_parameter",
      ),
    },
    {
      rule: "openai.sampling.penalties",
      good: { presence_penalty: 1 },
      bad: on("gpt-5.4", { presence_penalty: 1 }),
      body: error(
        "Unsupported parameter: 'presence_penalty' is not supported with this model.",
        "presence_penalty",
        "unsupported_parameter",
      ),
    },
    {
      rule: "openai.sampling.n",
      good: { n: 2 },
      bad: on("o3", { n: 2 }),
      body: error(
        "Unsupported value: 'n' does not support 2 with this model. Only the default (1) value is supported.",
        "n",
        "unsupported_value",
      ),
    },
    {
      rule: "openai.logprobs.top",
      good: { logprobs: true, top_logprobs: 3 },
      bad: { top_logprobs: 3 },
      body: error("The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.", "top_logprobs"),
    },
    {
      rule: "openai.stop.count",
      good: { stop: ["a", "b", "c", "d"] },
      bad: { stop: ["a", "b", "c", "d", "e"] },
      body: error(
        "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead.",
        "stop",
        "array_above_max_length",
      ),
    },
    {
      rule: "openai.stop.model",
      good: { stop: "a" },
      bad: on("gpt-5.4", { stop: "a" }),
      body: error(
        "Unsupported parameter: 'stop' is not supported with this model.",
        "stop",
        "unsupported_parameter",
      ),
    },
  ],
});

describe("a number of a request", () => {
  const faultOf = (rule: string, model: string, body: object) =>
    samplingRules[rule]!({ model, stream: false, body: { ...body } });

  it.each([
    ["openai.sampling.range", "temperature", 0, 2, "decimal"],
    ["openai.sampling.range", "top_p", 0, 1, "decimal"],
    ["openai.sampling.range", "presence_penalty", -2, 2, "integer"],
    ["openai.sampling.range", "frequency_penalty", -2, 2, "integer"],
    ["openai.sampling.range", "top_logprobs", 0, 20, "integer"],
    ["openai.sampling.n", "n", 1, 128, "integer"],
  ])("of %s, %s, is from %d to %d", (rule, param, least, most, kind) => {
    const at = (value: unknown) => faultOf(rule, "gpt-4o", { [param]: value });
    for (const value of [least, most, "x", null]) expect(at(value)).toBeUndefined();
    expect(at(least - 1)).toEqual({
      message: `Invalid '${param}': ${kind} below minimum value. Expected a value >= ${least}, but got ${least - 1} instead.`,
      param,
      code: `${kind}_below_min_value`,
    });
    expect(at(most + 1)).toEqual({
      message: `Invalid '${param}': ${kind} above maximum value. Expected a value <= ${most}, but got ${most + 1} instead.`,
      param,
      code: `${kind}_above_max_value`,
    });
  });

  it.each([
    ["gpt-5", undefined, true],
    ["gpt-5", "none", true],
    ["gpt-5.4", undefined, false],
    ["gpt-5.4", null, false],
    ["gpt-5.4", "low", true],
    ["gpt-5.5", undefined, true],
    ["gpt-5.5", "none", false],
    ["gpt-6-sol", undefined, true],
    ["gpt-6-sol", "none", false],
    ["gpt-6-astra", "none", true],
    ["gpt-4o", "high", false],
    ["m", "high", false],
  ])("of sampling is refused by %s with the effort %j: %j", (model, effort, isRefused) => {
    const fault = (body: object) =>
      faultOf("openai.sampling.model", model, { reasoning_effort: effort, ...body });
    for (const body of [{ temperature: 0 }, { top_p: 0.5 }, { logprobs: true }, { top_logprobs: 1 }])
      expect(fault(body) !== undefined).toBe(isRefused);
    for (const body of [{}, { logprobs: false }, { top_logprobs: 0 }]) expect(fault(body)).toBeUndefined();
    expect(fault({ temperature: 1 }) !== undefined).toBe(model === "gpt-6-astra");
  });

  it("of penalties and of words is refused by models that reason", () => {
    const fault = (model: string, body: object) => faultOf("openai.sampling.penalties", model, body)?.param;
    for (const param of ["presence_penalty", "frequency_penalty", "logit_bias"]) {
      expect([fault("gpt-5", { [param]: 1 }), fault("gpt-4o", { [param]: 1 })]).toEqual([param, undefined]);
    }
    expect(fault("gpt-5", { presence_penalty: 0, frequency_penalty: 0 })).toBeUndefined();
  });
});
