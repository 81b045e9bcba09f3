import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

describeRules({
  dialect: "codex",
  rules: messageRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.input.missing",
      good: {},
      bad: { input: undefined },
      body: error(
        "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation' must be provided.",
        "input",
        "missing_required_parameter",
      ),
    },
    {
      rule: "codex.input.empty-content",
      good: {},
      bad: { input: [{ role: "user", content: [] }] },
      body: error(
        "Invalid 'input[0].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "input[0].content",
        "empty_array",
      ),
    },
  ],
});
