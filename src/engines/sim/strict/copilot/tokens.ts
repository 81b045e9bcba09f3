import { tokenRules as chatRules } from "../openai/tokens.ts";
import type { Rules } from "../violation.ts";

export const tokenRules: Rules = {
  "copilot.max_tokens.reasoning": (request) => {
    const found = chatRules["openai.max_tokens.reasoning"]!(request);
    return found === undefined ? undefined : { ...found, code: "invalid_request_body" };
  },
};
