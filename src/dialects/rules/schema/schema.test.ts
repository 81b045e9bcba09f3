import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { applying } from "../fixtures/applying.ts";
import { branchTypes } from "./branch-types.ts";
import { rootSchema } from "./root-schema.ts";

const all = { schema: { rootRejected: ["oneOf", "anyOf", "allOf", "enum", "not"] } };
const text = { type: "string" };

function merge(parameters: unknown, limits: Parameters<typeof rootSchema.apply>[1] = all) {
  const tools: Tool[] = [{ kind: "function", name: "f", parameters }];
  const { before, after, notes } = applying(rootSchema, { tools }, limits);
  const [tool] = after.tools;
  return {
    schema: tool?.kind === "function" ? (tool.parameters as Record<string, unknown>) : undefined,
    isSame: before === after,
    notes,
  };
}

describe("the root of a tool's schema", () => {
  it("is left alone if the target takes it", () => {
    const nested = { type: "object", properties: { a: { anyOf: [text, { type: "null" }] } } };
    expect(merge(nested)).toMatchObject({ isSame: true, notes: [] });
    expect(merge({ anyOf: [] }, {})).toMatchObject({ isSame: true });
    expect(merge(undefined)).toMatchObject({ isSame: true });
  });

  it("becomes one object with the fields of every alternative, and the description names them", () => {
    const { schema, notes } = merge({
      description: "Finds.",
      anyOf: [
        { type: "object", properties: { id: text, depth: { type: "integer" } }, required: ["id"] },
        { type: "object", properties: { name: text, depth: text }, required: ["name"] },
      ],
    });
    expect(schema).toMatchObject({
      type: "object",
      properties: { id: text, name: text, depth: { anyOf: [{ type: "integer" }, text] } },
    });
    expect(schema).not.toHaveProperty("anyOf");
    expect(schema).not.toHaveProperty("required");
    expect(schema!["description"]).toMatch(/^Finds\.\n\nThe arguments must match at least one of: \[/);
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "tool.function" }]);
  });

  it("keeps required what every alternative requires", () => {
    const { schema } = merge({
      type: "object",
      required: ["kind"],
      properties: { kind: text },
      additionalProperties: false,
      oneOf: [
        { properties: { a: text }, required: ["a", "both"], additionalProperties: false },
        { properties: { b: text }, required: ["b", "both"], additionalProperties: false },
      ],
    });
    expect(schema).toMatchObject({ required: ["kind", "both"], additionalProperties: false });
    expect(schema!["description"]).toContain("exactly one");
  });

  it("keeps its own fields if alternatives only say what is required", () => {
    const { schema } = merge({
      type: "object",
      properties: { a: text, b: text },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    });
    expect(schema).toMatchObject({ properties: { a: text, b: text } });
    expect(schema!["description"]).toContain('[{"required":["a"]},{"required":["b"]}]');
  });

  it("means the same if only one alternative is an object", () => {
    const { schema, notes } = merge({
      anyOf: [{ type: "object", properties: { a: text }, required: ["a"] }, { type: "null" }],
    });
    expect(schema).toEqual({ type: "object", properties: { a: text }, required: ["a"] });
    expect(notes).toMatchObject([{ disposition: "mapped" }]);
  });

  it("joins the parts of allOf, which means the same", () => {
    const { schema, notes } = merge({
      type: "object",
      allOf: [{ properties: { a: text }, required: ["a"] }, { $ref: "#/$defs/more" }],
      $defs: { more: { properties: { b: text }, required: ["b"] } },
    });
    expect(schema).toMatchObject({ type: "object", properties: { a: text, b: text }, required: ["a", "b"] });
    expect(notes).toMatchObject([{ disposition: "mapped" }]);
  });

  it("names parts of allOf that contradict each other", () => {
    const { schema, notes } = merge({
      type: "object",
      allOf: [{ properties: { a: text } }, { properties: { a: { type: "integer" } } }],
    });
    expect(schema).toMatchObject({ properties: { a: text } });
    expect(schema!["description"]).toContain('"integer"');
    expect(notes).toMatchObject([{ disposition: "disclosed" }]);
  });

  it("tells enum and not in words", () => {
    const { schema } = merge({ type: "object", enum: [{ a: 1 }], not: { required: ["b"] } });
    expect(schema).toMatchObject({ type: "object" });
    expect(schema!["description"]).toMatch(/must be one of: \[\{"a":1\}\]\n.*must not match/);
    expect(schema).not.toHaveProperty("enum");
    expect(schema).not.toHaveProperty("not");
  });

  it("follows a reference, and gets a type if it has none", () => {
    const definition = { properties: { a: text } };
    const { schema } = merge({ $ref: "#/$defs/f", $defs: { f: definition } });
    expect(schema).toEqual({ type: "object", properties: { a: text }, $defs: { f: definition } });
    expect(merge({}).schema).toEqual({ type: "object" });
    expect(merge({ type: ["object", "null"], properties: {} }).schema).toEqual({
      type: "object",
      properties: {},
    });
  });

  it("names the fields alone if the alternatives are long", () => {
    const long = {
      type: "object",
      title: "T",
      properties: { a: { description: "x".repeat(2000) } },
      required: ["a"],
    };
    const { schema } = merge({ anyOf: [long, { ...long, title: "U" }] });
    expect(schema!["description"]).toBe(
      'The arguments must match at least one of: [{"title":"T","properties":["a"],"required":["a"]},{"title":"U","properties":["a"],"required":["a"]}]',
    );
  });

  it("of an OpenAI caller reaches Claude without alternatives", () => {
    const parameters = { anyOf: [{ type: "object", properties: { a: text } }, { type: "object" }] };
    const body = {
      model: "m",
      messages: [{ role: "user", content: "hi" }],
      tools: [{ type: "function", function: { name: "f", parameters } }],
    };
    const { request, report } = translateRequest(findDialect("openai"), findDialect("claude"), body);
    expect(request.body["tools"]).toMatchObject([
      { input_schema: { type: "object", properties: { a: text } } },
    ]);
    expect(
      JSON.stringify((request.body["tools"] as { input_schema: object }[])[0]!.input_schema),
    ).not.toMatch(/^\{[^}]*"anyOf"/);
    expect(report.entries).toContainEqual(
      expect.objectContaining({ path: "$.tools[0]", rule: "schema.root", disposition: "disclosed" }),
    );
  });
});

