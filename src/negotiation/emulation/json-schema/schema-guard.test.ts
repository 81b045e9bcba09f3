import { describe, expect, it } from "vitest";
import { guardSchema, STEP_KEYWORD } from "./schema-guard.ts";

const step = (cost: number) => ({ [STEP_KEYWORD]: cost });

describe("the copy of a schema that is compiled", () => {
  it("has the cost of each part, and neither ids nor the name of its draft", () => {
    const schema = {
      $id: "https://a.test",
      $schema: "https://json-schema.org/draft/2020-12/schema",
      [STEP_KEYWORD]: 0,
      type: ["object", "null"],
      properties: { "a/b": { enum: [1, 2, 3] }, c: true },
      items: { const: { x: 1 } },
    };
    expect(guardSchema(schema)).toEqual({
      draft: "2020-12",
      schema: {
        type: ["object", "null"],
        properties: { "a/b": { enum: [1, 2, 3], ...step(4) }, c: true },
        items: { const: { x: 1 }, ...step(2) },
        ...step(6),
      },
    });
  });

  it.each([true, false])("may be %s", (schema) => {
    expect(guardSchema(schema)).toEqual({ draft: "2020-12", schema });
  });

  const inside = { ...step(1) };
  it.each([
    ...["not", "if", "then", "else", "contains", "additionalItems", "additionalProperties"].map((key) => [
      key,
      {},
      inside,
    ]),
    ...["propertyNames", "unevaluatedItems", "unevaluatedProperties", "items"].map((key) => [
      key,
      {},
      inside,
    ]),
    ...["allOf", "anyOf", "oneOf", "prefixItems", "items"].map((key) => [key, [{}], [inside]]),
    ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"].map((key) => [
      key,
      { x: {} },
      { x: inside },
    ]),
    ["dependencies", { x: {}, y: ["z"] }, { x: inside, y: ["z"] }],
    ["default", { x: {} }, { x: {} }],
    ["enum", [{}], [{}]],
  ] as [string, object, object][])("has the cost of the parts below %s: %j", (key, value, copied) => {
    expect((guardSchema({ [key]: value }).schema as Record<string, unknown>)[key]).toEqual(copied);
  });
});

describe("the draft of a schema", () => {
  it.each([
    [{}, "2020-12"],
    [{ items: [{}] }, "draft-07"],
    [{ additionalItems: false }, "draft-07"],
    [{ dependencies: {} }, "draft-07"],
    [{ $schema: "http://json-schema.org/draft-07/schema#" }, "draft-07"],
    [{ $schema: "https://json-schema.org/draft-06/schema" }, "draft-07"],
    [{ $schema: "https://json-schema.org/draft/2020-12/schema", items: [{}] }, "2020-12"],
    [{ $schema: "https://json-schema.org/draft/2020-12/schema#" }, "2020-12"],
  ])("%j is %s", (schema, draft) => {
    expect(guardSchema(schema).draft).toBe(draft);
  });
});

describe("a schema that is refused", () => {
  const deep = (depth: number): object => (depth === 0 ? {} : { not: deep(depth - 1) });
  const wide = (count: number) => ({ anyOf: Array.from({ length: count }, () => ({})) });

  it.each<[string, unknown, string]>([
    ["a list", [], "output.schema#"],
    ["nothing", undefined, "output.schema#"],
    ["a part that is a text", { properties: { "a~/b": "x" } }, "output.schema#/properties/a~0~1b"],
    ["an unknown draft", { $schema: "https://json-schema.org/draft-04/schema" }, "output.schema#/$schema"],
    ["an id of a part", { not: { $id: "x" } }, "output.schema#/not/$id"],
    ...["$dynamicRef", "$recursiveRef", "$recursiveAnchor", "$async"].map(
      (key): [string, unknown, string] => [key, { not: { [key]: "#" } }, `output.schema#/not/${key}`],
    ),
    ["a foreign reference", { not: { $ref: "https://a.test" } }, "output.schema#/not/$ref"],
    ["a reference to nothing", { $ref: "#/$defs/x" }, "output.schema#/$ref"],
    ["a reference that cannot be read", { $ref: "#/%" }, "output.schema#/$ref"],
    ["65 levels", deep(65), `output.schema#${"/not".repeat(65)}`],
    ["5001 parts", wide(5000), "output.schema#"],
    ["a long text", { description: "x".repeat(128 * 1024) }, "output.schema#"],
  ])("is %s", (_, schema, where) => {
    expect(() => guardSchema(schema)).toThrow(
      expect.objectContaining({ code: "capability_emulation_failed", where }),
    );
  });

  it.each<[string, unknown]>([
    ["64 levels", deep(64)],
    ["5000 parts", wide(4999)],
    ["128 KiB", { $comment: "x".repeat(128 * 1024 - 15) }],
    [
      "references to its parts",
      { $ref: "#", not: { $ref: "#/$defs/a~1b" }, if: { $ref: "#x" }, $defs: { "a/b": { $anchor: "x" } } },
    ],
    ["an escaped reference", { $ref: "#/%24defs/a", $defs: { a: {} } }],
  ])("is not one with %s", (_, schema) => {
    expect(() => guardSchema(schema)).not.toThrow();
  });
});
