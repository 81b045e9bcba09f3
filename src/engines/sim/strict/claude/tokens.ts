import { has, members } from "../raw-json.ts";
import type { Rules } from "../violation.ts";
import { outputLimitOf } from "./families.ts";

export const tokenRules: Rules = {
  "claude.max_tokens.minimum": ({ body }) => {
    const value = body["max_tokens"];
    if (typeof value !== "number" || (value >= 0 && Number.isInteger(value))) return undefined;
    return {
      message:
        value < 0
          ? "max_tokens: Input should be greater than or equal to 1"
          : "max_tokens: Input should be a valid integer",
    };
  },

  "claude.max_tokens.zero": ({ body, stream }) => {
    if (body["max_tokens"] !== 0) return undefined;
    const choice = members(body["tool_choice"])["type"];
    const excluded =
      stream ||
      members(body["thinking"])["type"] === "enabled" ||
      has(members(body["output_config"]), "format") ||
      choice === "any" ||
      choice === "tool";
    return excluded ? { message: "max_tokens: Input should be greater than or equal to 1" } : undefined;
  },

  "claude.max_tokens.maximum": ({ body, model }) => {
    const most = outputLimitOf(model);
    const value = body["max_tokens"];
    if (typeof value !== "number" || most === undefined || value <= most) return undefined;
    return {
      message: `max_tokens: ${value} > ${most}, which is the maximum allowed number of output tokens for ${model}`,
    };
  },
};
