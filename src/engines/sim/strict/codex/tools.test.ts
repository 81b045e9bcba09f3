import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { call, error, input, output, path, plain, tool } from "./fixtures/requests.ts";
import { toolRules } from "./tools.ts";

describeRules({
  dialect: "codex",
  rules: toolRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.tools.count",
      good: { tools: [tool()] },
      bad: { tools: Array.from({ length: 129 }, (_, at) => tool({ name: `f${at}` })) },
      body: error(
        "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
        "tools",
        "array_above_max_length",
      ),
    },
    {
      rule: "codex.tools.name",
      good: { tools: [tool()] },
      bad: { tools: [tool({ name: "a.b" })] },
      body: error(
        "Invalid 'tools[0].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        "tools[0].name",
        "invalid_value",
      ),
    },
    {
      rule: "codex.tools.domains",
      good: { tools: [{ type: "web_search", filters: { blocked_domains: ["a.test"] } }] },
      bad: {
        tools: [
          { type: "web_search", filters: { allowed_domains: Array.from({ length: 101 }, () => "a.test") } },
        ],
      },
      body: error(
        "Invalid 'tools[0].filters.allowed_domains': array too long. Expected an array with maximum length 100, but got an array with length 101 instead.",
        "tools[0].filters.allowed_domains",
        "array_above_max_length",
      ),
    },
    {
      rule: "codex.calls.name",
      good: input(call("c"), output("c")),
      bad: input(call("c", { name: "f".repeat(65) }), output("c")),
      body: error(
        "Invalid 'input[1].name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
        "input[1].name",
        "string_above_max_length",
      ),
    },
    {
      rule: "codex.calls.call_id",
      good: input(call("c".repeat(64)), output("c".repeat(64))),
      bad: input(call("c".repeat(65)), output("c".repeat(65))),
      body: error(
        "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
        "input[1].call_id",
        "string_above_max_length",
      ),
    },
    {
      rule: "codex.choice.without-tools",
      // As Codex offers its tools to its newest models.
      good: {
        ...input({ type: "additional_tools", role: "developer", tools: [tool()] }),
        tool_choice: "auto",
      },
      bad: { tool_choice: "auto" },
      body: error(
        "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        "tool_choice",
      ),
    },
    {
      rule: "codex.choice.unknown-tool",
      good: { tools: [tool()], tool_choice: { type: "function", name: "f" } },
      bad: { tools: [tool()], tool_choice: { type: "function", name: "g" } },
      body: error("Tool choice 'g' not found in 'tools' parameter.", "tool_choice"),
    },
    {
      rule: "codex.calls.unanswered",
      good: input(call("c"), output("c")),
      bad: input(call("c")),
      body: error("No tool output found for function call c.", "input"),
    },
    {
      rule: "codex.results.unexpected",
      good: { previous_response_id: "resp_1", input: [output("c")] },
      bad: input(output("c")),
      body: error("No tool call found for function call output with call_id c.", "input"),
    },
  ],
});

const unknownTool = "Tool choice 'f' not found in 'tools' parameter.";
const choice = { tool_choice: { type: "function", name: "f" } };
const alone = { tool_choice: "auto" };
const onlyWithTools =
  "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.";
const more = (...tools: object[]) => ({ input: [{ type: "additional_tools", tools }] });
const domains = (name: string, length: number) => ({
  tools: [{}, { filters: { [name]: Array(length).fill("a") } }],
});
const pattern =
  "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.";

it.each<[string, object, string | undefined]>([
  ["tools.name", { tools: [{ name: "f" }, { name: "a.b" }] }, `Invalid 'tools[1].name': ${pattern}`],
  ...["allowed_domains", "blocked_domains"].flatMap((name): [string, object, string | undefined][] => [
    ["tools.domains", domains(name, 100), undefined],
    [
      "tools.domains",
      domains(name, 101),
      `Invalid 'tools[1].filters.${name}': array too long. Expected an array with maximum length 100, but got an array with length 101 instead.`,
    ],
  ]),
  ...["function_call", "custom_tool_call"].map((type): [string, object, string] => [
    "calls.name",
    { input: [{}, { type, name: "a.b" }] },
    `Invalid 'input[1].name': ${pattern}`,
  ]),
  ["calls.name", { input: [{ type: "shell_call", name: "a.b" }] }, undefined],
  ["calls.call_id", { input: [{ call_id: "a".repeat(64) }] }, undefined],
  [
    "calls.call_id",
    { input: [{}, { call_id: "a".repeat(65) }] },
    "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
  ],
  [
    "calls.call_id",
    { input: [{}, { call_id: "" }] },
    "Invalid 'input[1].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.",
  ],
  ["choice.without-tools", alone, onlyWithTools],
  ["choice.without-tools", { ...alone, ...more() }, onlyWithTools],
  ["choice.without-tools", { ...alone, ...more({}) }, undefined],
  ["choice.without-tools", { ...alone, tools: [{}] }, undefined],
  ["choice.without-tools", { parallel_tool_calls: true }, undefined],
  ...["previous_response_id", "conversation", "prompt"].map((name): [string, object, undefined] => [
    "choice.without-tools",
    { ...alone, [name]: "x" },
    undefined,
  ]),
  ["choice.unknown-tool", choice, unknownTool],
  ["choice.unknown-tool", { ...choice, tools: [{ name: "f" }] }, undefined],
  ["choice.unknown-tool", { ...choice, ...more({ name: "f" }) }, undefined],
  ["choice.unknown-tool", { ...choice, ...more({ name: "g" }) }, unknownTool],
  ["choice.unknown-tool", { tool_choice: { type: "custom", name: "f" } }, unknownTool],
  ["choice.unknown-tool", { tool_choice: { type: "file_search", name: "f" } }, undefined],
])("codex.%s of %.90j says %j", (rule, body, message) => {
  expect(messageOf(toolRules, `codex.${rule}`, "m", body)).toBe(message);
});

it.each(["function", "custom_tool", "local_shell", "shell", "apply_patch"])(
  "a call of the kind %s has its output, and an output its call",
  (kind) => {
    const item = (type: string, call_id: string) => ({ type, call_id });
    const [call, output] = [`${kind}_call`, `${kind}_call_output`];
    const says = (rule: string, ...input: object[]) => messageOf(toolRules, `codex.${rule}`, "m", { input });
    const noOutput = "No tool output found for function call b.";
    const noCall = "No tool call found for function call output with call_id b.";
    expect(says("calls.unanswered", item(call, "a"), item(output, "a"))).toBeUndefined();
    expect(says("calls.unanswered", item(call, "a"), item(call, "b"), item(output, "a"))).toBe(noOutput);
    expect(says("calls.unanswered", item(call, "b"), item("other_output", "b"))).toBe(noOutput);
    expect(says("results.unexpected", item(call, "a"), item(output, "a"))).toBeUndefined();
    expect(says("results.unexpected", item(output, "b"), item(call, "b"))).toBe(noCall);
    expect(says("results.unexpected", item("other", "b"), item(output, "b"))).toBe(noCall);
    expect(says("results.unexpected", { type: "item_reference" }, item(output, "b"))).toBeUndefined();
    for (const name of ["previous_response_id", "conversation", "prompt"])
      expect(
        messageOf(toolRules, "codex.results.unexpected", "m", { [name]: "x", input: [item(output, "b")] }),
      ).toBeUndefined();
  },
);
