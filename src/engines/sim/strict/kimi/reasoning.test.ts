import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
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

describeFaults(reasoningRules, [
  ["kimi.thinking.disabled", { thinking: { type: "disabled" } }, undefined],
  ["kimi.thinking.disabled", { thinking: { type: "enabled" } }, undefined, "kimi-k3"],
  ["kimi.thinking.disabled", { thinking: { type: "disabled" } }, "only type=enabled is allowed", "kimi-k3"],
  ["kimi.thinking.disabled", { thinking: { type: "disabled" } }, undefined, "kimi-k2.6"],
  ["kimi.reasoning_effort", { reasoning_effort: null }, undefined, "kimi-k3"],
  ["kimi.reasoning_effort", { reasoning_effort: "least" }, undefined],
  ["kimi.reasoning_effort", { reasoning_effort: "least" }, "invalid reasoning_effort: only ", "kimi-k3"],
  [
    "kimi.search.thinking",
    { tools: [{ type: "builtin_function" }] },
    "is incompatible with thinking enabled",
    "kimi-k2.6",
  ],
  ["kimi.search.thinking", { tools: [{ type: "function" }] }, undefined, "kimi-k2.6"],
  [
    "kimi.search.thinking",
    { tools: [{ type: "function" }, { type: "builtin_function" }] },
    "is incompatible",
    "kimi-k2.6",
  ],
  [
    "kimi.search.thinking",
    { tools: [{ type: "builtin_function" }], thinking: { type: "disabled" } },
    undefined,
    "kimi-k2.6",
  ],
  ["kimi.search.thinking", { tools: [{ type: "builtin_function" }] }, undefined, "kimi-k3"],
  ["kimi.search.thinking", { tools: [{ type: "builtin_function" }] }, undefined],
]);
