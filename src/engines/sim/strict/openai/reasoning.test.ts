import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, on, path, plain, tool } from "./fixtures/requests.ts";
import { reasoningRules } from "./reasoning.ts";

describeRules({
  dialect: "openai",
  rules: reasoningRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.model.endpoint",
      good: on("gpt-5.4"),
      bad: on("gpt-5.4-pro"),
      status: 404,
      body: error(
        "This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?",
        "model",
      ),
    },
    {
      rule: "openai.reasoning_effort",
      good: on("gpt-5", { reasoning_effort: "minimal" }),
      bad: on("gpt-5.6-sol", { reasoning_effort: "minimal" }),
      body: error(
        "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'none', 'low', 'medium', 'high', and 'xhigh'.",
        "reasoning_effort",
        "unsupported_value",
      ),
    },
    {
      rule: "openai.reasoning_effort",
      good: on("gpt-6-sol", { reasoning_effort: "xhigh" }),
      bad: { reasoning_effort: "low" },
      body: error(
        "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
        "reasoning_effort",
        "unsupported_parameter",
      ),
    },
    {
      rule: "openai.tools.reasoning",
      good: on("gpt-5.4", { tools: [tool()] }),
      bad: on("gpt-5.4", { tools: [tool()], reasoning_effort: "low" }),
      body: error(
        "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.",
        "reasoning_effort",
      ),
    },
    {
      rule: "openai.tools.reasoning",
      good: on("gpt-5.6-sol", { tools: [tool()], reasoning_effort: "none" }),
      bad: on("gpt-5.6-sol", { tools: [tool()] }),
      body: error(
        "Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions. Please use /v1/responses instead.",
        "reasoning_effort",
      ),
    },
    {
      rule: "openai.verbosity",
      good: on("gpt-5", { verbosity: "low" }),
      bad: { verbosity: "low" },
      body: error(
        "Unsupported value: 'verbosity' does not support 'low' with this model. Supported values are: 'medium'.",
        "verbosity",
        "unsupported_value",
      ),
    },
    {
      rule: "openai.web_search_options",
      good: on("gpt-4o-search-preview", { web_search_options: {} }),
      bad: { web_search_options: {} },
      body: error("Web search options not supported with this model.", "web_search_options"),
    },
  ],
});

const values = (effort: string, all: string) =>
  `Unsupported value: 'reasoning_effort' does not support '${effort}' with this model. Supported values are: ${all}.`;
const withTools = (model: string) =>
  `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. Please use /v1/responses instead.`;
const functions = { tools: [{ type: "custom" }, { type: "function" }] };
const verbose =
  "Unsupported value: 'verbosity' does not support 'low' with this model. Supported values are: 'medium'.";
const noSearch = "Web search options not supported with this model.";

it.each<[string, string, object, string | undefined]>([
  ["reasoning_effort", "gpt-5-pro", { reasoning_effort: "low" }, values("low", "'high'")],
  [
    "reasoning_effort",
    "gpt-5.6-sol",
    { reasoning_effort: "max" },
    values("max", "'none', 'low', 'medium', 'high', and 'xhigh'"),
  ],
  [
    "reasoning_effort",
    "gpt-4o",
    { reasoning_effort: "low" },
    "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
  ],
  ["reasoning_effort", "gpt-5-search", { reasoning_effort: "low" }, undefined],
  ["reasoning_effort", "m", { reasoning_effort: "low" }, undefined],
  ["reasoning_effort", "gpt-4o", { reasoning_effort: null }, undefined],
  ["tools.reasoning", "gpt-5.4", { ...functions, reasoning_effort: "low" }, withTools("gpt-5.4")],
  ["tools.reasoning", "gpt-5.4", functions, undefined],
  ["tools.reasoning", "gpt-5.6", functions, withTools("gpt-5.6")],
  ["tools.reasoning", "gpt-5.6", { ...functions, reasoning_effort: "none" }, undefined],
  ["tools.reasoning", "gpt-5.6", { tools: [{ type: "custom" }], reasoning_effort: "low" }, undefined],
  ["tools.reasoning", "gpt-5.5", { ...functions, reasoning_effort: "low" }, undefined],
  ...["gpt-4o", "gpt-3.5", "chatgpt-4o"].map((model): [string, string, object, string] => [
    "verbosity",
    model,
    { verbosity: "low" },
    verbose,
  ]),
  ["verbosity", "gpt-4o", { verbosity: "medium" }, undefined],
  ["verbosity", "gpt-5", { verbosity: "low" }, undefined],
  ["verbosity", "gpt-4o", {}, undefined],
  ["web_search_options", "gpt-5", { web_search_options: {} }, noSearch],
  ["web_search_options", "gpt-5-search-api", { web_search_options: {} }, undefined],
  ["web_search_options", "gpt-5", {}, undefined],
  ["web_search_options", "m", { web_search_options: {} }, undefined],
])("openai.%s of %s with %j says %j", (rule, model, body, message) => {
  expect(messageOf(reasoningRules, `openai.${rule}`, model, body)).toBe(message);
});
