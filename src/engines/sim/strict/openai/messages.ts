import { has, list, type Members, objects } from "../raw-json.ts";
import { firstIn, type Rules, type Violation } from "../violation.ts";
import { takesBreakpoints } from "./families.ts";

/** Checks the breakpoints in the parts of messages or items. */
export function breakpointFault(
  model: string,
  messages: readonly Members[],
  list: string,
): Violation | undefined {
  return firstIn(messages, ({ role, content, output }, at) => {
    const name = Array.isArray(output) ? "output" : "content";
    return firstIn(objects(content ?? output), (part, place) => {
      const param = `${list}[${at}].${name}[${place}].prompt_cache_breakpoint`;
      if (!has(part, "prompt_cache_breakpoint")) return undefined;
      if (takesBreakpoints(model) && role !== "assistant") return undefined;
      const where = role === "assistant" ? "in assistant messages" : "on this model";
      return {
        message: `Unsupported parameter: '${param}' is not supported ${where}.`,
        param,
        code: "unsupported_parameter",
      };
    });
  });
}

/** Checks the settings of the prompt cache, which came with the breakpoints. */
export function cacheOptionsFault(model: string, body: Members): Violation | undefined {
  if (!has(body, "prompt_cache_options") || takesBreakpoints(model)) return undefined;
  return {
    message: "Unsupported parameter: 'prompt_cache_options' is not supported with this model.",
    param: "prompt_cache_options",
    code: "unsupported_parameter",
  };
}

export const messageRules: Rules = {
  "openai.messages.empty": ({ body }) =>
    list(body["messages"]).length > 0
      ? undefined
      : {
          message:
            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
          param: "messages",
          code: "empty_array",
        },

  "openai.messages.empty-content": ({ body }) =>
    firstIn(objects(body["messages"]), ({ content }, at) =>
      Array.isArray(content) && content.length === 0
        ? {
            message: `Invalid 'messages[${at}].content': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
            param: `messages[${at}].content`,
            code: "empty_array",
          }
        : undefined,
    ),

  "openai.messages.assistant-content": ({ body }) =>
    firstIn(objects(body["messages"]), (message, at) => {
      if (message["role"] !== "assistant") return undefined;
      const isFilled = ["content", "tool_calls", "function_call", "refusal", "audio"].some((name) =>
        has(message, name),
      );
      return isFilled
        ? undefined
        : {
            message: "Invalid value for 'content': expected a string, got null.",
            param: `messages.[${at}].content`,
          };
    }),

  "openai.messages.breakpoint": ({ model, body }) =>
    breakpointFault(model, objects(body["messages"]), "messages"),

  "openai.cache.options": ({ model, body }) => cacheOptionsFault(model, body),
};
