import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { declares, error, generation, on, path, plain } from "./fixtures/requests.ts";
import { outputRules } from "./output.ts";

describeRules({
  dialect: "gemini",
  rules: outputRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.output.one-schema",
      good: generation({ responseMimeType: "application/json", responseSchema: { type: "OBJECT" } }),
      bad: generation({
        responseMimeType: "application/json",
        responseSchema: { type: "OBJECT" },
        responseJsonSchema: { type: "object" },
      }),
      body: error(
        "* GenerateContentRequest.generation_config: only one of response_schema and response_json_schema may be set",
      ),
    },
    {
      rule: "gemini.output.type",
      good: generation({ responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["a"] } }),
      bad: generation({ responseJsonSchema: { type: "object" } }),
      body: error(
        "* GenerateContentRequest.generation_config.response_schema: only allowed when response_mime_type is application/json",
      ),
    },
    {
      rule: "gemini.output.schema",
      good: generation({ responseMimeType: "application/json", responseJsonSchema: { type: "object" } }),
      bad: generation({ responseMimeType: "application/json", responseJsonSchema: { type: "OBJECT" } }),
      body: error(
        "Invalid JSON schema at 'generation_config.response_json_schema': /type must be equal to one of the allowed values",
      ),
    },
    {
      rule: "gemini.output.with-tools",
      good: on("gemini-3.8-flash", {
        ...declares({ name: "f" }),
        ...generation({ responseMimeType: "application/json" }),
      }),
      bad: { ...declares({ name: "f" }), ...generation({ responseMimeType: "application/json" }) },
      body: error("Function calling with a response mime type: 'application/json' is unsupported"),
    },
  ],
});

describeFaults(outputRules, [
  ["gemini.output.one-schema", { generationConfig: { responseSchema: {} } }, undefined],
  ["gemini.output.one-schema", { generationConfig: { responseJsonSchema: {} } }, undefined],
  [
    "gemini.output.one-schema",
    { generationConfig: { responseSchema: {}, responseJsonSchema: {} } },
    "only one of",
  ],
  ["gemini.output.type", { generationConfig: {} }, undefined],
  ["gemini.output.type", { generationConfig: { responseSchema: {} } }, "only allowed when"],
  ["gemini.output.type", { generationConfig: { responseJsonSchema: {} } }, "only allowed when"],
  [
    "gemini.output.type",
    { generationConfig: { responseSchema: {}, responseMimeType: "text/plain" } },
    "only allowed when",
  ],
  [
    "gemini.output.type",
    { generationConfig: { responseSchema: {}, responseMimeType: "application/json" } },
    undefined,
  ],
  [
    "gemini.output.type",
    { generationConfig: { responseSchema: {}, responseMimeType: "text/x.enum" } },
    undefined,
  ],
  ["gemini.output.schema", { generationConfig: {} }, undefined],
  [
    "gemini.output.schema",
    { generationConfig: { responseSchema: { type: "ARRAY" } } },
    "* GenerateContentRequest.generation_config.response_schema.items: missing field.",
  ],
  ["gemini.output.schema", { generationConfig: { responseJsonSchema: { type: "array" } } }, undefined],
  [
    "gemini.output.schema",
    { generationConfig: { responseJsonSchema: { type: "ARRAY" } } },
    "Invalid JSON schema at 'generation_config.response_json_schema'",
  ],
  [
    "gemini.output.with-tools",
    { tools: [{ functionDeclarations: [{}] }], generationConfig: { responseMimeType: "application/json" } },
    "is unsupported",
    "gemini-2.5-flash",
  ],
  [
    "gemini.output.with-tools",
    { tools: [{ functionDeclarations: [] }], generationConfig: { responseMimeType: "application/json" } },
    undefined,
    "gemini-2.5-flash",
  ],
  [
    "gemini.output.with-tools",
    { tools: [{ functionDeclarations: [{}] }], generationConfig: { responseMimeType: "text/plain" } },
    undefined,
    "gemini-2.5-flash",
  ],
  [
    "gemini.output.with-tools",
    { tools: [{ functionDeclarations: [{}] }], generationConfig: { responseMimeType: "application/json" } },
    undefined,
    "gemini-3.8-flash",
  ],
]);
