import { describeRules } from "../fixtures/rule-cases.ts";
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
