import { describeRules } from "../fixtures/rule-cases.ts";
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
