import { firstIn, type Rules } from "../violation.ts";
import { familyOf } from "./families.ts";

export const tokenRules: Rules = {
  "kimi.max_tokens": ({ body, model }) =>
    firstIn(["max_tokens", "max_completion_tokens"], (name) => {
      const value = body[name];
      if (typeof value !== "number") return undefined;
      if (value < 1) return { message: `Invalid request: ${name} must be at least 1` };
      const most = familyOf(model)?.outputLimit ?? Number.POSITIVE_INFINITY;
      return value > most ? { message: `Invalid request: ${name} must be at most ${most}` } : undefined;
    }),
};
