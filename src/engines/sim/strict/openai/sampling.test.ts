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
