import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, user } from "./fixtures/requests.ts";
import { shapeRules } from "./shape.ts";

describeRules({
  dialect: "openai",
  rules: shapeRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.shape",
      good: { store: true },
      bad: { top_k: 1 },
      body: error("Unknown parameter: 'top_k'.", "top_k", "unknown_parameter"),
    },
    {
      rule: "openai.shape",
      good: {},
      bad: { messages: [{ role: "human", content: "x" }] },
      body: error(
        "Invalid value: 'human'. Supported values are: 'developer', 'system', 'user', 'assistant', 'tool', and 'function'.",
        "messages[0].role",
        "invalid_value",
      ),
    },
    {
      rule: "openai.shape",
      good: {},
      bad: { messages: undefined },
      body: error("Missing required parameter: 'messages'.", "messages", "missing_required_parameter"),
    },
    {
      rule: "openai.shape",
      good: {},
      bad: { temperature: "1" },
      body: error(
        "Invalid type for 'temperature': expected one of a number or null, but got a string instead.",
        "temperature",
        "invalid_type",
      ),
    },
    {
      rule: "openai.shape",
      good: {},
      bad: { messages: [user("a"), { role: "assistant", content: "x", reasoning_content: "y" }] },
      body: error(
        "Unknown parameter: 'messages[1].reasoning_content'.",
        "messages[1].reasoning_content",
        "unknown_parameter",
      ),
    },
  ],
});
