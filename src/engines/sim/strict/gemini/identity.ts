import { has } from "../raw-json.ts";
import type { Rules } from "../violation.ts";
import { camelBody } from "./request.ts";

export const identityRules: Rules = {
  "gemini.cachedContent": (request) => {
    const body = camelBody(request);
    const isSet = ["systemInstruction", "tools", "toolConfig"].some((name) => has(body, name));
    return has(body, "cachedContent") && isSet
      ? {
          message:
            "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.",
        }
      : undefined;
  },
};
