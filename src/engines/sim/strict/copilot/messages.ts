import { isBlank, objects } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { isClaude } from "./families.ts";

export const messageRules: Rules = {
  "copilot.messages.empty-text": ({ body, model }) =>
    isClaude(model)
      ? firstIn(objects(body["messages"]), ({ content }) =>
          isBlank(content) || objects(content).some((part) => part["type"] === "text" && part["text"] === "")
            ? { message: "messages: text content blocks must be non-empty" }
            : undefined,
        )
      : undefined,
};
