import { describe, expect, it } from "vitest";
import { strictFault, withOrderedProperties } from "./strict-subset.ts";

const text = { type: "string" };
const nested = (levels: number): object =>
  levels === 1 ? text : { type: "array", items: nested(levels - 1) };

describe("a schema can be strict", () => {
  it.each<[object]>([
    [text],
    [{ $ref: "#/$defs/a", $defs: { a: text }, definitions: { b: text } }],
    [{ enum: ["a"] }],
    [{ const: "a" }],
    [{ anyOf: [text, { type: "null" }] }],
    [{ $schema: "s", title: "t", description: "d", type: "string", pattern: "a" }],
    [{ type: "number", multipleOf: 2, minimum: 1, maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 10 }],
    [{ type: "array", items: text, minItems: 1, maxItems: 2 }],
    [{ type: "object", properties: { a: text }, required: ["a"], additionalProperties: false }],
    [{ type: "object", properties: { a: text }, required: ["a"] }],
    [{ type: "object" }],
    [nested(10)],
    ...["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"].map(
      (format): [object] => [{ type: "string", format }],
    ),
  ])("as %j is", (schema) => expect(strictFault(schema)).toBeUndefined());

  it.each<[unknown, string]>([
    [true, "a part of the schema is true or false"],
    [{ anyOf: [text, false] }, "a part of the schema is true or false"],
    [nested(11), "it nests deeper than 10 levels"],
    [{ type: "string", minLength: 1 }, "minLength is not one of its keywords"],
    [{ anyOf: [{ not: {} }] }, "not is not one of its keywords"],
    [{ type: "string", format: "uri" }, 'it has no format "uri"'],
    [{ type: "array", items: [text] }, "it has no lists of items"],
    [{}, "a part of it has no type"],
    [{ description: "d" }, "a part of it has no type"],
    [{ properties: { a: {} }, required: ["a"], type: "object" }, "a part of it has no type"],
    [{ type: "object", additionalProperties: true }, "an object of it takes fields that are not named"],
    [{ type: "object", additionalProperties: text }, "an object of it takes fields that are not named"],
    [{ type: "object", properties: { a: text } }, '"a" is optional'],
    [{ type: "object", properties: { a: text, b: text }, required: ["a"] }, '"b" is optional'],
    [{ anyOf: [text], properties: { a: text } }, '"a" is optional'],
    [{ $ref: "#", $defs: { a: { type: "object", properties: { b: text } } } }, '"b" is optional'],
  ])("unlike %j", (schema, fault) => expect(strictFault(schema)).toBe(fault));

  it("says the first fault", () => {
    expect(strictFault({ anyOf: [{ odd: 1 }, { even: 2 }] })).toBe("odd is not one of its keywords");
  });
});

describe("the order of properties", () => {
  const names = (schema: unknown) => Object.keys((schema as { properties: object }).properties);

  it.each<[unknown, string[]]>([
    [
      ["b", "a"],
      ["b", "a", "c"],
    ],
    [["c"], ["c", "a", "b"]],
    [
      ["x", 1, "b", "b", "toString"],
      ["b", "a", "c"],
    ],
    [[], ["a", "b", "c"]],
  ])("%j gives %j", (propertyOrdering, order) => {
    const schema = { type: "object", properties: { a: text, b: text, c: text } };
    const ordered = withOrderedProperties({ ...schema, propertyOrdering });
    expect(ordered).toStrictEqual(schema);
    expect(names(ordered)).toEqual(order);
  });

  it("is found at every depth", () => {
    const inner = { type: "object", properties: { a: text, b: text }, propertyOrdering: ["b"] };
    const { items } = withOrderedProperties({ type: "array", items: inner }) as { items: object };
    expect(items).not.toHaveProperty("propertyOrdering");
    expect(names(items)).toEqual(["b", "a"]);
  });

  it.each<[unknown, unknown]>([
    [true, true],
    ["x", "x"],
    [{ type: "string" }, { type: "string" }],
    [{ propertyOrdering: "a" }, { propertyOrdering: "a" }],
    [{ type: "object", propertyOrdering: ["a"] }, { type: "object" }],
  ])("of %j leaves %j", (schema, left) => expect(withOrderedProperties(schema)).toStrictEqual(left));
});
