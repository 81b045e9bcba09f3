import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, generation, path, plain } from "./fixtures/requests.ts";
import { tokenRules } from "./tokens.ts";

describeRules({
  dialect: "gemini",
  rules: tokenRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.maxOutputTokens",
      good: generation({ maxOutputTokens: 1 }),
      bad: generation({ maxOutputTokens: 0 }),
      body: error(
        "* GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.",
      ),
    },
  ],
});

describeFaults(tokenRules, [
  ["gemini.maxOutputTokens", {}, undefined],
  ["gemini.maxOutputTokens", { generationConfig: { maxOutputTokens: "0" } }, undefined],
  ["gemini.maxOutputTokens", { generationConfig: { maxOutputTokens: 1 } }, undefined],
  [
    "gemini.maxOutputTokens",
    { generation_config: { max_output_tokens: 0 } },
    "max_output_tokens must be positive",
  ],
  [
    "gemini.maxOutputTokens",
    { generationConfig: { maxOutputTokens: 1.5 } },
    "max_output_tokens must be positive",
  ],
]);
