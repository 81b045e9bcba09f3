import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { tokenRules } from "./tokens.ts";

describeRules({
  dialect: "claude",
  rules: tokenRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.max_tokens.minimum",
      good: { max_tokens: 1 },
      bad: { max_tokens: -1 },
      body: error("max_tokens: Input should be greater than or equal to 1"),
    },
    {
      rule: "claude.max_tokens.zero",
      good: { max_tokens: 0 },
      bad: { max_tokens: 0, stream: true },
      body: error("max_tokens: Input should be greater than or equal to 1"),
    },
    {
      rule: "claude.max_tokens.maximum",
      good: { max_tokens: 64_000 },
      bad: { max_tokens: 64_001 },
      body: error(
        "max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-5",
      ),
    },
    {
      rule: "claude.max_tokens.maximum",
      good: on("claude-opus-5-5", { max_tokens: 128_000 }),
      bad: on("claude-opus-4-1", { max_tokens: 32_001 }),
      body: error(
        "max_tokens: 32001 > 32000, which is the maximum allowed number of output tokens for claude-opus-4-1",
      ),
    },
  ],
});

describeFaults(tokenRules, [
  ["claude.max_tokens.minimum", {}, undefined],
  ["claude.max_tokens.minimum", { max_tokens: "-1" }, undefined],
  ["claude.max_tokens.minimum", { max_tokens: 0 }, undefined],
  ["claude.max_tokens.minimum", { max_tokens: 1.5 }, "Input should be a valid integer"],
  ["claude.max_tokens.minimum", { max_tokens: -0.5 }, "Input should be greater than or equal to 1"],
  ["claude.max_tokens.zero", { max_tokens: 1, tool_choice: { type: "any" } }, undefined],
  [
    "claude.max_tokens.zero",
    { max_tokens: 0, tool_choice: { type: "auto" }, thinking: { type: "disabled" } },
    undefined,
  ],
  ["claude.max_tokens.zero", { max_tokens: 0, thinking: { type: "enabled" } }, "greater than or equal to 1"],
  ["claude.max_tokens.zero", { max_tokens: 0, output_config: { format: {} } }, "greater than or equal to 1"],
  ["claude.max_tokens.zero", { max_tokens: 0, tool_choice: { type: "any" } }, "greater than or equal to 1"],
  ["claude.max_tokens.zero", { max_tokens: 0, tool_choice: { type: "tool" } }, "greater than or equal to 1"],
  ["claude.max_tokens.maximum", { max_tokens: 1e9 }, undefined],
  ["claude.max_tokens.maximum", { max_tokens: "99999999" }, undefined, "claude-sonnet-4-5"],
]);
