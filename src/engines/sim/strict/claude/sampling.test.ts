import { expect, it } from "vitest";
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

const range = "claude.sampling.range";
const deprecated = "claude.sampling.deprecated";
const both = "claude.sampling.temperature-and-top_p";
const thinking = "claude.sampling.thinking";
const oneOnly = "`temperature` and `top_p` cannot both be specified for this model. Please use only one.";
const fixed = "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.";
const nearOne =
  "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode.";
const unset = "`top_k` must be unset when thinking is enabled or in adaptive mode.";
const enabled = { thinking: { type: "enabled" } };

it.each<[string, string, object, string | undefined]>([
  ...["temperature", "top_p"].flatMap((name): [string, string, object, string | undefined][] => [
    [range, "opus-4", { [name]: 0 }, undefined],
    [range, "opus-4", { [name]: 1 }, undefined],
    [range, "opus-4", { [name]: -0.1 }, `${name}: Input should be greater than or equal to 0`],
    [range, "opus-4", { [name]: 1.1 }, `${name}: Input should be less than or equal to 1`],
    [range, "opus-4", { [name]: "2" }, undefined],
  ]),
  [range, "opus-4", { top_k: -1 }, "top_k: Input should be greater than or equal to 0"],
  [range, "opus-4", { top_k: 100_000 }, undefined],
  [deprecated, "opus-4-7", { temperature: 1 }, undefined],
  [deprecated, "opus-4-7", { temperature: 0.5 }, "`temperature` is deprecated for this model."],
  [deprecated, "opus-4-7", { top_p: 1 }, "`top_p` is deprecated for this model."],
  [deprecated, "opus-4-7", { top_k: 1 }, "`top_k` is deprecated for this model."],
  [deprecated, "opus-4-6", { temperature: 0, top_p: 0, top_k: 0 }, undefined],
  [both, "opus-4-1", { temperature: 1, top_p: 1 }, oneOnly],
  [both, "opus-4", { temperature: 1, top_p: 1 }, undefined],
  [both, "opus-4-1", { temperature: 1 }, undefined],
  [both, "opus-4-1", { top_p: 1 }, undefined],
  [thinking, "opus-4", { ...enabled, temperature: 0.9 }, fixed],
  [thinking, "opus-4", { ...enabled, temperature: 1, top_p: 0.95 }, undefined],
  [thinking, "opus-4", { ...enabled, top_p: 0.94 }, nearOne],
  [thinking, "opus-4", { ...enabled, top_k: 0 }, unset],
  [thinking, "opus-4", { thinking: { type: "adaptive" }, top_k: 5 }, unset],
  [thinking, "opus-4", { thinking: { type: "between_tools" }, top_k: 5 }, unset],
  [thinking, "opus-4", { thinking: { type: "disabled" }, temperature: 0, top_p: 0, top_k: 5 }, undefined],
  [thinking, "opus-4", { temperature: 0, top_p: 0, top_k: 5 }, undefined],
])("%s for %s with %j says %j", (rule, model, body, message) => {
  const fault = samplingRules[rule]!({ model: `claude-${model}`, stream: false, body: { ...body } });
  expect(fault).toEqual(message === undefined ? undefined : { message });
});
