import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, user } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

const marked = { type: "text", text: "a", prompt_cache_breakpoint: { mode: "explicit" } };

describeRules({
  dialect: "openai",
  rules: messageRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.messages.empty",
      good: {},
      bad: { messages: [] },
      body: error(
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "messages",
        "empty_array",
      ),
    },
    {
      rule: "openai.messages.empty-content",
      good: { messages: [user("")] },
      bad: { messages: [user([])] },
      body: error(
        "Invalid 'messages[0].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "messages[0].content",
        "empty_array",
      ),
    },
    {
      rule: "openai.messages.assistant-content",
      good: { messages: [user("a"), { role: "assistant", content: "" }] },
      bad: { messages: [user("a"), { role: "assistant", content: null }] },
      body: error("Invalid value for 'content': expected a string, got null.", "messages.[1].content"),
    },
    ...["gpt-4o", "gpt-5.4", "gpt-5.6-terra"].map((model) => ({
      rule: "openai.messages.breakpoint",
      good: { model: "gpt-5.6-sol", messages: [user([marked])] },
      bad: { model, messages: [user([marked])] },
      body: error(
        "Unsupported parameter: 'messages[0].content[0].prompt_cache_breakpoint' is not supported on this model.",
        "messages[0].content[0].prompt_cache_breakpoint",
        "unsupported_parameter",
      ),
    })),
    {
      rule: "openai.messages.breakpoint",
      good: { model: "gpt-6-sol", messages: [{ role: "system", content: [marked] }, user("a")] },
      bad: { model: "gpt-6-sol", messages: [user("a"), { role: "assistant", content: [marked] }] },
      body: error(
        "Unsupported parameter: 'messages[1].content[0].prompt_cache_breakpoint' is not supported in assistant messages.",
        "messages[1].content[0].prompt_cache_breakpoint",
        "unsupported_parameter",
      ),
    },
    {
      rule: "openai.cache.options",
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
