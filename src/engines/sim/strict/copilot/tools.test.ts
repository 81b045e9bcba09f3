import { describeRules } from "../fixtures/rule-cases.ts";
import { calling, error, path, plain, result, tool, user } from "./fixtures/requests.ts";
import { toolRules } from "./tools.ts";

describeRules({
  dialect: "copilot",
  rules: toolRules,
  plain,
  path,
  cases: [
    {
      rule: "copilot.tools.count",
      good: { tools: [tool()] },
      bad: { tools: Array.from({ length: 129 }, () => tool()) },
      body: error(
        "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
      ),
    },
    {
      rule: "copilot.tools.name",
      good: { tools: [tool()] },
      bad: { tools: [tool({ name: "a.b" })] },
      body: error(
        "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        "invalid_value",
        "tools[0].function.name",
      ),
    },
    {
      rule: "copilot.calls.id",
      good: { messages: [user("a"), calling("c".repeat(40)), result("c".repeat(40))] },
      bad: { messages: [user("a"), calling("c".repeat(41)), result("c".repeat(41))] },
      body: error(
        "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
      ),
    },
    {
      rule: "copilot.calls.count",
      good: {},
      bad: { messages: [user("a"), { role: "assistant", content: "x", tool_calls: [] }] },
      body: error(
        "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "empty_array",
        "messages[1].tool_calls",
      ),
    },
    {
      rule: "copilot.calls.unanswered",
      good: { messages: [user("a"), calling("c"), result("c")] },
      bad: { messages: [user("a"), calling("c"), user("b")] },
      body: error(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: c",
        "invalid_request_body",
        "messages.[2].role",
      ),
    },
    {
      rule: "copilot.results.unexpected",
      good: {},
      bad: { messages: [user("a"), result("c")] },
      body: error(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        "invalid_request_body",
        "messages.[1].role",
      ),
    },
  ],
});
