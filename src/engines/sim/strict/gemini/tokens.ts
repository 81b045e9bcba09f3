import type { Rules } from "../violation.ts";
import { generationConfig } from "./request.ts";

export const tokenRules: Rules = {
  "gemini.maxOutputTokens": (request) => {
    const { maxOutputTokens: most } = generationConfig(request);
    if (typeof most !== "number" || (most >= 1 && Number.isInteger(most))) return undefined;
    return {
      message:
        "* GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.",
    };
  },
};
