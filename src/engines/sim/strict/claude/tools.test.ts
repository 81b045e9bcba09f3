import { describeRules } from "../fixtures/rule-cases.ts";
import {
  assistant,
  call,
  error,
  loop,
  on,
  path,
  plain,
  result,
  says,
  tool,
  user,
} from "./fixtures/requests.ts";
import { toolRules } from "./tools.ts";

describeRules({
  dialect: "claude",
  rules: toolRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.tools.name",
      good: { tools: [tool({ name: "a".repeat(128) })] },
      bad: { tools: [tool({ name: "a.b" })] },
      body: error("tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"),
    },
    {
      rule: "claude.tools.unique",
      good: { tools: [tool(), tool({ name: "g" })] },
      bad: { tools: [tool(), tool()] },
      body: error("tools: Tool names must be unique."),
    },
    {
      rule: "claude.calls.name",
      good: loop([call("a", "x".repeat(200))], [result("a")]),
      bad: loop([call("a", "x".repeat(201))], [result("a")]),
      body: error("messages.1.content.0.tool_use.name: String should have at most 200 characters"),
    },
    {
      rule: "claude.calls.id",
      good: loop([call("functions_f_0")], [result("functions_f_0")]),
      bad: loop([call("functions.f:0")], [result("functions.f:0")]),
      body: error("messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"),
    },
    {
      rule: "claude.calls.unique",
      good: loop([call("a"), call("b")], [result("a"), result("b")]),
      bad: loop([call("a"), call("a")], [result("a")]),
      body: error("messages.1.content.1: `tool_use` ids must be unique"),
    },
    {
      rule: "claude.calls.unanswered",
      good: loop([call("a")], [result("a"), says("go")]),
      bad: loop([call("a"), call("b")], [result("a")]),
      body: error(
        "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
      ),
    },
    {
      rule: "claude.results.unexpected",
      good: loop([call("a")], [result("a")]),
      bad: loop([says("x")], [result("a")]),
      body: error(
        "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
      ),
    },
    {
      rule: "claude.results.unique",
      good: loop([call("a")], [result("a")]),
      bad: loop([call("a")], [result("a"), result("a")]),
      body: error(
        "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a",
      ),
    },
    {
      rule: "claude.results.first",
      good: loop([call("a")], [result("a"), says("go")]),
      bad: loop([call("a")], [says("go"), result("a")]),
      body: error(
        "messages.2.content.0: `tool_result` blocks must come first in the content of a user message",
      ),
    },
    {
      rule: "claude.choice.without-tools",
      good: { tools: [tool()], tool_choice: { type: "auto" } },
      bad: { tool_choice: { type: "auto" } },
      body: error("tool_choice may only be specified while providing tools"),
    },
    {
      rule: "claude.choice.unknown-tool",
      good: { tools: [tool()], tool_choice: { type: "tool", name: "f" } },
      bad: { tools: [tool()], tool_choice: { type: "tool", name: "g" } },
      body: error("tool_choice.tool.name: Tool 'g' not found in provided tools"),
    },
    {
      rule: "claude.choice.forced",
      good: on("claude-fable-5", { tools: [tool()], tool_choice: { type: "any" } }),
      bad: on("claude-opus-5-5", { tools: [tool()], tool_choice: { type: "any" } }),
      body: error('tool_choice: type "any" is not supported for this model'),
    },
    {
      rule: "claude.choice.forced",
      good: on("claude-haiku-5-5", { tools: [tool()], tool_choice: { type: "any" } }),
      bad: on("claude-opus-4-8", {
        tools: [tool()],
        tool_choice: { type: "tool", name: "f" },
        thinking: { type: "adaptive" },
      }),
      body: error("Thinking may not be enabled when tool_choice forces tool use."),
    },
    {
      rule: "claude.tools.name",
      good: { tools: [tool({ name: "_-Z9" })] },
      bad: { tools: [tool(), tool({ type: "custom", name: "a".repeat(129) })] },
      body: error("tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"),
    },
    {
      rule: "claude.calls.id",
      good: {},
      bad: loop([says("x")], [result("a.b")]),
      body: error(
        "messages.2.content.0.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'",
      ),
    },
    {
      rule: "claude.calls.unanswered",
      good: {},
      bad: {
        tools: [tool()],
        messages: [user("hi"), assistant([call("a"), call("b"), call("c")]), user([result("b")])],
      },
      body: error(
        "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a, c. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
      ),
    },
    {
      rule: "claude.results.unexpected",
      good: {},
      bad: {
        tools: [tool()],
        messages: [
          user("hi"),
          assistant([call("a")]),
          user([result("a")]),
          assistant("so"),
          user([result("a")]),
        ],
      },
      body: error(
        "messages.4.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
      ),
    },
    {
      rule: "claude.results.first",
      good: loop([call("a"), call("b")], [result("a"), result("b"), says("go")]),
      bad: loop([call("a"), call("b")], [result("a"), says("go"), result("b")]),
      body: error(
        "messages.2.content.1: `tool_result` blocks must come first in the content of a user message",
      ),
    },
    {
      rule: "claude.choice.without-tools",
      good: {},
      bad: { tools: [], mcp_servers: [], tool_choice: { type: "none" } },
      body: error("tool_choice may only be specified while providing tools"),
    },
    {
      rule: "claude.choice.forced",
      good: on("claude-opus-5-5", { tools: [tool()], tool_choice: { type: "auto" } }),
      bad: on("claude-opus-5-5", { tools: [tool()], tool_choice: { type: "tool", name: "f" } }),
      body: error('tool_choice: type "tool" is not supported for this model'),
    },
  ],
});
