import { expect, it } from "vitest";
import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { reasoningRules } from "./reasoning.ts";

describeRules({
  dialect: "claude",
  rules: reasoningRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.thinking.disabled",
      good: on("claude-opus-5", { thinking: { type: "disabled" } }),
      bad: on("claude-fable-5", { thinking: { type: "disabled" } }),
      body: error(
        '"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      ),
    },
    {
      rule: "claude.thinking.enabled",
      good: on("claude-sonnet-4-6", { max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 1024 } }),
      bad: on("claude-opus-4-7", { max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 1024 } }),
      body: error(
        '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      ),
    },
    {
      rule: "claude.thinking.adaptive",
      good: on("claude-opus-4-6", { thinking: { type: "adaptive" } }),
      bad: on("claude-haiku-4-5", { thinking: { type: "adaptive" } }),
      body: error("adaptive thinking is not supported on this model"),
    },
    {
      rule: "claude.thinking.between_tools",
      good: on("claude-sonnet-5-5", { thinking: { type: "between_tools" } }),
      bad: on("claude-opus-5-5", { thinking: { type: "between_tools" } }),
      body: error(
        '"thinking.type.between_tools" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      ),
    },
    {
      rule: "claude.thinking.budget",
      good: { max_tokens: 1025, thinking: { type: "enabled", budget_tokens: 1024 } },
      bad: { max_tokens: 2000, thinking: { type: "enabled", budget_tokens: 1023 } },
      body: error("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024"),
    },
    {
      rule: "claude.thinking.budget",
      good: {},
      bad: { max_tokens: 1024, thinking: { type: "enabled", budget_tokens: 1024 } },
      body: error(
        "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size",
      ),
    },
    {
      rule: "claude.effort",
      good: on("claude-opus-4-5", { output_config: { effort: "high" } }),
      bad: { output_config: { effort: "high" } },
      body: error("This model does not support the effort parameter."),
    },
    {
      rule: "claude.effort",
      good: on("claude-opus-4-7", { output_config: { effort: "xhigh" } }),
      bad: on("claude-opus-4-6", { output_config: { effort: "xhigh" } }),
      body: error(
        "This model does not support effort level 'xhigh'. Supported levels: low, medium, high, max.",
      ),
    },
    {
      rule: "claude.effort.disabled",
      good: on("claude-opus-5", { thinking: { type: "disabled" }, output_config: { effort: "high" } }),
      bad: on("claude-opus-5", { thinking: { type: "disabled" }, output_config: { effort: "max" } }),
      body: error("thinking.type.disabled is not supported with output_config.effort xhigh or max"),
    },
  ],
});

const disabledHigh = "thinking.type.disabled is not supported with output_config.effort xhigh or max";
const betweenHigh = "thinking.type.between_tools is not supported with output_config.effort xhigh or max";
const noEffort = "This model does not support the effort parameter.";
const unsupported = (type: string) =>
  `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`;
const tooLittle = "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
const tooMuch = expect.stringMatching(/^`max_tokens` must be greater than `thinking.budget_tokens`\. Please/);

it.each<[string, string, string | undefined, Record<string, unknown>, unknown]>([
  ["claude.thinking.disabled", "fable-5", "disabled", {}, unsupported("disabled")],
  ["claude.thinking.disabled", "opus-5", "disabled", {}, undefined],
  ["claude.thinking.disabled", "fable-5", "adaptive", {}, undefined],
  ["claude.thinking.enabled", "opus-4-7", "enabled", {}, unsupported("enabled")],
  ["claude.thinking.enabled", "opus-4-6", "enabled", {}, undefined],
  ["claude.thinking.enabled", "opus-4-7", undefined, {}, undefined],
  [
    "claude.thinking.adaptive",
    "opus-4-5",
    "adaptive",
    {},
    "adaptive thinking is not supported on this model",
  ],
  ["claude.thinking.adaptive", "opus-4-6", "adaptive", {}, undefined],
  ["claude.thinking.adaptive", "opus-4-5", "enabled", {}, undefined],
  ["claude.thinking.between_tools", "sonnet-5", "between_tools", {}, unsupported("between_tools")],
  ["claude.thinking.between_tools", "sonnet-5", "adaptive", {}, undefined],
  ["claude.thinking.between_tools", "sonnet-5-5", "between_tools", { effort: "high" }, undefined],
  ["claude.thinking.between_tools", "sonnet-5-5", "between_tools", { effort: "xhigh" }, betweenHigh],
  ["claude.thinking.between_tools", "nova-1", "between_tools", {}, undefined],
  ["claude.thinking.between_tools", "nova-1", "between_tools", { effort: "max" }, betweenHigh],
  ["claude.thinking.budget", "opus-4", "enabled", { budget: 1023 }, tooLittle],
  ["claude.thinking.budget", "opus-4", "enabled", { budget: 1024 }, undefined],
  ["claude.thinking.budget", "opus-4", "enabled", { budget: 2000, most: 2000 }, tooMuch],
  ["claude.thinking.budget", "opus-4", "enabled", { budget: 1999, most: 2000 }, undefined],
  ["claude.thinking.budget", "opus-4", "adaptive", { budget: 1 }, undefined],
  ["claude.thinking.budget", "opus-4", "enabled", { budget: "1" }, undefined],
  ["claude.effort", "opus-4-1", undefined, { effort: "low" }, noEffort],
  [
    "claude.effort",
    "opus-4-5",
    undefined,
    { effort: "max" },
    "This model does not support effort level 'max'. Supported levels: low, medium, high.",
  ],
  ["claude.effort", "opus-4-5", undefined, { effort: "high" }, undefined],
  ["claude.effort", "opus-4-1", undefined, { effort: 1 }, undefined],
  ["claude.effort", "nova-1", undefined, { effort: "any" }, undefined],
  ["claude.effort.disabled", "opus-5", "disabled", { effort: "xhigh" }, disabledHigh],
  ["claude.effort.disabled", "opus-5", "disabled", { effort: "max" }, disabledHigh],
  ["claude.effort.disabled", "opus-5", "disabled", { effort: "high" }, undefined],
  ["claude.effort.disabled", "opus-5", "adaptive", { effort: "max" }, undefined],
  ["claude.effort.disabled", "sonnet-5", "disabled", { effort: "max" }, undefined],
])("%s for %s that thinks %j with %j says %j", (rule, model, type, { effort, budget, most }, message) => {
  const body = {
    thinking: type === undefined ? undefined : { type, budget_tokens: budget },
    output_config: { effort },
    max_tokens: most,
  };
  const fault = reasoningRules[rule]!({ model: `claude-${model}`, stream: false, body });
  expect(fault).toEqual(message === undefined ? undefined : { message });
});
