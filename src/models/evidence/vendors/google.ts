import type { ErrorPattern } from "../error-pattern.ts";
import { rejected, teachPart, teachSampling } from "../teaching.ts";

const shared = { apis: ["gemini"], codes: ["INVALID_ARGUMENT"] } as const;
const levels = ["minimal", "low", "medium", "high"] as const;
const thinkingLevel = "generationConfig.thinkingConfig.thinkingLevel";

/** Errors of generateContent. */
export const googlePatterns: readonly ErrorPattern[] = [
  {
    ...shared,
    id: "google.penalty",
    text: /Penalty is not enabled/i,
    value: () => "penalties",
    fields: () => ["generationConfig.frequencyPenalty", "generationConfig.presencePenalty"],
    teach: (limits) => teachSampling(limits, { frequencyPenalty: rejected, presencePenalty: rejected }),
  },
  {
    ...shared,
    id: "google.thinking_level",
    text: /thinking level (minimal|low|medium|high) is not supported for this model/i,
    value: ([, level]) => level!.toLowerCase(),
    fields: () => [thinkingLevel],
    teach: (limits, value) => {
      const known = limits.reasoning?.efforts ?? levels;
      return teachPart(limits, "reasoning", { efforts: known.filter((level) => level !== value) });
    },
  },
];
