import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { calling, error, path, plain, result, user } from "./fixtures/requests.ts";
import { stateRules } from "./state.ts";

describeRules({
  dialect: "kimi",
  rules: stateRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.reasoning_content",
      good: { messages: [user("a"), calling(), result("f:0")] },
      bad: { messages: [user("a"), calling({ reasoning_content: undefined }), result("f:0")] },
      body: error(
        "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
      ),
    },
  ],
});

describeFaults(stateRules, [
  ["kimi.reasoning_content", { messages: [{ tool_calls: [{}] }] }, undefined],
  [
    "kimi.reasoning_content",
    { messages: [{}, { tool_calls: [{}] }] },
    "missing in assistant tool call message at index 1",
    "kimi-k2.6",
  ],
  ["kimi.reasoning_content", { messages: [{ tool_calls: [] }] }, undefined, "kimi-k2.6"],
  [
    "kimi.reasoning_content",
    { messages: [{ tool_calls: [{}], reasoning_content: "" }] },
    undefined,
    "kimi-k2.6",
  ],
  [
    "kimi.reasoning_content",
    { messages: [{ tool_calls: [{}], reasoning_content: null }] },
    "at index 0",
    "kimi-k2.6",
  ],
  [
    "kimi.reasoning_content",
    { messages: [{ tool_calls: [{}] }], thinking: { type: "disabled" } },
    undefined,
    "kimi-k2.6",
  ],
  [
    "kimi.reasoning_content",
    { messages: [{ tool_calls: [{}] }], thinking: { type: "disabled" } },
    "at index 0",
    "kimi-k3",
  ],
]);
