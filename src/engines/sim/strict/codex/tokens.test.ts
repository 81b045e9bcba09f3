import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { tokenRules } from "./tokens.ts";

describeRules({
  dialect: "codex",
  rules: tokenRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.max_output_tokens",
      good: { max_output_tokens: 16 },
      bad: { max_output_tokens: 15 },
      body: error(
        "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 15 instead.",
        "max_output_tokens",
        "integer_below_min_value",
      ),
    },
    {
      rule: "codex.max_output_tokens",
      good: on("gpt-4o", { max_output_tokens: 16_384 }),
      bad: on("gpt-4o", { max_output_tokens: 64_000 }),
      body: error(
        "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 16384, but got 64000 instead.",
        "max_output_tokens",
        "integer_above_max_value",
      ),
    },
    {
      rule: "codex.max_tool_calls",
      good: { max_tool_calls: 1 },
      bad: { max_tool_calls: 0 },
      body: error(
        "Invalid 'max_tool_calls': integer below minimum value. Expected a value >= 1, but got 0 instead.",
        "max_tool_calls",
        "integer_below_min_value",
      ),
    },
  ],
});

describeFaults(tokenRules, [
  ["codex.max_output_tokens", { max_output_tokens: "1" }, undefined],
  ["codex.max_output_tokens", { max_output_tokens: 16 }, undefined],
  [
    "codex.max_output_tokens",
    { max_output_tokens: 15 },
    "integer below minimum value. Expected a value >= 16, but got 15",
  ],
  ["codex.max_output_tokens", { max_output_tokens: 1e9 }, undefined],
  ["codex.max_output_tokens", { max_output_tokens: 1e9 }, "integer above maximum value", "gpt-4o"],
  ["codex.max_tool_calls", { max_tool_calls: "0" }, undefined],
  ["codex.max_tool_calls", { max_tool_calls: 1 }, undefined],
  [
    "codex.max_tool_calls",
    { max_tool_calls: 0 },
    "integer below minimum value. Expected a value >= 1, but got 0",
  ],
]);
