import { expect, it } from "vitest";
import { describeRules } from "../fixtures/rule-cases.ts";
import {
  assistant,
  call,
  error,
  format,
  loop,
  on,
  path,
  plain,
  result,
  says,
  schema,
  tool,
  user,
} from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

const marked = { cache_control: { type: "ephemeral" } };

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
      rule: "claude.messages.system-turn",
      good: on("claude-opus-4-8", { messages: [user("hi"), { role: "system", content: "s" }] }),
      bad: on("claude-opus-4-8", {
        messages: [user("hi"), assistant("yes"), { role: "system", content: "s" }, user("go")],
      }),
      body: error("messages.2: role 'system' must follow a message with role 'user'"),
    },
    {
      rule: "claude.messages.empty",
      good: { messages: [user("hi"), assistant([])] },
      bad: { messages: [user("")] },
      body: error(
        "messages.0: all messages must have non-empty content except for the optional final assistant message",
      ),
    },
    {
      rule: "claude.messages.blank-text",
      good: { messages: [user([says(" \n"), says("x")])] },
      bad: { messages: [user("x"), assistant("y"), user([says(" "), says("\n")])] },
      body: error("messages: text content blocks must contain non-whitespace text"),
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
      rule: "claude.messages.prefill",
      good: { ...format(schema({})), messages: [user("hi")] },
      bad: { ...format(schema({})), messages: [user("hi"), assistant("{")] },
      body: error("output_config.format: prefill is not supported with structured outputs"),
    },
    {
      rule: "claude.cache_control.count",
      good: {
        system: [{ ...says("s"), ...marked }],
        tools: [tool(marked)],
        messages: [user([{ ...says("x"), ...marked }, { ...says("x"), ...marked }, says("y")])],
      },
      bad: {
        system: [{ ...says("s"), ...marked }],
        tools: [tool(marked)],
        messages: [
          user("hi"),
          assistant([{ ...call("a"), ...marked }]),
          user([{ ...result("a", [{ ...says("x"), ...marked }]), ...marked }]),
        ],
      },
      body: error("A maximum of 4 blocks with cache_control may be provided. Found 5."),
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

it("a request has at most 100,000 messages", () => {
  const check = (count: number) =>
    messageRules["claude.messages.count"]!({
      model: "m",
      stream: false,
      body: { messages: Array(count).fill(0) },
    });
  expect([check(1), check(100_000)]).toEqual([undefined, undefined]);
  expect(check(100_001)).toEqual({ message: "messages: List should have at most 100000 items" });
});
