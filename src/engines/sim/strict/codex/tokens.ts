import { outOfRange } from "../openai/error-body.ts";
import type { Rules } from "../violation.ts";
import { familyOf } from "./families.ts";

const MIN_OUTPUT_TOKENS = 16;

export const tokenRules: Rules = {
  "codex.max_output_tokens": ({ body, model }) => {
    const value = body["max_output_tokens"];
    if (typeof value !== "number") return undefined;
    const most = familyOf(model)?.outputLimit ?? Number.POSITIVE_INFINITY;
    return value < MIN_OUTPUT_TOKENS || value > most
      ? outOfRange("max_output_tokens", value, MIN_OUTPUT_TOKENS, most)
      : undefined;
  },

  "codex.max_tool_calls": ({ body }) => {
    const value = body["max_tool_calls"];
    return typeof value === "number" && value < 1
      ? outOfRange("max_tool_calls", value, 1, Number.POSITIVE_INFINITY)
      : undefined;
  },
};
