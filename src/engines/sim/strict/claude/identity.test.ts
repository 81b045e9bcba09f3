import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
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

describeFaults(identityRules, [
  ["claude.metadata.user_id", {}, undefined],
  ["claude.metadata.user_id", { metadata: { user_id: null } }, undefined],
  ["claude.metadata.user_id", { metadata: { user_id: "x".repeat(256) } }, undefined],
  [
    "claude.metadata.user_id",
    { metadata: { user_id: "x".repeat(257) } },
    "should have at most 256 characters",
  ],
  ["claude.metadata.user_id", { metadata: { user_id: "a@b.test" } }, "an email address"],
  ["claude.metadata.user_id", { metadata: { user_id: "a@b" } }, undefined],
  ["claude.metadata.user_id", { metadata: { user_id: "id of a@b.test" } }, undefined],
  ["claude.metadata.user_id", { metadata: { user_id: "+1 (234) 567-89" } }, "a phone number"],
  ["claude.metadata.user_id", { metadata: { user_id: "+1234567" } }, undefined],
  ["claude.metadata.user_id", { metadata: { user_id: "12345678901" } }, undefined],
]);
