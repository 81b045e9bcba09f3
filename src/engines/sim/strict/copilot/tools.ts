import { toolRules as chatRules, nameFault } from "../openai/tools.ts";
import { list, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";

const MAX_CALL_ID = 40;
const MAX_TOOLS = 128;

export const toolRules: Rules = {
  "copilot.tools.count": ({ body }) =>
    list(body["tools"]).length > MAX_TOOLS
      ? {
          message: `Invalid 'tools': array too long. Expected an array with maximum length ${MAX_TOOLS}, but got an array with length ${list(body["tools"]).length} instead.`,
          code: "invalid_request_body",
        }
      : undefined,

  "copilot.tools.name": ({ body }) =>
    firstIn(objects(body["tools"]), (tool, index) =>
      nameFault(`tools[${index}].function.name`, members(tool["function"])["name"]),
    ),

  "copilot.calls.id": ({ body }) =>
    firstIn(objects(body["messages"]), (message, at) =>
      firstIn(objects(message["tool_calls"]), (call, index) => {
        const { length } = text(call["id"]);
        return length > MAX_CALL_ID
          ? {
              message: `Invalid 'messages[${at}].tool_calls[${index}].id': string too long. Expected a string with maximum length ${MAX_CALL_ID}, but got a string with length ${length} instead.`,
              code: "invalid_request_body",
            }
          : undefined;
      }),
    ),

  "copilot.calls.count": chatRules["openai.calls.count"]!,
  "copilot.calls.unanswered": chatRules["openai.calls.unanswered"]!,
  "copilot.results.unexpected": chatRules["openai.results.unexpected"]!,
};
