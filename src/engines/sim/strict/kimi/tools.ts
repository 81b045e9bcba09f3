import { toolRules as chatRules } from "../openai/tools.ts";
import { list, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { familyOf } from "./families.ts";
import { isThinking } from "./thinking.ts";

const NAME = /^[a-zA-Z_$][a-zA-Z0-9_-]{0,63}$/;
const MAX_TOOLS = 128;

export const toolRules: Rules = {
  "kimi.tools.count": ({ body }) =>
    list(body["tools"]).length > MAX_TOOLS
      ? { message: `Invalid request: the number of tools must be at most ${MAX_TOOLS}` }
      : undefined,

  "kimi.tools.name": ({ body }) =>
    firstIn(objects(body["tools"]), (tool) => {
      const name = text(members(tool["function"])["name"]);
      return NAME.test(name)
        ? undefined
        : {
            message: `Invalid request: function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes: ${name}`,
          };
    }),

  "kimi.choice.thinking": (request) => {
    const { body, model } = request;
    const choice = body["tool_choice"];
    const kind =
      choice === "required"
        ? "required"
        : typeof choice === "object" && choice !== null
          ? "specified"
          : undefined;
    if (kind === undefined || !isThinking(request)) return undefined;
    return kind === "required" && familyOf(model)?.takesRequired === true
      ? undefined
      : { message: `tool_choice '${kind}' is incompatible with thinking enabled` };
  },

  "kimi.calls.unanswered": chatRules["openai.calls.unanswered"]!,

  "kimi.results.unexpected": (request) =>
    chatRules["openai.results.unexpected"]!(request) === undefined
      ? undefined
      : { message: "Invalid request: tool_call_id is not found" },
};
