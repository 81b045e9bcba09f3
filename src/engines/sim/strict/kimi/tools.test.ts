import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { calling, error, off, on, path, plain, result, tool, user } from "./fixtures/requests.ts";
import { toolRules } from "./tools.ts";

describeRules({
  dialect: "kimi",
  rules: toolRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.tools.count",
      good: { tools: [tool()] },
      bad: { tools: Array.from({ length: 129 }, () => tool()) },
      body: error("Invalid request: the number of tools must be at most 128"),
    },
    {
      rule: "kimi.tools.name",
      good: { tools: [tool({ name: "a-b_1" })] },
      bad: { tools: [tool({ name: "1a" })] },
      body: error(
        "Invalid request: function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes: 1a",
      ),
    },
    {
      rule: "kimi.choice.thinking",
      good: off({ tools: [tool()], tool_choice: "required" }),
      bad: { tools: [tool()], tool_choice: "required" },
      body: error("tool_choice 'required' is incompatible with thinking enabled"),
    },
    {
      rule: "kimi.choice.thinking",
      good: on("kimi-k3", { tools: [tool()], tool_choice: "required" }),
      bad: on("kimi-k3", { tools: [tool()], tool_choice: { type: "function", function: { name: "f" } } }),
      body: error("tool_choice 'specified' is incompatible with thinking enabled"),
    },
    {
      rule: "kimi.calls.unanswered",
      good: { messages: [user("a"), calling(), result("f:0")] },
      bad: { messages: [user("a"), calling(), user("b")] },
      body: error(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: f:0",
      ),
    },
    {
      rule: "kimi.results.unexpected",
      good: { messages: [user("a"), calling(), result("f:0")] },
      bad: { messages: [user("a"), result("f:0")] },
      body: error("Invalid request: tool_call_id is not found"),
    },
  ],
});

const incompatible = (kind: string) => `tool_choice '${kind}' is incompatible with thinking enabled`;
const unthinking = { thinking: { type: "disabled" } };
const named = { tool_choice: { type: "function" } };

it.each<[string, string, object, string | undefined]>([
  ["tools.count", "m", { tools: Array(128).fill({}) }, undefined],
  [
    "tools.count",
    "m",
    { tools: Array(129).fill({}) },
    "Invalid request: the number of tools must be at most 128",
  ],
  ["choice.thinking", "kimi-k2.6", { tool_choice: "required" }, incompatible("required")],
  ["choice.thinking", "kimi-k2.6", { ...unthinking, tool_choice: "required" }, undefined],
  ["choice.thinking", "kimi-k2.6", named, incompatible("specified")],
  ["choice.thinking", "kimi-k2.6", { ...unthinking, ...named }, undefined],
  ["choice.thinking", "kimi-k3", { tool_choice: "required" }, undefined],
  ["choice.thinking", "kimi-k3", named, incompatible("specified")],
  ["choice.thinking", "kimi-k2.6", { tool_choice: "auto" }, undefined],
  ["choice.thinking", "kimi-k2.6", { tool_choice: null }, undefined],
  ["choice.thinking", "m", named, undefined],
])("kimi.%s of %s with %.60j says %j", (rule, model, body, message) => {
  expect(messageOf(toolRules, `kimi.${rule}`, model, body)).toBe(message);
});

it.each([
  ["f".repeat(64), true],
  ["f".repeat(65), false],
  ["$web_search", true],
  ["_a-9", true],
  ["9a", false],
  ["a.b", false],
  ["", false],
])("takes the name %j of a function: %j", (name, isTaken) => {
  const message = messageOf(toolRules, "kimi.tools.name", "m", { tools: [{ function: { name } }] });
  expect(message === undefined).toBe(isTaken);
});
