import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
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

const declared = { functionDeclarations: [{ name: "f" }] };

it.each([
  "googleSearch",
  "googleSearchRetrieval",
  "codeExecution",
  "urlContext",
  "googleMaps",
  "fileSearch",
  "computerUse",
  "enterpriseWebSearch",
])("%s cannot be combined with functions before version 3, and then only if that is enabled", (name) => {
  const tools = [{ [name]: {} }, declared];
  const says = (id: string, more: object = {}) =>
    messageOf(toolRules, "gemini.tools.built-in", id, { tools, ...more });
  expect(says("gemini-2.5-pro")).toMatch(/^Built-in tools and Function Calling cannot be combined/);
  expect(says("gemini-3-pro")).toMatch(/^Please enable tool_config\.include_server_side_tool_invocations/);
  expect(says("gemini-3-pro", { toolConfig: { includeServerSideToolInvocations: true } })).toBeUndefined();
  expect(says("m")).toBeUndefined();
  expect(says("gemini-2.5-pro", { tools: [{ [name]: {} }] })).toBeUndefined();
});

const noFunctions = "Function calling config is set without function_declarations.";
const wrongMode = "Please set allowed_function_names only when function calling mode is ANY or VALIDATED.";
it.each<[string, object, object | undefined, string | undefined]>([
  ["without-tools", { mode: "any" }, undefined, noFunctions],
  ["without-tools", { mode: "VALIDATED" }, undefined, noFunctions],
  ["without-tools", { mode: "AUTO" }, undefined, undefined],
  ["without-tools", { mode: 5 }, undefined, undefined],
  ["without-tools", { mode: "ANY" }, declared, undefined],
  ["allowed", { mode: "VALIDATED", allowedFunctionNames: ["f"] }, declared, undefined],
  [
    "allowed",
    { mode: "ANY", allowedFunctionNames: ["f", "g"] },
    declared,
    "allowed_function_names contains a function that is not declared: g",
  ],
  ["allowed", { mode: "NONE", allowedFunctionNames: ["f"] }, declared, wrongMode],
  ["allowed", { allowedFunctionNames: ["f"] }, declared, wrongMode],
  ["allowed", { mode: "NONE", allowedFunctionNames: [] }, declared, undefined],
])("gemini.choice.%s with %j and %j says %j", (rule, functionCallingConfig, tool, message) => {
  const body = { toolConfig: { functionCallingConfig }, tools: tool === undefined ? [] : [tool] };
  expect(messageOf(toolRules, `gemini.choice.${rule}`, "m", body)).toBe(message);
});

it.each([
  ["f".repeat(128), true],
  ["f".repeat(129), false],
  ["_", true],
  ["-a", false],
  ["a b", false],
  ["", false],
])("takes the name %j of a function: %j", (name, isTaken) => {
  expect(messageOf(toolRules, "gemini.tools.name", "m", declares({ name })) === undefined).toBe(isTaken);
});

it("a parameter has a name, and a call too", () => {
  expect(messageOf(toolRules, "gemini.tools.parameter-name", "m", parameters({ "": {} }))).toContain(
    'name ""',
  );
  const contents = [user(says("a")), model(says("b"), { functionCall: { name: "" } })];
  expect(messageOf(toolRules, "gemini.calls.name", "m", { contents })).toBe(
    "* GenerateContentRequest.contents[1].parts[1].function_call.name: Name cannot be empty.",
  );
});
