import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain } from "./fixtures/requests.ts";
import { identityRules } from "./identity.ts";

describeRules({
  dialect: "claude",
  rules: identityRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.metadata.user_id",
      good: { metadata: { user_id: "u".repeat(256) } },
      bad: { metadata: { user_id: "u".repeat(257) } },
      body: error("metadata.user_id: String should have at most 256 characters"),
    },
    {
      rule: "claude.metadata.user_id",
      good: { metadata: { user_id: "a@b" } },
      bad: { metadata: { user_id: "a@b.test" } },
      body: error("metadata.user_id: user_id appears to contain an email address"),
    },
  ],
});
