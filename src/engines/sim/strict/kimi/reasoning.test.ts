import { describeRules } from "../fixtures/rule-cases.ts";
import { error, off, on, path, plain } from "./fixtures/requests.ts";
import { reasoningRules } from "./reasoning.ts";

describeRules({
  dialect: "kimi",
  rules: reasoningRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.thinking.disabled",
      good: off(),
      bad: on("kimi-k2.7-code", off()),
      body: error("invalid thinking: only type=enabled is allowed for this model"),
    },
    {
      rule: "kimi.reasoning_effort",
      good: on("kimi-k3.1-pro", { reasoning_effort: "medium" }),
      bad: on("kimi-k3", { reasoning_effort: "medium" }),
      body: error("invalid reasoning_effort: only low, high, max are allowed for this model"),
    },
    {
      rule: "kimi.search.thinking",
      good: off({ tools: [{ type: "builtin_function", function: { name: "$web_search" } }] }),
      bad: { tools: [{ type: "builtin_function", function: { name: "$web_search" } }] },
      body: error("builtin_function $web_search is incompatible with thinking enabled"),
    },
  ],
});
