import { describeRules } from "../fixtures/rule-cases.ts";
import { error, off, on, path, plain } from "./fixtures/requests.ts";
import { samplingRules } from "./sampling.ts";

describeRules({
  dialect: "kimi",
  rules: samplingRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.temperature",
      good: { temperature: 1 },
      bad: { temperature: 0.7 },
      body: error("invalid temperature: only 1 is allowed for this model"),
    },
    {
      rule: "kimi.temperature",
      good: off({ temperature: 0.6 }),
      bad: off({ temperature: 1 }),
      body: error("invalid temperature: only 0.6 is allowed for this model"),
    },
    {
      rule: "kimi.top_p",
      good: { top_p: 0.95 },
      bad: { top_p: 1 },
      body: error("invalid top_p: only 0.95 is allowed for this model"),
    },
    {
      rule: "kimi.n",
      good: { n: 1 },
      bad: { n: 2 },
      body: error("invalid n: only 1 is allowed for this model"),
    },
    {
      rule: "kimi.penalties",
      good: { presence_penalty: 0 },
      bad: { frequency_penalty: 0.5 },
      body: error("invalid frequency_penalty: only 0 is allowed for this model"),
    },
    {
      rule: "kimi.logprobs",
      good: { logprobs: true },
      bad: on("kimi-k3", { logprobs: true }),
      body: error("logprobs is not supported for this model"),
    },
    {
      rule: "kimi.stop",
      good: { stop: ["1", "2", "3", "4", "5"] },
      bad: { stop: ["1", "2", "3", "4", "5", "6"] },
      body: error("Invalid request: stop supports at most 5 sequences"),
    },
    {
      rule: "kimi.stop",
      good: { stop: "x".repeat(32) },
      bad: { stop: "x".repeat(33) },
      body: error("Invalid request: each stop sequence must be at most 32 bytes"),
    },
  ],
});
