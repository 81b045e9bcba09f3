import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { samplingRules } from "./sampling.ts";

describeRules({
  dialect: "copilot",
  rules: samplingRules,
  plain,
  path,
  cases: [
    {
      rule: "copilot.claude.sampling.deprecated",
      good: on("claude-haiku-4.5", { temperature: 0 }),
      bad: on("claude-opus-4.8", { temperature: 0 }),
      body: error("`temperature` is deprecated for this model."),
    },
    {
      rule: "copilot.claude.sampling.temperature-and-top_p",
      good: { temperature: 0, top_p: 0.5 },
      bad: on("claude-haiku-4.5", { temperature: 0, top_p: 0.5 }),
      body: error("`temperature` and `top_p` cannot both be specified for this model. Please use only one."),
    },
    {
      rule: "copilot.sampling.range",
      good: { top_p: 1 },
      bad: { top_p: 2 },
      body: error(
        "Invalid 'top_p': decimal above maximum value. Expected a value <= 1, but got 2 instead.",
        "decimal_above_max_value",
        "top_p",
      ),
    },
    {
      rule: "copilot.sampling.model",
      good: on("gpt-5.4", { temperature: 0 }),
      bad: on("gpt-5-mini", { temperature: 0 }),
      body: error(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        "unsupported_value",
        "temperature",
      ),
    },
    {
      rule: "copilot.sampling.penalties",
      good: { presence_penalty: 1 },
      bad: on("gpt-5-mini", { presence_penalty: 1 }),
      body: error(
        "Unsupported parameter: 'presence_penalty' is not supported with this model.",
        "unsupported_parameter",
        "presence_penalty",
      ),
    },
    {
      rule: "copilot.sampling.n",
      good: { n: 1 },
      bad: { n: 0 },
      body: error(
        "Invalid 'n': integer below minimum value. Expected a value >= 1, but got 0 instead.",
        "integer_below_min_value",
        "n",
      ),
    },
    {
      rule: "copilot.logprobs.top",
      good: { logprobs: true, top_logprobs: 1 },
      bad: { top_logprobs: 1 },
      body: error(
        "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.",
        "invalid_request_body",
        "top_logprobs",
      ),
    },
    {
      rule: "copilot.stop.count",
      good: { stop: ["1", "2", "3", "4"] },
      bad: { stop: ["1", "2", "3", "4", "5"] },
      body: error(
        "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead.",
        "array_above_max_length",
        "stop",
      ),
    },
    {
      rule: "copilot.stop.model",
      good: { stop: "x" },
      bad: on("gpt-5-mini", { stop: "x" }),
      body: error(
        "Unsupported parameter: 'stop' is not supported with this model.",
        "unsupported_parameter",
        "stop",
      ),
    },
  ],
});
