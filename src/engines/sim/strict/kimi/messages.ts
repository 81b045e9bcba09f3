import { isBlank, list, type Members, objects } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";

const isEmpty = ({ content, tool_calls: calls }: Members) =>
  list(calls).length === 0 &&
  (content === undefined ||
    content === null ||
    content === "" ||
    (Array.isArray(content) &&
      objects(content).every((part) => part["type"] === "text" && isBlank(part["text"]))));

export const messageRules: Rules = {
  "kimi.messages.empty": ({ body }) =>
    list(body["messages"]).length > 0
      ? undefined
      : { message: "Invalid request: messages must not be empty" },

  "kimi.messages.assistant-empty": ({ body }) =>
    firstIn(objects(body["messages"]), (message, at) =>
      message["role"] === "assistant" && isEmpty(message)
        ? {
            message: `Invalid request: the message at position ${at} with role 'assistant' must not be empty`,
          }
        : undefined,
    ),
};
