import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
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

const mark = { type: "text", prompt_cache_breakpoint: {} };
const noMark = (param: string, where: string) =>
  `Unsupported parameter: '${param}' is not supported ${where}.`;

it.each<[string, string, object, string | undefined]>([
  [
    "messages.empty",
    "m",
    {},
    "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ],
  [
    "messages.empty-content",
    "m",
    { messages: [{ content: "" }, { content: [] }] },
    "Invalid 'messages[1].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ],
  ...["content", "tool_calls", "function_call", "refusal", "audio"].map(
    (name): [string, string, object, undefined] => [
      "messages.assistant-content",
      "m",
      { messages: [{ role: "assistant", [name]: "x" }] },
      undefined,
    ],
  ),
  ["messages.assistant-content", "m", { messages: [{ role: "user" }] }, undefined],
  [
    "messages.assistant-content",
    "m",
    { messages: [{ role: "assistant", content: null }] },
    "Invalid value for 'content': expected a string, got null.",
  ],
  ["messages.breakpoint", "gpt-5.6", { messages: [{ role: "user", content: [mark] }] }, undefined],
  [
    "messages.breakpoint",
    "gpt-5.6",
    { messages: [{ content: "a" }, { role: "assistant", content: [{}, mark] }] },
    noMark("messages[1].content[1].prompt_cache_breakpoint", "in assistant messages"),
  ],
  [
    "messages.breakpoint",
    "gpt-5.5",
    { messages: [{ role: "user", content: [mark] }] },
    noMark("messages[0].content[0].prompt_cache_breakpoint", "on this model"),
  ],
  [
    "cache.options",
    "gpt-5.5",
    { prompt_cache_options: {} },
    "Unsupported parameter: 'prompt_cache_options' is not supported with this model.",
  ],
  ["cache.options", "gpt-5.6", { prompt_cache_options: {} }, undefined],
  ["cache.options", "gpt-5.5", {}, undefined],
])("openai.%s of %s with %j says %j", (rule, model, body, message) => {
  expect(messageOf(messageRules, `openai.${rule}`, model, body)).toBe(message);
});
