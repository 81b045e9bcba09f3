import { breakpointFault, cacheOptionsFault } from "../openai/messages.ts";
import { has, objects } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";

export const messageRules: Rules = {
  "codex.input.missing": ({ body }) =>
    ["input", "previous_response_id", "conversation", "prompt"].some((name) => has(body, name))
      ? undefined
      : {
          message:
            "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation' must be provided.",
          param: "input",
          code: "missing_required_parameter",
        },

  "codex.input.empty-content": ({ body }) =>
    firstIn(objects(body["input"]), ({ type, content }, at) =>
      (type === "message" || type === undefined) && Array.isArray(content) && content.length === 0
        ? {
            message: `Invalid 'input[${at}].content': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
            param: `input[${at}].content`,
            code: "empty_array",
          }
        : undefined,
    ),

  "codex.input.breakpoint": ({ model, body }) => breakpointFault(model, objects(body["input"]), "input"),

  "codex.cache.options": ({ model, body }) => cacheOptionsFault(model, body),
};
