import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
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

it.each<[object, boolean]>([
  [{}, true],
  [{ content: null }, true],
  [{ content: "" }, true],
  [{ content: [] }, true],
  [{ content: [{ type: "text", text: " " }] }, true],
  [
    {
      content: [
        { type: "text", text: " " },
        { type: "text", text: "a" },
      ],
    },
    false,
  ],
  [{ content: [{ type: "image_url" }] }, false],
  [{ content: " " }, false],
  [{ content: "", tool_calls: [{}] }, false],
  [{ content: "", tool_calls: [] }, true],
])("the assistant's message %j is empty: %j", (message, isEmpty) => {
  const says = (role: string) =>
    messageOf(messageRules, "kimi.messages.assistant-empty", "m", {
      messages: [{ role: "user" }, { role, ...message }],
    });
  expect(says("user")).toBeUndefined();
  expect(says("assistant")).toBe(
    isEmpty
      ? "Invalid request: the message at position 1 with role 'assistant' must not be empty"
      : undefined,
  );
});
