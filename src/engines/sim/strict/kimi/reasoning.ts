import { has, members, objects, text } from "../raw-json.ts";
import type { Rules } from "../violation.ts";
import { familyOf } from "./families.ts";
import { isThinking } from "./thinking.ts";

export const reasoningRules: Rules = {
  // Whether K3 rejects the object `thinking` is uncertain; that it cannot be switched off is not.
  "kimi.thinking.disabled": ({ body, model }) =>
    members(body["thinking"])["type"] === "disabled" && familyOf(model)?.maySwitchOff === false
      ? { message: "invalid thinking: only type=enabled is allowed for this model" }
      : undefined,

  "kimi.reasoning_effort": ({ body, model }) => {
    const effort = body["reasoning_effort"];
    const levels = familyOf(model)?.efforts;
    if (levels === undefined || !has(body, "reasoning_effort") || levels.includes(text(effort)))
      return undefined;
    return { message: `invalid reasoning_effort: only ${levels.join(", ")} are allowed for this model` };
  },

  "kimi.search.thinking": (request) =>
    familyOf(request.model)?.maySwitchOff === true &&
    isThinking(request) &&
    objects(request.body["tools"]).some((tool) => tool["type"] === "builtin_function")
      ? { message: "builtin_function $web_search is incompatible with thinking enabled" }
      : undefined,
};
