import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { reasoningRules } from "./reasoning.ts";

describeRules({
  dialect: "codex",
  rules: reasoningRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.reasoning.effort",
      good: on("gpt-6.1-sol", { reasoning: { effort: "max" } }),
      bad: on("gpt-6.1-sol", { reasoning: { effort: "none" } }),
      body: error(
        "Unsupported value: 'reasoning.effort' does not support 'none' with this model. Supported values are: 'low', 'medium', 'high', 'xhigh', and 'max'.",
        "reasoning.effort",
        "unsupported_value",
      ),
    },
    {
      rule: "codex.reasoning.summary",
      good: { reasoning: { summary: "auto" } },
      bad: on("gpt-4o", { reasoning: { summary: "auto" } }),
      body: error(
        "Unsupported parameter: 'reasoning.summary' is not supported with this model.",
        "reasoning.summary",
        "unsupported_parameter",
      ),
    },
    {
      rule: "codex.reasoning.include",
      good: { include: ["reasoning.encrypted_content"] },
      bad: on("gpt-4o", { include: ["reasoning.encrypted_content"] }),
      body: error("Encrypted content is not supported with this model.", "include"),
    },
    {
      rule: "codex.verbosity",
      good: { text: { verbosity: "low" } },
      bad: on("gpt-4.1", { text: { verbosity: "low" } }),
      body: error(
        "Unsupported value: 'text.verbosity' does not support 'low' with this model. Supported values are: 'medium'.",
        "text.verbosity",
        "unsupported_value",
      ),
    },
  ],
});

describeFaults(reasoningRules, [
  ["codex.reasoning.summary", { reasoning: { summary: "auto" } }, undefined],
  ["codex.reasoning.summary", { reasoning: { summary: "auto" } }, undefined, "gpt-5"],
  ["codex.reasoning.summary", { reasoning: { summary: "auto" } }, "'reasoning.summary'", "gpt-4o"],
  ["codex.reasoning.summary", { reasoning: { summary: null } }, undefined, "gpt-4o"],
  ["codex.reasoning.include", { include: ["reasoning.encrypted_content"] }, undefined],
  ["codex.reasoning.include", { include: ["reasoning.encrypted_content"] }, undefined, "gpt-5"],
  [
    "codex.reasoning.include",
    { include: ["x", "reasoning.encrypted_content"] },
    "Encrypted content is not supported",
    "gpt-4o",
  ],
  ["codex.reasoning.include", { include: ["x"] }, undefined, "gpt-4o"],
]);
