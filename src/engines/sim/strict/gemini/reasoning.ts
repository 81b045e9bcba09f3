import { has, members, text } from "../raw-json.ts";
import type { Rules } from "../violation.ts";
import { alwaysThinks, budgetsOf, isSecondGeneration, missingLevels } from "./families.ts";
import { generationConfig } from "./request.ts";

export const reasoningRules: Rules = {
  "gemini.thinking.both": (request) => {
    const config = members(generationConfig(request)["thinkingConfig"]);
    return has(config, "thinkingBudget") && has(config, "thinkingLevel")
      ? { message: "You can only set only one of thinking budget and thinking level." }
      : undefined;
  },

  "gemini.thinking.level": (request) => {
    const { thinkingLevel: level } = members(generationConfig(request)["thinkingConfig"]);
    if (level === undefined || level === null) return undefined;
    if (isSecondGeneration(request.model))
      return { message: "Thinking level is not supported for this model." };
    const word = text(level).toUpperCase();
    return missingLevels(request.model).includes(word)
      ? {
          message: `Thinking level ${word} is not supported for this model. Please retry with other thinking level.`,
        }
      : undefined;
  },

  "gemini.thinking.budget": (request) => {
    const { thinkingBudget: budget } = members(generationConfig(request)["thinkingConfig"]);
    if (typeof budget !== "number" || budget === -1) return undefined;
    if (budget === 0 && alwaysThinks(request.model))
      return { message: "Budget 0 is invalid. This model only works in thinking mode." };
    const range = budgetsOf(request.model);
    if (range === undefined || (budget === 0 && range.zero)) return undefined;
    return budget < range.least || budget > range.most
      ? {
          message: `The thinking budget ${budget} is invalid. Please choose a value between ${range.least} and ${range.most}.`,
        }
      : undefined;
  },
};
