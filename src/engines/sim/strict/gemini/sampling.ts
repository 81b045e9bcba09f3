import { list } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { endsWithUser, familyOf } from "./families.ts";
import { generationConfig } from "./request.ts";

const MAX_STOPS = 5;
const MAX_CANDIDATES = 8;

export const samplingRules: Rules = {
  "gemini.sampling.range": (request) => {
    // Newer models ignore the values.
    if (endsWithUser(request.model)) return undefined;
    const { temperature, topP, topK } = generationConfig(request);
    if (typeof temperature === "number" && (temperature < 0 || temperature > 2))
      return {
        message: `* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].`,
      };
    if (typeof topP === "number" && (topP < 0 || topP > 1))
      return {
        message: `* GenerateContentRequest.generation_config.top_p: top_p must be in the range [0.0, 1.0].`,
      };
    return typeof topK === "number" && topK < 0
      ? { message: `* GenerateContentRequest.generation_config.top_k: top_k must not be negative.` }
      : undefined;
  },

  "gemini.sampling.penalties": (request) => {
    const config = generationConfig(request);
    const version = familyOf(request.model)?.version ?? 0;
    return firstIn(["presencePenalty", "frequencyPenalty"], (name) =>
      version >= 205 && config[name]
        ? { message: `Penalty is not enabled for models/${request.model}` }
        : undefined,
    );
  },

  "gemini.sampling.candidates": (request) => {
    const { candidateCount: count } = generationConfig(request);
    return typeof count === "number" && (count < 1 || count > MAX_CANDIDATES)
      ? {
          message: `* GenerateContentRequest.generation_config.candidate_count: candidate_count must be in the range [1, ${MAX_CANDIDATES}].`,
        }
      : undefined;
  },

  "gemini.stop.count": (request) => {
    const { length } = list(generationConfig(request)["stopSequences"]);
    return length > MAX_STOPS
      ? { message: `The number of stop sequences must be at most ${MAX_STOPS}, but was ${length}.` }
      : undefined;
  },

  "gemini.seed.range": (request) => {
    const { seed } = generationConfig(request);
    return typeof seed === "number" && (seed !== Math.trunc(seed) || Math.abs(seed) > 2 ** 31)
      ? { message: `Invalid value at 'generation_config.seed' (TYPE_INT32), ${seed}` }
      : undefined;
  },
};
