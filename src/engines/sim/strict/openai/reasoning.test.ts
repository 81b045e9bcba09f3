import { describeRules } from "../fixtures/rule-cases.ts";
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
