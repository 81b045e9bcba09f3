import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain, user } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

describeRules({
  dialect: "copilot",
  rules: messageRules,
  plain,
  path,
  cases: [
    {
      rule: "copilot.messages.empty-text",
      good: { messages: [user("")] },
      bad: on("claude-haiku-4.5", { messages: [user("")] }),
      body: error("messages: text content blocks must be non-empty"),
    },
  ],
});
