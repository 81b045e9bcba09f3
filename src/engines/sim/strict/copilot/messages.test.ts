import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain, user } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

const image = { type: "image_url", image_url: { url: "https://example.com/a.png" } };

describeRules({
  dialect: "copilot",
  rules: messageRules,
  plain,
  path,
  cases: [
    {
      rule: "copilot.messages.empty-text",
      good: { messages: [user("")] },
      bad: on("claude-haiku-4.5", { messages: [user("")] }),
      body: error("messages: text content blocks must be non-empty"),
    },
    {
      rule: "copilot.vision.header",
      good: { messages: [user([image])] },
      bad: { messages: [user([image]), user("and now?")] },
      headers: ["Copilot-Vision-Request", "true"],
      body: error("missing required Copilot-Vision-Request header for vision requests"),
    },
  ],
});

describeFaults(messageRules, [
  ["copilot.messages.empty-text", { messages: [{ role: "user", content: " " }] }, undefined, "gpt-4o"],
  [
    "copilot.messages.empty-text",
    { messages: [{ role: "user", content: " " }] },
    "must be non-empty",
    "claude-sonnet-4.5",
  ],
  [
    "copilot.messages.empty-text",
    { messages: [{ role: "tool", content: "" }] },
    undefined,
    "claude-sonnet-4.5",
  ],
  [
    "copilot.messages.empty-text",
    { messages: [{ role: "assistant", content: "", tool_calls: [{}] }] },
    undefined,
    "claude-sonnet-4.5",
  ],
  [
    "copilot.messages.empty-text",
    { messages: [{ role: "assistant", content: "", tool_calls: [] }] },
    "must be non-empty",
    "claude-sonnet-4.5",
  ],
  [
    "copilot.messages.empty-text",
    { messages: [{ role: "user", content: [{ type: "text", text: "" }] }] },
    "must be non-empty",
    "claude-sonnet-4.5",
  ],
  [
    "copilot.messages.empty-text",
    {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "a" },
            { type: "image", text: "" },
          ],
        },
      ],
    },
    undefined,
    "claude-sonnet-4.5",
  ],
  ["copilot.vision.header", { messages: [{ content: [{ type: "image_url" }] }] }, undefined],
]);
