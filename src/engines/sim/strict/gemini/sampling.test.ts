import { describeRules } from "../fixtures/rule-cases.ts";
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
