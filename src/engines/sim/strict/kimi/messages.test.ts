import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, user } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

describeRules({
  dialect: "kimi",
  rules: messageRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.messages.empty",
      good: {},
      bad: { messages: [] },
      body: error("Invalid request: messages must not be empty"),
    },
    {
      rule: "kimi.messages.assistant-empty",
      good: { messages: [user("a"), { role: "assistant", content: "b" }, user("c")] },
      bad: { messages: [user("a"), { role: "assistant", content: "" }, user("c")] },
      body: error("Invalid request: the message at position 1 with role 'assistant' must not be empty"),
    },
  ],
});
