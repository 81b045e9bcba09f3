import { has } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { outOfRange, unsupportedParameter } from "./error-body.ts";
import { familyOf } from "./families.ts";

export const tokenRules: Rules = {
  "openai.max_tokens.both": ({ body }) =>
    has(body, "max_tokens") && has(body, "max_completion_tokens")
      ? {
          message: "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
          code: "invalid_parameter_combination",
        }
      : undefined,

  "openai.max_tokens.reasoning": ({ body, model }) =>
    has(body, "max_tokens") && familyOf(model)?.isReasoning === true
      ? unsupportedParameter("max_tokens", " Use 'max_completion_tokens' instead.")
      : undefined,

  "openai.max_tokens.range": ({ body, model }) =>
    firstIn(["max_tokens", "max_completion_tokens"], (name) => {
      const value = body[name];
      if (typeof value !== "number") return undefined;
      if (value < 1) return outOfRange(name, value, 1, Number.MAX_SAFE_INTEGER);
      const most = familyOf(model)?.outputLimit ?? Number.POSITIVE_INFINITY;
      if (value <= most) return undefined;
      return {
        message: `${name} is too large: ${value}. This model supports at most ${most} completion tokens, whereas you provided ${value}.`,
        param: name,
        code: "invalid_value",
      };
    }),
};
