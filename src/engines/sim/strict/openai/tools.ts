import { has, isMembers, list, type Members, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules, type Violation } from "../violation.ts";
import { tooLong, tooMany, unsupportedParameter } from "./error-body.ts";
import { familyOf } from "./families.ts";

const NAME = /^[a-zA-Z0-9_-]+$/;
const MAX_NAME = 64;
const MAX_TOOLS = 128;

/** Checks the name of a function or of a format. */
export function nameFault(param: string, name: unknown): Violation | undefined {
  if (typeof name !== "string") return undefined;
  if (name.length > MAX_NAME) return tooLong(param, MAX_NAME, name.length);
  if (NAME.test(name)) return undefined;
  return {
    message: `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    param,
    code: "invalid_value",
  };
}

/** Checks that `tool_choice` and `parallel_tool_calls` come with tools. */
export function withoutTools(body: Members): Violation | undefined {
  if (list(body["tools"]).length > 0) return undefined;
  return firstIn(["tool_choice", "parallel_tool_calls"], (name) =>
    has(body, name) && body[name] !== "none"
      ? {
          message: `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`,
          param: name,
        }
      : undefined,
  );
}

/** Checks the number of tools, and for models that call one tool at a time, the switch of that. */
export function toolCount(body: Members, model: string): Violation | undefined {
  const { length } = list(body["tools"]);
  if (length > MAX_TOOLS) return tooMany("tools", MAX_TOOLS, length);
  return has(body, "parallel_tool_calls") && familyOf(model)?.isSerial === true
    ? unsupportedParameter("parallel_tool_calls")
    : undefined;
}

const namesOf = (body: Members) =>
  objects(body["tools"]).map((tool) => members(tool["function"] ?? tool["custom"])["name"]);

export const toolRules: Rules = {
  "openai.tools.empty": ({ body }) =>
    Array.isArray(body["tools"]) && body["tools"].length === 0
      ? {
          message:
            "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
          param: "tools",
          code: "empty_array",
        }
      : undefined,

  "openai.tools.count": ({ body, model }) => toolCount(body, model),

  "openai.tools.name": ({ body }) =>
    firstIn(objects(body["tools"]), (tool, index) => {
      const kind = isMembers(tool["custom"]) ? "custom" : "function";
      return nameFault(`tools[${index}].${kind}.name`, members(tool[kind])["name"]);
    }),

  "openai.calls.name": ({ body }) =>
    firstIn(objects(body["messages"]), (message, at) =>
      firstIn(objects(message["tool_calls"]), (call, index) =>
        nameFault(`messages[${at}].tool_calls[${index}].function.name`, members(call["function"])["name"]),
      ),
    ),

  "openai.calls.count": ({ body }) =>
    firstIn(objects(body["messages"]), (message, at) => {
      const { length } = list(message["tool_calls"]);
      if (length > MAX_TOOLS) return tooMany(`messages[${at}].tool_calls`, MAX_TOOLS, length);
      return Array.isArray(message["tool_calls"]) && length === 0
        ? {
            message: `Invalid 'messages[${at}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
            param: `messages[${at}].tool_calls`,
            code: "empty_array",
          }
        : undefined;
    }),

  "openai.choice.without-tools": ({ body }) => withoutTools(body),

  "openai.choice.unknown-tool": ({ body }) => {
    const choice = members(body["tool_choice"]);
    const { name } = members(choice["function"] ?? choice["custom"]);
    if (typeof name !== "string" || namesOf(body).includes(name)) return undefined;
    return {
      message: `Tool choice '${name}' not found in 'tools' parameter.`,
      param: "tool_choice",
    };
  },

  "openai.calls.unanswered": ({ body }) => {
    const messages = objects(body["messages"]);
    return firstIn(messages, (message, at) => {
      const ids = objects(message["tool_calls"]).map((call) => text(call["id"]));
      const answers = messages.slice(at + 1);
      const end = answers.findIndex(({ role }) => role !== "tool");
      const answered = (end === -1 ? answers : answers.slice(0, end)).map((one) => text(one["tool_call_id"]));
      const left = ids.filter((id) => !answered.includes(id));
      return left.length === 0
        ? undefined
        : {
            message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${left.join(", ")}`,
            param: `messages.[${at + 1 + answered.length}].role`,
          };
    });
  },

  "openai.results.unexpected": ({ body }) => {
    const messages = objects(body["messages"]);
    return firstIn(messages, (message, at) => {
      if (message["role"] !== "tool") return undefined;
      const caller = messages.slice(0, at).findLast(({ role }) => role !== "tool");
      const ids = objects(caller?.["tool_calls"]).map((call) => call["id"]);
      return ids.includes(message["tool_call_id"])
        ? undefined
        : {
            message:
              "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
            param: `messages.[${at}].role`,
          };
    });
  },
};
