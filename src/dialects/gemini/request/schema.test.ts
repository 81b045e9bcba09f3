import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { read, write } from "../fixtures/calls.ts";
import { gemini } from "../index.ts";
import { fromOpenApi, withSmallTypes } from "./openapi-schema.ts";
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
    [{ type: "object", properties: { next: { $ref: "#" } } }],
    [
      {
        $ref: "#/$defs/A",
        $defs: { A: { anyOf: [{ $ref: "#/$defs/B" }] }, B: { items: { $ref: "#/$defs/A" } } },
      },
    ],
    [{ allOf: [{ $ref: "#/$defs/A" }], $defs: { A: { allOf: [{ $ref: "#/$defs/A" }] } } }],
    [{ $ref: "#" }],
  ])("D7: with a reference without end is written out to some depth, and that is disclosed: %j", (schema) => {
    const { schema: written, changes } = rewriteSchema(schema);
    expect(JSON.stringify(written)).not.toContain("$ref");
    expect(JSON.stringify(written)).toContain("Nested further in the same way as");
    expect(changes).toContainEqual(
      expect.objectContaining({ keyword: "$ref of itself", disposition: "disclosed" }),
    );
  });

  it("writes a recursive schema out twice, and is open below", () => {
    const list = {
      type: "object",
      properties: { value: { type: "string" }, next: { $ref: "#/$defs/list" } },
    };
    const open = { type: "object", description: "Nested further in the same way as list." };
    const inner = { type: "object", properties: { value: { type: "string" }, next: open } };
    expect(rewriteSchema({ $ref: "#/$defs/list", $defs: { list } }).schema).toEqual({
      type: "object",
      properties: { value: { type: "string" }, next: inner },
    });
  });

  it("stays small if a schema refers to itself in many places", () => {
    const names = Array.from({ length: 12 }, (_, index) => `D${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const $defs = Object.fromEntries(names.map((name) => [name, { type: "object", properties }]));
    expect(rewriteSchema({ type: "object", properties, $defs }).changes.length).toBeGreaterThan(0);
  });

  it.each([[{ $ref: "https://example.org/schema" }], [{ $ref: "#/$defs/missing" }]])(
    "D7: with a reference that has no target is refused: %j",
    (schema) => {
      expect(dispositions(schema)["$ref"]).toBe("refused");
    },
  );

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
        name: { type: "string", minLength: 1, description: "Format: uri" },
        either: { oneOf: [{ type: "string" }, { type: "number" }] },
        map: { type: "object", additionalProperties: { enum: [1] } },
        propertyNames: { type: "string" },
      },
    });
    expect(dispositions(schema)).toEqual({
      const: "mapped",
      format: "disclosed",
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
    const inner = [{ allOf: [{ title: "a", minimum: 1 }] }, { allOf: [{ title: "b", maximum: 9 }] }];
    expect(rewriteSchema({ type: "number", allOf: inner }).schema).toEqual({
      type: "number",
      title: "a",
      minimum: 1,
      maximum: 9,
    });
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
      tools: [
        { kind: "function", name: "f", parameters: { properties: { a: { $ref: "#/$defs/missing" } } } },
      ],
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

describe("a JSON Schema with types in capital letters, as Google's SDKs write them", () => {
  const shouted = {
    type: "OBJECT",
    properties: { type: { type: "STRING" }, list: { type: "ARRAY", items: { type: ["STRING", "NULL"] } } },
    required: ["type"],
  };
  const plain = {
    type: "object",
    properties: { type: { type: "string" }, list: { type: "array", items: { type: ["string", "null"] } } },
    required: ["type"],
  };

  it("reaches other vendors in small letters", () => {
    const body = {
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema: shouted }] }],
      generationConfig: { responseMimeType: "application/json", responseJsonSchema: shouted },
    };
    const { request } = translateRequest(gemini, findDialect("openai"), body, { model: "m", stream: false });
    expect(request.body["tools"]).toMatchObject([{ function: { parameters: plain } }]);
    expect(request.body["response_format"]).toMatchObject({ json_schema: { schema: plain } });
  });

  it("goes back to Google as it came, and stays the same object if nothing changes", () => {
    expect(withSmallTypes(plain)).toBe(plain);
    expect(withSmallTypes(shouted)).toEqual(plain);
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
