import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { calling, error, on, path, plain, result, user } from "./fixtures/requests.ts";
import { shapeRules } from "./shape.ts";

describeRules({
  dialect: "kimi",
  rules: shapeRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.shape",
      good: { something: "ignored" },
      bad: { messages: [{ role: "developer", content: "x" }] },
      body: error(
        "Invalid request: messages.0.role must be one of system, user, assistant, tool, got developer",
      ),
    },
    {
      rule: "kimi.shape",
      good: on("kimi-k3", { reasoning_effort: "low" }),
      bad: on("kimi-k3", { reasoning_effort: { level: "low" } }),
      body: error("Invalid request: reasoning_effort must be of type string or null"),
    },
    {
      rule: "kimi.shape",
      good: { messages: [user("a"), calling(), result("f:0", [{ type: "text", text: "x" }])] },
      bad: {
        messages: [
          user("a"),
          calling(),
          result("f:0", [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }]),
        ],
      },
      body: error("Invalid request: messages.2.content.0.type must be one of text, got image_url"),
    },
  ],
});

describeFaults(shapeRules, [
  ["kimi.shape", { model: "m", messages: [], other: 1 }, undefined],
  ["kimi.shape", { model: "m" }, "Invalid request: messages is required"],
  ["kimi.shape", { model: "m", messages: {} }, "Invalid request: messages must be of type array"],
  [
    "kimi.shape",
    { model: "m", messages: [], temperature: "1" },
    "Invalid request: temperature must be of type number or null",
  ],
  [
    "kimi.shape",
    { model: "m", messages: [{ role: "developer", content: "x" }] },
    "messages.0.role must be one of system, user, assistant, tool, got developer",
  ],
  [
    "kimi.shape",
    { model: "m", messages: [], thinking: { type: "auto" } },
    "thinking.type must be one of enabled, disabled, got auto",
  ],
]);
