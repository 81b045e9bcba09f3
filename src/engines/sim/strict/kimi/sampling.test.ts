import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
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

const onlyFor = (name: string, only: number) => `invalid ${name}: only ${only} is allowed for this model`;
const unthinking = { thinking: { type: "disabled" } };
const between = "invalid temperature: must be between 0 and 1";
const noLogprobs = "logprobs is not supported for this model";

it.each<[string, string, object, string | undefined]>([
  ["temperature", "m", { temperature: 0 }, undefined],
  ["temperature", "m", { temperature: 1 }, undefined],
  ["temperature", "m", { temperature: -0.1 }, between],
  ["temperature", "m", { temperature: 1.1 }, between],
  ["temperature", "m", { temperature: "2" }, undefined],
  ["temperature", "kimi-k2.6", { temperature: 1 }, undefined],
  ["temperature", "kimi-k2.6", { temperature: 0.6 }, onlyFor("temperature", 1)],
  ["temperature", "kimi-k2.6", { ...unthinking, temperature: 0.6 }, undefined],
  ["temperature", "kimi-k2.6", { ...unthinking, temperature: 1 }, onlyFor("temperature", 0.6)],
  ["temperature", "kimi-k3", { ...unthinking, temperature: 1 }, undefined],
  ["top_p", "kimi-k2.6", { top_p: 0.95 }, undefined],
  ["top_p", "kimi-k2.6", { top_p: 1 }, onlyFor("top_p", 0.95)],
  ["top_p", "m", { top_p: 1 }, undefined],
  ["n", "kimi-k2.6", { n: 1 }, undefined],
  ["n", "kimi-k2.6", { n: 2 }, onlyFor("n", 1)],
  ["n", "m", { n: 2 }, undefined],
  ...["presence_penalty", "frequency_penalty"].flatMap(
    (name): [string, string, object, string | undefined][] => [
      ["penalties", "kimi-k2.6", { [name]: 0 }, undefined],
      ["penalties", "kimi-k2.6", { [name]: 1 }, onlyFor(name, 0)],
      ["penalties", "m", { [name]: 1 }, undefined],
    ],
  ),
  ["logprobs", "kimi-k3", { logprobs: true }, noLogprobs],
  ["logprobs", "kimi-k3.1", { top_logprobs: 0 }, noLogprobs],
  ["logprobs", "kimi-k3", { logprobs: false }, undefined],
  ["logprobs", "kimi-k2.6", { logprobs: true, top_logprobs: 1 }, undefined],
  ["stop", "m", { stop: Array(5).fill("a") }, undefined],
  ["stop", "m", { stop: Array(6).fill("a") }, "Invalid request: stop supports at most 5 sequences"],
  ["stop", "m", { stop: ["a", "ä".repeat(16)] }, undefined],
  [
    "stop",
    "m",
    { stop: ["a", "ä".repeat(17)] },
    "Invalid request: each stop sequence must be at most 32 bytes",
  ],
  ["stop", "m", { stop: "a".repeat(33) }, "Invalid request: each stop sequence must be at most 32 bytes"],
  ["stop", "m", {}, undefined],
])("kimi.%s of %s with %j says %j", (rule, model, body, message) => {
  expect(messageOf(samplingRules, `kimi.${rule}`, model, body)).toBe(message);
});
