import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { read, write } from "../fixtures/calls.ts";
import { fromOpenApi } from "./openapi-schema.ts";
import { rewriteSchema } from "./schema.ts";

const dispositions = (schema: unknown) =>
  Object.fromEntries(rewriteSchema(schema).changes.map(({ keyword, disposition }) => [keyword, disposition]));

describe("a JSON Schema for Gemini", () => {
  it("D5: loses $schema, which is named", () => {
    const schema = { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: {} };
    expect(rewriteSchema(schema).schema).toEqual({ type: "object", properties: {} });
    expect(dispositions(schema)).toEqual({ $schema: "disclosed" });
  });

  it.each([
    "propertyNames",
    "not",
    "dependentRequired",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contentSchema",
  ])("loses %s, which its fields do not take", (keyword) => {
    expect(rewriteSchema({ type: "object", [keyword]: {} }).schema).toEqual({ type: "object" });
  });

  it("D6, D8: keeps several types and additionalProperties, for its fields take them", () => {
    const schema = {
      type: "object",
      properties: { a: { type: ["string", "null"] } },
      additionalProperties: false,
    };
    expect(rewriteSchema(schema)).toEqual({ schema, changes: [] });
  });

  it("D7: has its references written out, also beside other members", () => {
    const schema = {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/A", description: "mine" },
        list: { type: "array", items: { $ref: "#/$defs/A" } },
      },
      $defs: { A: { type: "object", properties: { b: { $ref: "#/$defs/B" } } }, B: { type: "string" } },
    };
    const inner = { type: "object", properties: { b: { type: "string" } } };
    expect(rewriteSchema(schema).schema).toEqual({
      type: "object",
      properties: { a: { ...inner, description: "mine" }, list: { type: "array", items: inner } },
    });
    expect(dispositions(schema)).toEqual({ $ref: "mapped" });
  });

  it.each([
    [{ $ref: "#" }],
    [{ type: "object", properties: { next: { $ref: "#" } } }],
    [
      {
        $ref: "#/$defs/A",
        $defs: { A: { anyOf: [{ $ref: "#/$defs/B" }] }, B: { items: { $ref: "#/$defs/A" } } },
      },
    ],
    [{ allOf: [{ $ref: "#/$defs/A" }], $defs: { A: { allOf: [{ $ref: "#/$defs/A" }] } } }],
    [{ $ref: "https://example.org/schema" }],
    [{ $ref: "#/$defs/missing" }],
  ])("D7: with a reference that has no end or no target is refused: %j", (schema) => {
    expect(dispositions(schema)["$ref"]).toBe("refused");
  });

  it("refuses a schema that grows without bound when it is written out", () => {
    const $defs: Record<string, unknown> = { L0: { type: "string" } };
    for (let level = 1; level < 40; level++) {
      const inner = { $ref: `#/$defs/L${level - 1}` };
      $defs[`L${level}`] = { type: "object", properties: { a: inner, b: inner } };
    }
    expect(rewriteSchema({ $ref: "#/$defs/L39", $defs }).changes).toContainEqual(
      expect.objectContaining({ disposition: "refused" }),
    );
  });

  it("D4, D9: names every keyword that is changed, left out or not enforced", () => {
    const schema = {
      type: "object",
      properties: {
        kind: { const: "cat" },
        name: { type: "string", minLength: 1, format: "uri" },
        either: { oneOf: [{ type: "string" }, { type: "number" }] },
        map: { type: "object", propertyNames: { pattern: "^x" }, additionalProperties: { const: 1 } },
        propertyNames: { type: "string" },
      },
    };
    expect(rewriteSchema(schema).schema).toEqual({
      type: "object",
      properties: {
        kind: { enum: ["cat"] },
        name: { type: "string", minLength: 1, format: "uri" },
        either: { oneOf: [{ type: "string" }, { type: "number" }] },
        map: { type: "object", additionalProperties: { enum: [1] } },
        propertyNames: { type: "string" },
      },
    });
    expect(dispositions(schema)).toEqual({
      const: "mapped",
      minLength: "disclosed",
      oneOf: "disclosed",
      propertyNames: "disclosed",
    });
  });

  it("has allOf written as one schema, and contradictions named", () => {
    const schema = {
      allOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { b: { type: "string" } }, required: ["b"] },
      ],
      description: "both",
    };
    expect(rewriteSchema(schema).schema).toEqual({
      description: "both",
      type: "object",
      properties: { b: { type: "string" }, a: { type: "string" } },
      required: ["a", "b"],
    });
    expect(dispositions({ type: "string", allOf: [{ type: "number" }] })["allOf"]).toBe("disclosed");
  });

  it("D9, D20: a tool without parameters is carried as it is", () => {
    const tool = (parameters: unknown): Tool => ({ kind: "function", name: "f", parameters });
    const declared = (parameters: unknown) => {
      const [one] = write({ tools: [tool(parameters)] }).body["tools"] as {
        functionDeclarations: object[];
      }[];
      return one!.functionDeclarations[0];
    };
    expect(declared(undefined)).toEqual({ name: "f" });
    expect(declared({})).toEqual({ name: "f", parametersJsonSchema: { type: "object" } });
    const empty = { type: "object", properties: {} };
    expect(declared(empty)).toEqual({ name: "f", parametersJsonSchema: empty });
  });

  it("reports refusals through the writer's notes", () => {
    const { notes } = write({
      tools: [{ kind: "function", name: "f", parameters: { properties: { a: { $ref: "#" } } } }],
    });
    expect(notes).toContainEqual(
      expect.objectContaining({ disposition: "refused", feature: "tool.function" }),
    );
  });

  it("carries an output schema with its name", () => {
    const { body } = write({
      output: { kind: "json_schema", name: "cat", schema: { type: "object" }, strict: true },
    });
    expect(body["generationConfig"]).toEqual({
      responseMimeType: "application/json",
      responseJsonSchema: { title: "cat", type: "object" },
    });
  });
});

describe("a schema of the OpenAPI subset", () => {
  const openApi = {
    type: "OBJECT",
    properties: {
      a: { type: "STRING", nullable: true, enum: ["x"], example: "x" },
      b: { type: "ARRAY", items: { type: "INTEGER" }, minItems: "2" },
      type: { type: "NUMBER" },
    },
  };

  it("is read as JSON Schema", () => {
    expect(fromOpenApi(openApi)).toEqual({
      type: "object",
      properties: {
        a: { type: ["string", "null"], enum: ["x", null], examples: ["x"] },
        b: { type: "array", items: { type: "integer" }, minItems: 2 },
        type: { type: "number" },
      },
    });
  });

  it("comes back as it was, in its own member", () => {
    const body = {
      tools: [{ functionDeclarations: [{ name: "f", parameters: openApi }] }],
      contents: [{ role: "user", parts: [{ text: "x" }] }],
      generationConfig: { responseMimeType: "application/json", responseSchema: openApi },
    };
    const conversation = read(body);
    expect(write(conversation).body).toEqual(body);
    expect(write(structuredClone(conversation)).body["generationConfig"]).toHaveProperty(
      "responseJsonSchema.type",
      "object",
    );
  });
});
