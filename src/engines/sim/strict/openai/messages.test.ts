import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, user } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

describeRules({
  dialect: "openai",
  rules: messageRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.messages.empty",
      good: {},
      bad: { messages: [] },
      body: error(
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "messages",
        "empty_array",
      ),
    },
    {
      rule: "openai.messages.empty-content",
      good: { messages: [user("")] },
      bad: { messages: [user([])] },
      body: error(
        "Invalid 'messages[0].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "messages[0].content",
        "empty_array",
      ),
    },
    {
      rule: "openai.messages.assistant-content",
      good: { messages: [user("a"), { role: "assistant", content: "" }] },
      bad: { messages: [user("a"), { role: "assistant", content: null }] },
      body: error("Invalid value for 'content': expected a string, got null.", "messages.[1].content"),
    },
  ],
});
