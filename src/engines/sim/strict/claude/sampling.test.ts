import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { samplingRules } from "./sampling.ts";

describeRules({
  dialect: "claude",
  rules: samplingRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.sampling.range",
      good: { temperature: 1 },
      bad: { temperature: 1.2 },
      body: error("temperature: Input should be less than or equal to 1"),
    },
    {
      rule: "claude.sampling.deprecated",
      good: on("claude-opus-4-8", { temperature: 1 }),
      bad: on("claude-opus-4-8", { temperature: 0.5 }),
      body: error("`temperature` is deprecated for this model."),
    },
    {
      rule: "claude.sampling.deprecated",
      good: on("claude-opus-4-6", { top_p: 1 }),
      bad: on("claude-opus-4-7", { top_p: 1 }),
      body: error("`top_p` is deprecated for this model."),
    },
    {
      rule: "claude.sampling.deprecated",
      good: on("claude-sonnet-4-6", { top_k: 0 }),
      bad: on("claude-haiku-5-5", { top_k: 0 }),
      body: error("`top_k` is deprecated for this model."),
    },
    {
      rule: "claude.sampling.temperature-and-top_p",
      good: { temperature: 0.5 },
      bad: { temperature: 0.5, top_p: 0.9 },
      body: error("`temperature` and `top_p` cannot both be specified for this model. Please use only one."),
    },
    {
      rule: "claude.sampling.thinking",
      good: { max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 1024 }, temperature: 1 },
      bad: { max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 1024 }, temperature: 0 },
      body: error("`temperature` may only be set to 1 when thinking is enabled or in adaptive mode."),
    },
    {
      rule: "claude.stop.blank",
      good: { stop_sequences: ["END"] },
      bad: { stop_sequences: ["END", "\n"] },
      body: error("stop_sequences: each stop sequence must contain non-whitespace"),
    },
  ],
});
