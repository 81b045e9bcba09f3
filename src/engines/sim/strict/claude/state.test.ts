import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import {
  assistant,
  call,
  error,
  loop,
  path,
  plain,
  result,
  says,
  search,
  user,
} from "./fixtures/requests.ts";
import { stateRules } from "./state.ts";

describeRules({
  dialect: "claude",
  rules: stateRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.thinking.signature",
      good: {
        messages: [
          user("a"),
          assistant([{ type: "thinking", thinking: "t", signature: "EqAB" }, says("b")]),
          user("c"),
        ],
      },
      bad: {
        messages: [
          user("a"),
          assistant([{ type: "thinking", thinking: "t", signature: "" }, says("b")]),
          user("c"),
        ],
      },
      body: error("messages.1.content.0: Invalid `signature` in `thinking` block"),
    },
    {
      rule: "claude.thinking.role",
      good: {},
      bad: { messages: [user([says("a"), { type: "thinking", thinking: "t", signature: "EqAB" }])] },
      body: error("messages.0.content.1: `thinking` blocks may only be in `assistant` messages"),
    },
    {
      rule: "claude.thinking.first",
      good: loop([call("a")], [result("a")]),
      bad: {
        ...loop([call("a")], [result("a")]),
        max_tokens: 4000,
        thinking: { type: "enabled", budget_tokens: 1024 },
      },
      body: error(
        "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`.",
      ),
    },
    {
      rule: "claude.search.encrypted",
      good: search("EqAB", "EqAB"),
      bad: search("", "EqAB"),
      body: error(
        "messages.1.content.1.web_search_tool_result.content.0: Invalid `encrypted_content` in `search_result` block",
      ),
    },
    {
      rule: "claude.search.encrypted-index",
      good: search("EqAB", "EqAB"),
      bad: search("EqAB", "abp1"),
      body: error("messages.1.content.2.text.citations.0: Invalid `encrypted_index`"),
    },
  ],
});

const thought = { type: "thinking", thinking: "t", signature: "EqAB" };
const hidden = { type: "redacted_thinking", data: "x" };

it.each<[unknown, string | undefined]>([
  [thought, undefined],
  [hidden, undefined],
  [says(""), undefined],
  [{ type: "thinking" }, "messages.0.content.1: Invalid `signature` in `thinking` block"],
  [{ ...thought, signature: "E_AB" }, "messages.0.content.1: Invalid `signature` in `thinking` block"],
  [{ ...hidden, data: "" }, "messages.0.content.1: Invalid `data` in `redacted_thinking` block"],
  [{ type: "redacted_thinking" }, "messages.0.content.1: Invalid `data` in `redacted_thinking` block"],
])("the seal of the block %j says %s", (block, message) => {
  const messages = [assistant([says("a"), block])];
  expect(messageOf(stateRules, "claude.thinking.signature", "m", { messages })).toBe(message);
});

it.each([
  ["assistant", thought, undefined],
  ["assistant", hidden, undefined],
  ["user", says("a"), undefined],
  ["user", thought, "messages.1.content.1: `thinking` blocks may only be in `assistant` messages"],
  ["user", hidden, "messages.1.content.1: `thinking` blocks may only be in `assistant` messages"],
])("a message of the %s with %j says %s", (role, block, message) => {
  const messages = [user("a"), { role, content: [says("b"), block] }];
  expect(messageOf(stateRules, "claude.thinking.role", "m", { messages })).toBe(message);
});

it.each([
  ["claude-sonnet-4-5", "enabled", [call("a")], result("a"), true],
  ["claude-sonnet-4-5", "enabled", [thought, call("a")], result("a"), false],
  ["claude-sonnet-4-5", "enabled", [hidden, call("a")], result("a"), false],
  ["claude-sonnet-4-5", "enabled", [call("a"), thought], result("a"), true],
  ["claude-sonnet-4-5", "enabled", [call("a")], says("b"), false],
  ["claude-sonnet-4-5", "disabled", [call("a")], result("a"), false],
  ["claude-opus-4-6", "enabled", [call("a")], result("a"), false],
])(
  "%s with thinking %s and the turn %j before %j must begin with a thought: %s",
  (model, type, turn, last, isWrong) => {
    const messages = [
      user("a"),
      assistant([says("early")]),
      user("b"),
      assistant(turn),
      user([last, says("c")]),
    ];
    const found = messageOf(stateRules, "claude.thinking.first", model, { messages, thinking: { type } });
    expect(found?.startsWith("messages.3.content.0.type: Expected `thinking`") ?? false).toBe(isWrong);
  },
);

it("a thought at the beginning is not asked for without a turn of the assistant", () => {
  const body = { messages: [user([result("a")])], thinking: { type: "enabled" } };
  expect(messageOf(stateRules, "claude.thinking.first", "claude-sonnet-4-5", body)).toBeUndefined();
});

it.each([
  ["EqAB", "EqAB", undefined, undefined],
  ["AqAB", "EqAB", "claude.search.encrypted", "web_search_tool_result"],
  ["Eq_B", "EqAB", "claude.search.encrypted", "web_search_tool_result"],
  ["EqA", "EqAB", "claude.search.encrypted", "web_search_tool_result"],
  ["EqAB", "BqAE", "claude.search.encrypted-index", "text.citations.0"],
])("a search with the seals %s and %s breaks %s", (content, index, broken, place) => {
  for (const rule of ["claude.search.encrypted", "claude.search.encrypted-index"]) {
    const message = messageOf(stateRules, rule, "m", search(content, index));
    if (rule === broken) expect(message).toContain(place);
    else expect(message).toBeUndefined();
  }
});

it("other citations need no seal", () => {
  const messages = [assistant([{ ...says("a"), citations: [{ type: "char_location" }] }])];
  expect(messageOf(stateRules, "claude.search.encrypted-index", "m", { messages })).toBeUndefined();
});
