import type { ModelLimits } from "../../limits/model-limits.ts";
import type { ErrorPattern } from "../error-pattern.ts";
import { rejected, teachPart, teachSampling } from "../teaching.ts";

const apis = ["openai", "codex", "copilot"] as const;
const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

type Teach = (limits: ModelLimits) => ModelLimits;

/** What is done if the vendor says that a model does not take a field at all. No other field is ever dropped. */
const unsupported = new Map<string, Teach>([
  ["temperature", (limits) => teachSampling(limits, { temperature: rejected })],
  ["top_p", (limits) => teachSampling(limits, { topP: rejected })],
  ["frequency_penalty", (limits) => teachSampling(limits, { frequencyPenalty: rejected })],
  ["presence_penalty", (limits) => teachSampling(limits, { presencePenalty: rejected })],
  ["logprobs", (limits) => teachSampling(limits, { logprobs: "rejected" })],
  ["top_logprobs", (limits) => teachSampling(limits, { logprobs: "rejected" })],
  ["logit_bias", (limits) => teachSampling(limits, { logitBias: "rejected" })],
  ["stop", (limits) => teachPart(limits, "stop", { count: 0 })],
  ["reasoning_effort", (limits) => teachPart(limits, "reasoning", { efforts: [] })],
  ["reasoning.effort", (limits) => teachPart(limits, "reasoning", { efforts: [] })],
  ["parallel_tool_calls", (limits) => teachPart(limits, "choice", { parallel: false })],
]);

const fixed = new Map([
  ["temperature", "temperature"],
  ["top_p", "topP"],
] as const);

const lengths = new Map([
  ["user", "userLength"],
  ["safety_identifier", "userLength"],
  ["prompt_cache_key", "cacheKeyLength"],
] as const);

/** Errors of Chat Completions and of the Responses API; Copilot wraps their text. */
export const openaiPatterns: readonly ErrorPattern[] = [
  {
    apis,
    id: "openai.unsupported_parameter",
    codes: ["unsupported_parameter", "invalid_request_error", "invalid_request_body"],
    text: /Unsupported parameter: '([\w.]{1,40})' is not supported with this model/i,
    value: ([, field]) => (unsupported.has(field!) ? field : undefined),
    fields: (value) => [value],
    teach: (limits, value) => unsupported.get(value)?.(limits) ?? limits,
  },
  {
    apis,
    id: "openai.fixed_sampling",
    codes: ["unsupported_value", "invalid_request_body"],
    text: /Unsupported value: '(temperature|top_p)' does not support/i,
    value: ([, field]) => field!.toLowerCase(),
    fields: (value) => [value],
    teach: (limits, value) => {
      const member = fixed.get(value as "temperature");
      return member === undefined ? limits : teachSampling(limits, { [member]: { is: "only", value: 1 } });
    },
  },
  {
    apis,
    id: "openai.efforts",
    codes: ["unsupported_value", "invalid_request_body"],
    text: /Unsupported value: '(?:reasoning_effort|reasoning\.effort)' does not support.{0,80}Supported values are: ([\w', and]{1,120})/i,
    value: ([, list]) => {
      const named = efforts.filter((word) => new RegExp(`\\b${word}\\b`).test(list!));
      return named.length === 0 ? undefined : named.join(" ");
    },
    fields: () => ["reasoning_effort", "reasoning.effort"],
    teach: (limits, value) => {
      const named = efforts.filter((word) => value.split(" ").includes(word));
      return named.length === 0 ? limits : teachPart(limits, "reasoning", { efforts: named });
    },
  },
  {
    apis,
    id: "openai.tools_while_reasoning",
    codes: ["invalid_request_error", "unsupported_value", "invalid_request_body"],
    text: /Function tools with reasoning_effort are not supported/i,
    value: () => "tools",
    fields: () => ["tools"],
    teach: (limits) => teachPart(limits, "reasoning", { withTools: false }),
  },
  {
    apis,
    id: "openai.length",
    codes: ["string_above_max_length"],
    text: /'(user|safety_identifier|prompt_cache_key)'.{0,120}maximum length (\d{2,4})/i,
    value: ([, field, length]) => `${field} ${length}`,
    fields: (value) => [value.split(" ")[0]!],
    teach: (limits, value) => {
      const [field, length] = value.split(" ");
      const member = lengths.get(field as "user");
      return member === undefined ? limits : teachPart(limits, "identity", { [member]: Number(length) });
    },
  },
  {
    apis,
    id: "openai.tool_count",
    codes: ["array_above_max_length"],
    text: /'tools'.{0,120}maximum length (\d{1,4})/i,
    value: ([, count]) => count,
    fields: () => ["tools"],
    teach: (limits, value) => teachPart(limits, "toolNames", { count: Number(value) }),
  },
  {
    apis,
    id: "openai.output_minimum",
    codes: ["integer_below_min_value"],
    text: /'(?:max_output_tokens|max_completion_tokens|max_tokens)'.{0,120}>= (\d{1,4})/i,
    value: ([, least]) => least,
    fields: () => ["max_output_tokens", "max_completion_tokens", "max_tokens"],
    teach: (limits, value) => teachPart(limits, "output", { min: Number(value) }),
  },
];
