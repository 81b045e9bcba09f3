import { describeRules } from "../fixtures/rule-cases.ts";
import { assistant, call, error, loop, on, path, plain, result, says, user } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

describeRules({
  dialect: "claude",
  rules: messageRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.messages.count",
      good: {},
      bad: { messages: [] },
      body: error("messages: at least one message is required"),
    },
    {
      rule: "claude.messages.first-role",
      good: { messages: [user("hi"), user("there")] },
      bad: { messages: [assistant("hi"), user("hi")] },
      body: error('messages: first message must use the "user" role'),
    },
    {
      rule: "claude.messages.system-turn",
      good: on("claude-opus-4-8", { messages: [user("hi"), { role: "system", content: "s" }, user("go")] }),
      bad: { messages: [user("hi"), { role: "system", content: "s" }, user("go")] },
      body: error("messages.1: role 'system' is not supported on this model"),
    },
    {
      rule: "claude.messages.empty",
      good: {},
      bad: { messages: [user("hi"), assistant([]), user("hi")] },
      body: error(
        "messages.1: all messages must have non-empty content except for the optional final assistant message",
      ),
    },
    {
      rule: "claude.messages.empty-text",
      good: { messages: [user([says(" "), says("x")])] },
      bad: { messages: [user([says(""), says("x")])] },
      body: error("messages: text content blocks must be non-empty"),
    },
    {
      rule: "claude.messages.blank-text",
      good: { messages: [user("x")] },
      bad: { messages: [user("  ")] },
      body: error("messages: text content blocks must contain non-whitespace text"),
    },
    {
      rule: "claude.results.empty-text",
      good: loop([call("a")], [result("a", "")]),
      bad: loop([call("a")], [result("a", [says("")])]),
      body: error("messages: text content blocks must be non-empty"),
    },
    {
      rule: "claude.system.empty-text",
      good: { system: [says("s")] },
      bad: { system: [says("")] },
      body: error("system: text content blocks must be non-empty"),
    },
    {
      rule: "claude.messages.prefill",
      good: { messages: [user("hi"), assistant("{")] },
      bad: on("claude-opus-4-6", { messages: [user("hi"), assistant("{")] }),
      body: error(
        "This model does not support assistant message prefill. The conversation must end with a user message.",
      ),
    },
    {
      rule: "claude.messages.prefill",
      good: {},
      bad: { messages: [user("hi"), assistant("so ")] },
      body: error("messages: final assistant content cannot end with trailing whitespace"),
    },
    {
      rule: "claude.cache_control.count",
      good: {
        system: Array.from({ length: 4 }, () => ({ ...says("s"), cache_control: { type: "ephemeral" } })),
      },
      bad: {
        system: Array.from({ length: 5 }, () => ({ ...says("s"), cache_control: { type: "ephemeral" } })),
      },
      body: error("A maximum of 4 blocks with cache_control may be provided. Found 5."),
    },
  ],
});
