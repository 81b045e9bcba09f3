import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, generation, on, path, plain } from "./fixtures/requests.ts";
import { samplingRules } from "./sampling.ts";

describeRules({
  dialect: "gemini",
  rules: samplingRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.sampling.range",
      good: on("gemini-3.8-flash", generation({ temperature: 4 })),
      bad: generation({ temperature: 4 }),
      body: error(
        "* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].",
      ),
    },
    {
      rule: "gemini.sampling.penalties",
      good: generation({ presencePenalty: 0 }),
      bad: generation({ presencePenalty: 0.5 }),
      body: error("Penalty is not enabled for models/gemini-2.5-flash"),
    },
    {
      rule: "gemini.sampling.candidates",
      good: generation({ candidateCount: 8 }),
      bad: generation({ candidateCount: 9 }),
      body: error(
        "* GenerateContentRequest.generation_config.candidate_count: candidate_count must be in the range [1, 8].",
      ),
    },
    {
      rule: "gemini.stop.count",
      good: generation({ stopSequences: ["1", "2", "3", "4", "5"] }),
      bad: generation({ stop_sequences: ["1", "2", "3", "4", "5", "6"] }),
      body: error("The number of stop sequences must be at most 5, but was 6."),
    },
    {
      rule: "gemini.seed.range",
      good: generation({ seed: 7 }),
      bad: generation({ seed: 4_294_967_296 }),
      body: error("Invalid value at 'generation_config.seed' (TYPE_INT32), 4294967296"),
    },
  ],
});

const range = (name: string, says: string) =>
  `* GenerateContentRequest.generation_config.${name}: ${name} must ${says}.`;
const penalty = (model: string) => `Penalty is not enabled for models/${model}`;
const seed = (value: number) => `Invalid value at 'generation_config.seed' (TYPE_INT32), ${value}`;

it.each<[string, string, object, string | undefined]>([
  ...[0, 2].map((value): [string, string, object, undefined] => [
    "range",
    "m",
    { temperature: value },
    undefined,
  ]),
  ...[-0.1, 2.1].map((value): [string, string, object, string] => [
    "range",
    "m",
    { temperature: value },
    range("temperature", "be in the range [0.0, 2.0]"),
  ]),
  ...[0, 1].map((value): [string, string, object, undefined] => ["range", "m", { topP: value }, undefined]),
  ...[-0.1, 1.1].map((value): [string, string, object, string] => [
    "range",
    "m",
    { topP: value },
    range("top_p", "be in the range [0.0, 1.0]"),
  ]),
  ["range", "m", { topK: 0 }, undefined],
  ["range", "m", { topK: -1 }, range("top_k", "not be negative")],
  ["range", "gemini-3.6-flash", { temperature: 9, topP: 9, topK: -9 }, undefined],
  ["penalties", "gemini-2.5-pro", { presencePenalty: 1 }, penalty("gemini-2.5-pro")],
  ["penalties", "gemini-2.5-pro", { frequencyPenalty: 1 }, penalty("gemini-2.5-pro")],
  ["penalties", "gemini-2.0-flash", { presencePenalty: 1, frequencyPenalty: 1 }, undefined],
  ["penalties", "m", { presencePenalty: 1 }, undefined],
  ["candidates", "m", { candidateCount: 1 }, undefined],
  ["candidates", "m", { candidateCount: 0 }, range("candidate_count", "be in the range [1, 8]")],
])("gemini.sampling.%s of %s with %j says %j", (rule, model, config, message) => {
  expect(messageOf(samplingRules, `gemini.sampling.${rule}`, model, { generationConfig: config })).toBe(
    message,
  );
});

it.each([
  [2 ** 31, undefined],
  [-(2 ** 31), undefined],
  [2 ** 31 + 1, seed(2 ** 31 + 1)],
  [-(2 ** 31) - 1, seed(-(2 ** 31) - 1)],
  [1.5, seed(1.5)],
])("the seed %d says %j", (value, message) => {
  expect(messageOf(samplingRules, "gemini.seed.range", "m", { generationConfig: { seed: value } })).toBe(
    message,
  );
});
