import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { call, calling, error, on, path, plain, result, tool, user } from "./fixtures/requests.ts";
import { toolRules } from "./tools.ts";

describeRules({
  dialect: "openai",
  rules: toolRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.tools.empty",
      good: { tools: [tool()] },
      bad: { tools: [] },
      body: error(
        "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "tools",
        "empty_array",
      ),
    },
    {
      rule: "openai.tools.count",
      good: { tools: Array.from({ length: 128 }, (_, at) => tool({ name: `f${at}` })) },
      bad: { tools: Array.from({ length: 129 }, (_, at) => tool({ name: `f${at}` })) },
      body: error(
        "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
        "tools",
        "array_above_max_length",
      ),
    },
    {
      rule: "openai.tools.count",
      good: { tools: [tool()], parallel_tool_calls: false },
      bad: on("o3", { tools: [tool()], parallel_tool_calls: false }),
      body: error(
        "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
        "parallel_tool_calls",
        "unsupported_parameter",
      ),
    },
    {
      rule: "openai.tools.name",
      good: { tools: [tool({ name: "f".repeat(64) })] },
      bad: { tools: [tool({ name: "f".repeat(65) })] },
      body: error(
        "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
        "tools[0].function.name",
        "string_above_max_length",
      ),
    },
    {
      rule: "openai.tools.name",
      good: { tools: [tool({ name: "a-b_C" })] },
      bad: { tools: [tool({ name: "a.b" })] },
      body: error(
        "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        "tools[0].function.name",
        "invalid_value",
      ),
    },
    {
      rule: "openai.calls.name",
      good: { messages: [user("a"), calling(call("1")), result("1")] },
      bad: { messages: [user("a"), calling(call("1", "a b")), result("1")] },
      body: error(
        "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        "messages[1].tool_calls[0].function.name",
        "invalid_value",
      ),
    },
    {
      rule: "openai.calls.count",
      good: {},
      bad: { messages: [user("a"), { role: "assistant", content: "x", tool_calls: [] }] },
      body: error(
        "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "messages[1].tool_calls",
        "empty_array",
      ),
    },
    {
      rule: "openai.choice.without-tools",
      good: { tools: [tool()], tool_choice: "auto" },
      bad: { tool_choice: "auto" },
      body: error(
        "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        "tool_choice",
      ),
    },
    {
      rule: "openai.choice.unknown-tool",
      good: { tools: [tool()], tool_choice: tool() },
      bad: { tools: [tool()], tool_choice: tool({ name: "g" }) },
      body: error("Tool choice 'g' not found in 'tools' parameter.", "tool_choice"),
    },
    {
      rule: "openai.calls.unanswered",
      good: { messages: [user("a"), calling(call("1"), call("2")), result("2"), result("1")] },
      bad: { messages: [user("a"), calling(call("1"), call("2")), result("2"), user("b")] },
      body: error(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: 1",
        "messages.[3].role",
      ),
    },
    {
      rule: "openai.results.unexpected",
      good: { messages: [user("a"), calling(call("1")), result("1")] },
      bad: { messages: [user("a"), result("1")] },
      body: error(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        "messages.[1].role",
      ),
    },
  ],
});

it.each<[string, string, object, string | undefined]>([
  [
    "tools.empty",
    "m",
    { tools: [] },
    "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ],
  ["tools.empty", "m", {}, undefined],
  ["tools.count", "m", { tools: Array(128).fill({}) }, undefined],
  [
    "tools.count",
    "m",
    { tools: Array(129).fill({}) },
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
  ],
  [
    "tools.count",
    "o3",
    { parallel_tool_calls: true },
    "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
  ],
  ["tools.count", "gpt-5", { parallel_tool_calls: true }, undefined],
  ["tools.count", "o3", {}, undefined],
  [
    "tools.name",
    "m",
    { tools: [{ function: { name: "a".repeat(64) } }, { custom: { name: "-_9Z" } }] },
    undefined,
  ],
  [
    "tools.name",
    "m",
    { tools: [{ function: {} }, { custom: { name: "a.b" } }] },
    "Invalid 'tools[1].custom.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  ],
  [
    "tools.name",
    "m",
    { tools: [{ function: { name: "a".repeat(65) } }] },
    "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
  ],
  [
    "calls.name",
    "m",
    { messages: [{}, { tool_calls: [{}, { function: { name: "" } }] }] },
    "Invalid 'messages[1].tool_calls[1].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  ],
  [
    "calls.count",
    "m",
    { messages: [{}, { tool_calls: [] }] },
    "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ],
  ["calls.count", "m", { messages: [{ tool_calls: Array(128).fill({}) }] }, undefined],
  [
    "calls.count",
    "m",
    { messages: [{ tool_calls: Array(129).fill({}) }] },
    "Invalid 'messages[0].tool_calls': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
  ],
  ...["tool_choice", "parallel_tool_calls"].flatMap(
    (name): [string, string, object, string | undefined][] => [
      [
        "choice.without-tools",
        "m",
        { [name]: "auto" },
        `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`,
      ],
      ["choice.without-tools", "m", { [name]: "auto", tools: [{}] }, undefined],
      ["choice.without-tools", "m", { [name]: "none" }, undefined],
    ],
  ),
  [
    "choice.unknown-tool",
    "m",
    { tool_choice: { custom: { name: "c" } }, tools: [{ custom: { name: "c" } }] },
    undefined,
  ],
  [
    "choice.unknown-tool",
    "m",
    { tool_choice: { function: { name: "f" } }, tools: [{ custom: { name: "c" } }] },
    "Tool choice 'f' not found in 'tools' parameter.",
  ],
  ["choice.unknown-tool", "m", { tool_choice: "auto" }, undefined],
])("openai.%s of %s with %.80j says %j", (rule, model, body, message) => {
  expect(messageOf(toolRules, `openai.${rule}`, model, body)).toBe(message);
});

it.each<[string, object[], string | undefined]>([
  ["unanswered", [calling(call("a"), call("b")), result("b"), result("a")], undefined],
  [
    "unanswered",
    [user("x"), calling(call("a"), call("b"), call("c")), result("b"), user("y"), result("a")],
    "messages.[3].role: a, c",
  ],
  ["unanswered", [calling(call("a"))], "messages.[1].role: a"],
  ["unanswered", [calling(call("a")), user("x"), result("a"), user("y")], "messages.[1].role: a"],
  ["unanswered", [calling(call("a")), result("a"), user("x"), user("y")], undefined],
  ["unexpected", [calling(call("a")), result("a"), user("x"), user("y"), result("a")], "messages.[4].role"],
  [
    "unexpected",
    [calling(call("a")), result("a"), calling(call("b")), result("b"), calling(call("c")), result("b")],
    "messages.[5].role",
  ],
  ["unexpected", [calling(call("a"), call("b")), result("b"), result("a")], undefined],
  ["unexpected", [calling(call("a")), user("x"), result("a")], "messages.[2].role"],
  ["unexpected", [result("a")], "messages.[0].role"],
  ["unexpected", [calling(call("a")), result("b")], "messages.[1].role"],
])("a result is for a call just before it: %s of %.80j is %j", (kind, messages, expected) => {
  const rule = kind === "unanswered" ? "openai.calls.unanswered" : "openai.results.unexpected";
  const fault = toolRules[rule]!({ model: "m", stream: false, body: { messages } });
  const ids = kind === "unanswered" ? `: ${fault?.message.split("response messages: ")[1]}` : "";
  expect(fault && `${fault.param}${ids}`).toBe(expected);
});
