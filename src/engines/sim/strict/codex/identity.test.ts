import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain } from "./fixtures/requests.ts";
import { identityRules } from "./identity.ts";

describeRules({
  dialect: "codex",
  rules: identityRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.identity",
      good: { user: "u".repeat(64) },
      bad: { user: "u".repeat(65) },
      body: error(
        "Invalid 'user': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
        "user",
        "string_above_max_length",
      ),
    },
  ],
});
