import { describeRules } from "../fixtures/rule-cases.ts";
import {
  call,
  choosing,
  declares,
  error,
  model,
  on,
  parameters,
  path,
  plain,
  result,
  says,
  user,
} from "./fixtures/requests.ts";
import { toolRules } from "./tools.ts";

describeRules({
  dialect: "gemini",
  rules: toolRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.tools.name",
      good: declares({ name: "_a.b:c-d" }),
      bad: declares({ name: "1a" }),
      body: error(
        "* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.",
      ),
    },
    {
      rule: "gemini.tools.unique",
      good: declares({ name: "f" }, { name: "g" }),
      bad: declares({ name: "f" }, { name: "f" }),
      body: error("Duplicate function declaration found: f"),
    },
    {
      rule: "gemini.tools.parameter-name",
      good: parameters({ ["p".repeat(64)]: { type: "STRING" } }),
      bad: parameters({ ["p".repeat(65)]: { type: "STRING" } }),
      body: error(
        `* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: Invalid parameter name "${"p".repeat(65)}". The maximum length is 64.`,
      ),
    },
    {
      rule: "gemini.calls.name",
      good: { contents: [user(says("a")), model(call()), user(result())] },
      bad: { contents: [user(says("a")), model(call()), user(result({ name: "" }))] },
      body: error(
        "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.",
      ),
    },
    {
      rule: "gemini.tools.built-in",
      good: { tools: [{ googleSearch: {} }] },
      bad: { tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: "f" }] }] },
      body: error(
        "Built-in tools and Function Calling cannot be combined in the same request. Please choose one.",
      ),
    },
    {
      rule: "gemini.tools.built-in",
      good: on("gemini-3.8-flash", {
        tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: "f" }] }],
        toolConfig: { includeServerSideToolInvocations: true },
      }),
      bad: on("gemini-3.8-flash", {
        tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: "f" }] }],
      }),
      body: error(
        "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.",
      ),
    },
    {
      rule: "gemini.choice.without-tools",
      good: { ...declares({ name: "f" }), ...choosing({ mode: "ANY" }) },
      bad: choosing({ mode: "ANY" }),
      body: error("Function calling config is set without function_declarations."),
    },
    {
      rule: "gemini.choice.allowed",
      good: { ...declares({ name: "f" }), ...choosing({ mode: "any", allowedFunctionNames: ["f"] }) },
      bad: { ...declares({ name: "f" }), ...choosing({ mode: "AUTO", allowedFunctionNames: ["f"] }) },
      body: error("Please set allowed_function_names only when function calling mode is ANY or VALIDATED."),
    },
    {
      rule: "gemini.choice.allowed",
      good: {},
      bad: { ...declares({ name: "f" }), ...choosing({ mode: "ANY", allowedFunctionNames: ["g"] }) },
      body: error("allowed_function_names contains a function that is not declared: g"),
    },
    {
      rule: "gemini.calls.place",
      good: { contents: [user(says("a")), model(call()), model(call()), user(result(), result())] },
      bad: { contents: [model(call()), user(result())] },
      body: error(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      ),
    },
    {
      rule: "gemini.calls.unanswered",
      good: { contents: [user(says("a")), model(call(), call()), user(result(), result())] },
      bad: { contents: [user(says("a")), model(call(), call()), user(result())] },
      body: error(
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
      ),
    },
    {
      rule: "gemini.results.unexpected",
      good: {},
      bad: { contents: [user(says("a")), model(says("b")), user(result())] },
      body: error("Please ensure that function response turn comes immediately after a function call turn."),
    },
    {
      rule: "gemini.results.parts",
      good: on("gemini-3.1-pro-preview", {
        contents: [
          user(says("a")),
          model(call("f", { thoughtSignature: "AAAA" })),
          user(result({ parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }] })),
        ],
      }),
      bad: {
        contents: [
          user(says("a")),
          model(call()),
          user(result({ parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }] })),
        ],
      },
      body: error("Multimodal function responses are not supported for this model."),
    },
  ],
});
