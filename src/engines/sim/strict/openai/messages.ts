import { has, list, objects } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";

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
};
