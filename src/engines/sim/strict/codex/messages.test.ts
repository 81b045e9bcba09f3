import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

const marked = { type: "input_text", text: "a", prompt_cache_breakpoint: { mode: "explicit" } };

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
    {
      rule: "codex.input.breakpoint",
      good: { model: "gpt-5.6-luna", input: [{ role: "user", content: [marked] }] },
      bad: { model: "gpt-5.5", input: [{ role: "user", content: [marked] }] },
      body: error(
        "Unsupported parameter: 'input[0].content[0].prompt_cache_breakpoint' is not supported on this model.",
        "input[0].content[0].prompt_cache_breakpoint",
        "unsupported_parameter",
      ),
    },
    {
      rule: "codex.input.breakpoint",
      good: {},
      bad: {
        model: "gpt-5.6-terra",
        input: [
          { role: "user", content: "hi" },
          { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
          { type: "function_call_output", call_id: "c", output: [marked] },
        ],
      },
      body: error(
        "Unsupported parameter: 'input[2].output[0].prompt_cache_breakpoint' is not supported on this model.",
        "input[2].output[0].prompt_cache_breakpoint",
        "unsupported_parameter",
      ),
    },
    {
      rule: "codex.cache.options",
      good: { model: "gpt-5.6-sol", prompt_cache_options: { mode: "explicit", ttl: "30m" } },
      bad: { model: "gpt-5.4", prompt_cache_options: { mode: "explicit" } },
      body: error(
        "Unsupported parameter: 'prompt_cache_options' is not supported with this model.",
        "prompt_cache_options",
        "unsupported_parameter",
      ),
    },
  ],
});

describeFaults(messageRules, [
  ["codex.input.missing", {}, "must be provided"],
  ["codex.input.missing", { input: null }, "must be provided"],
  ["codex.input.missing", { input: "" }, undefined],
  ["codex.input.missing", { previous_response_id: "r" }, undefined],
  ["codex.input.missing", { conversation: "c" }, undefined],
  ["codex.input.missing", { prompt: {} }, undefined],
  ["codex.input.empty-content", { input: [{ type: "message", content: [] }] }, "Invalid 'input[0].content'"],
  ["codex.input.empty-content", { input: [{ content: "" }, { content: [] }] }, "Invalid 'input[1].content'"],
  ["codex.input.empty-content", { input: [{ type: "reasoning", content: [] }] }, undefined],
  ["codex.input.empty-content", { input: [{ type: "message", content: [{}] }] }, undefined],
]);
