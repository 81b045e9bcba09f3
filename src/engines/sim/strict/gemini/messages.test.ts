import { expect, it } from "vitest";
import { describeRules } from "../fixtures/rule-cases.ts";
import { error, model, on, path, plain, says, user } from "./fixtures/requests.ts";
import { messageRules } from "./messages.ts";

describeRules({
  dialect: "gemini",
  rules: messageRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.contents.empty",
      good: {},
      bad: { contents: [] },
      body: error("* GenerateContentRequest.contents: contents is not specified"),
    },
    {
      rule: "gemini.contents.role",
      good: {},
      bad: { contents: [{ role: "assistant", parts: [says("a")] }] },
      body: error("Please use a valid role: user, model."),
    },
    {
      rule: "gemini.contents.parts",
      good: {},
      bad: { contents: [user()] },
      body: error("* GenerateContentRequest.contents[0].parts: contents.parts must not be empty."),
    },
    {
      rule: "gemini.contents.parts",
      good: { contents: [user(says("a")), model({ text: "", thoughtSignature: "AAAA" }), user(says("b"))] },
      bad: { contents: [user(says("a"), says(""))] },
      body: error(
        "* GenerateContentRequest.contents[0].parts[1].data: required oneof field 'data' must have one initialized field",
      ),
    },
    {
      rule: "gemini.contents.first-role",
      good: { contents: [user(says("a")), user(says("b"))] },
      bad: { contents: [model(says("a")), user(says("b"))] },
      body: error(
        "Please ensure that multiturn requests alternate between user and model, and that the first content has the role user.",
      ),
    },
    {
      rule: "gemini.contents.last-role",
      good: { contents: [user(says("a")), model(says("b"))] },
      bad: on("gemini-3.6-flash", { contents: [user(says("a")), model(says("b"))] }),
      body: error(
        "Please ensure that multiturn requests end with a user role. The final turn of the request must not be a model turn.",
      ),
    },
    {
      rule: "gemini.system.text",
      good: { systemInstruction: { parts: [says("s")] } },
      bad: { systemInstruction: { parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }] } },
      body: error("System instruction supports only text."),
    },
  ],
});

it.each([
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription",
])("a part with %s has data, also beside an empty text", (name) => {
  const check = messageRules["gemini.contents.parts"]!;
  const faultOf = (part: object) =>
    check({ model: "m", stream: false, body: { contents: [{ role: "user", parts: [part] }] } });
  expect(faultOf({ [name]: "x" })).toBeUndefined();
  expect(faultOf({ text: "", [name]: "x" })).toBeUndefined();
  expect(faultOf({ other: "x" })?.message).toContain("contents[0].parts[0].data");
});

it.each(["user", "model", "function", undefined, null, ""])("a content may have the role %j", (role) => {
  const check = messageRules["gemini.contents.role"]!;
  expect(check({ model: "m", stream: false, body: { contents: [{ role, parts: [] }] } })).toBeUndefined();
});
