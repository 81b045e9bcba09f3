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