describe("a type beside anyOf", () => {
  const limits = { schema: { typeBesideAnyOf: "rejected" as const } };
  const move = (parameters: unknown, known: Parameters<typeof branchTypes.apply>[1] = limits) => {
    const tools: Tool[] = [{ kind: "function", name: "f", parameters }];
    const { before, after, notes } = applying(branchTypes, { tools }, known);
    return {
      schema: (after.tools[0] as { parameters: unknown }).parameters,
      isSame: before === after,
      notes,
    };
  };

  it("moves into the branches, at any depth", () => {
    const value = {
      type: "string",
      description: "d",
      anyOf: [{ format: "date" }, { type: "null" }, { $ref: "#" }],
    };
    const { schema, notes } = move({ type: "object", properties: { anyOf: { items: value } } });
    expect(schema).toEqual({
      type: "object",
      properties: {
        anyOf: {
          items: {
            description: "d",
            anyOf: [{ type: "string", format: "date" }, { type: "null" }, { $ref: "#" }],
          },
        },
      },
    });
    expect(notes).toMatchObject([{ disposition: "mapped" }]);
  });

  it("is left alone if the target takes it, and if there is none", () => {
    const parameters = { type: "object", properties: { a: { type: "string", anyOf: [{}] } } };
    expect(move(parameters, {})).toMatchObject({ isSame: true, notes: [] });
    expect(move({ type: "object", properties: { a: { anyOf: [text] } } })).toMatchObject({ isSame: true });
  });
});
