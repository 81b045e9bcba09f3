import { list, objects } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { isThinking } from "./thinking.ts";

export const stateRules: Rules = {
  "kimi.reasoning_content": (request) =>
    isThinking(request)
      ? firstIn(objects(request.body["messages"]), (message, at) =>
          list(message["tool_calls"]).length > 0 && typeof message["reasoning_content"] !== "string"
            ? {
                message: `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`,
              }
            : undefined,
        )
      : undefined,
};
