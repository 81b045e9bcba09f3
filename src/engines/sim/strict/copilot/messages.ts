import { isBlank, list, objects } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { isClaude } from "./families.ts";

// An empty text beside calls, or as a result, is left to Copilot's own conversion.
export const messageRules: Rules = {
  "copilot.vision.header": ({ body, headers }) =>
    headers?.some((one) => one.toLowerCase() === "copilot-vision-request") === false &&
    objects(body["messages"]).some(({ content }) => objects(content).some(({ type }) => type === "image_url"))
      ? { message: "missing required Copilot-Vision-Request header for vision requests" }
      : undefined,
  "copilot.messages.empty-text": ({ body, model }) =>
    isClaude(model)
      ? firstIn(objects(body["messages"]), ({ role, content, tool_calls: calls }) =>
          (isBlank(content) && role !== "tool" && list(calls).length === 0) ||
          objects(content).some((part) => part["type"] === "text" && part["text"] === "")
            ? { message: "messages: text content blocks must be non-empty" }
            : undefined,
        )
      : undefined,
};
