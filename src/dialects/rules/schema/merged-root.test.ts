import { describe, expect, it } from "vitest";
import { mergeRoot } from "./merged-root.ts";

const all = ["oneOf", "anyOf", "allOf", "enum", "not"];
const text = { type: "string" };
const whole = { type: "integer" };

describe("parts of a root", () => {
  it.each([
    [
      "join their keywords",
      { type: "object" },
      { additionalProperties: false },
      { type: "object", additionalProperties: false },
    ],
    [
      "require every field that one requires",
      { required: ["a", "b"] },
      { required: ["b", "c"] },
      { required: ["a", "b", "c"] },
    ],
    [
      "have the fields of both",
      { properties: { a: text, b: text } },
      { properties: { b: text, c: whole } },
      { properties: { b: text, c: whole, a: text } },
    ],
    [
      "keep the first of two definitions",
      { $defs: { x: text }, definitions: { y: text } },
      { $defs: { x: whole, z: text }, definitions: { y: whole } },
      { $defs: { x: text, z: text }, definitions: { y: text } },
    ],
    [
      "keep the first description and title",
      { description: "d", title: "t" },
      { description: "e", title: "u" },
      { description: "d", title: "t" },
    ],
    ["may be true", { type: "object" }, true, { type: "object" }],
    [
      "may refer to a definition",
      { $defs: { x: { minProperties: 1 } } },
      { $ref: "#/$defs/x" },
      { $defs: { x: { minProperties: 1 } }, minProperties: 1 },
    ],
  ])("%s", (_, root, part, schema) => {
    expect(mergeRoot({ ...root, allOf: [part] }, all)).toStrictEqual({ schema, loosened: [] });
  });

  it.each([
    ["the same keyword", { minProperties: 1 }, { minProperties: 2 }],
    ["the same field", { properties: { a: text } }, { properties: { b: text, a: whole } }],
  ])("that say different things of %s are described", (_, root, part) => {
    expect(mergeRoot({ ...root, description: "D.", allOf: [part, { title: "T" }] }, all)).toStrictEqual({
      schema: {
        ...root,
        description: `D.\n\nThe arguments must also match: ${JSON.stringify(part)}`,
        title: "T",
      },
      loosened: ["allOf"],
    });
  });

  it("stay if they are accepted, or no list", () => {
    const root = { allOf: [text] };
    expect(mergeRoot(root, ["anyOf"])).toStrictEqual({ schema: root, loosened: [] });
    const broken = { allOf: "x", anyOf: "y" };
    expect(mergeRoot(broken, all)).toStrictEqual({ schema: broken, loosened: [] });
    expect(mergeRoot({ type: "object" }, all)).toStrictEqual({ schema: { type: "object" }, loosened: [] });
  });

  it("that differ twice are named once", () => {
    const [one, two] = [{ minProperties: 2 }, { minProperties: 3 }];
    expect(mergeRoot({ minProperties: 1, allOf: [one, two] }, all)).toStrictEqual({
      schema: {
        minProperties: 1,
        description:
          'The arguments must also match: {"minProperties":2}\nThe arguments must also match: {"minProperties":3}',
      },
      loosened: ["allOf"],
    });
  });
});

describe("alternatives of a root", () => {
  it.each([
    ["anyOf", "at least one"],
    ["oneOf", "exactly one"],
  ])("in %s become one object with the fields of each", (keyword, count) => {
    const branches = [
      { type: "object", properties: { a: text, b: text }, required: ["a", "x"] },
      { properties: { a: whole, c: text }, required: ["x", "c"] },
      { type: ["object", "null"], properties: { a: text }, required: ["x", "a"] },
    ];
    const root = { title: "T", properties: { r: text }, required: ["r"], [keyword]: [...branches, text] };
    expect(mergeRoot(root, all)).toStrictEqual({
      schema: {
        title: "T",
        type: "object",
        properties: { r: text, a: { anyOf: [text, whole] }, b: text, c: text },
        required: ["r", "x"],
        description: `The arguments must match ${count} of: ${JSON.stringify(branches)}`,
      },
      loosened: [keyword],
    });
  });

  it("that require nothing together leave every field optional", () => {
    const branches = [{ required: ["a"] }, {}];
    expect(mergeRoot({ anyOf: branches }, all).schema).toStrictEqual({
      type: "object",
      properties: {},
      description: `The arguments must match at least one of: ${JSON.stringify(branches)}`,
    });
  });

  it("of which one is an object are that object", () => {
    const one = { type: "object", properties: { a: text }, required: ["a"] };
    expect(mergeRoot({ title: "T", anyOf: [text, one, { type: ["null"] }] }, all)).toStrictEqual({
      schema: { title: "T", ...one },
      loosened: [],
    });
    expect(mergeRoot({ title: "T", anyOf: [one] }, ["oneOf"]).schema).toStrictEqual({
      title: "T",
      anyOf: [one],
    });
    expect(mergeRoot({ minProperties: 1, oneOf: [{ minProperties: 2 }, { type: 1 }] }, all)).toStrictEqual({
      schema: {
        minProperties: 1,
        type: "object",
        properties: {},
        description: 'The arguments must match exactly one of: [{"minProperties":2}]',
      },
      loosened: ["oneOf"],
    });
  });

  const [open, closed] = [{ title: "a" }, { title: "b", additionalProperties: false }];
  it.each([
    ["all", { additionalProperties: false }, [closed, closed], { additionalProperties: false }],
    ["one", { additionalProperties: false }, [closed, open], {}],
    ["no root", {}, [closed, closed], {}],
    ["typed", { additionalProperties: text }, [closed, open], { additionalProperties: text }],
    ["open", { additionalProperties: true }, [open, open], {}],
  ])("are closed if all are: %s", (_, root, branches, more) => {
    const { schema } = mergeRoot({ ...root, anyOf: branches }, all);
    const { description, ...rest } = schema;
    expect(rest).toStrictEqual({ type: "object", properties: {}, ...more });
    expect(description).toContain("at least one");
  });

  it("keep the definitions of all, the first of two with one name", () => {
    const branches = [
      { $defs: { a: whole, b: text }, definitions: { d: text } },
      { $defs: { b: whole, c: whole } },
    ];
    const { schema } = mergeRoot({ $defs: { a: text }, anyOf: branches }, all);
    expect(schema).toMatchObject({ $defs: { a: text, b: text, c: whole }, definitions: { d: text } });
    expect(mergeRoot({ anyOf: [{ title: "a" }, { title: "b" }] }, all).schema).not.toHaveProperty("$defs");
  });

  it("that are long are described by the names of their fields", () => {
    const long = (length: number) => ({ properties: { a: { const: "x".repeat(length) } } });
    const branch = { title: "T", properties: { b: text }, required: ["b"] };
    const bare = JSON.stringify([long(0), branch]).length;
    const exact = [long(1500 - bare), branch];
    expect(mergeRoot({ anyOf: exact }, all).schema["description"]).toBe(
      `The arguments must match at least one of: ${JSON.stringify(exact)}`,
    );
    const fields = '[{"properties":["a"],"required":[]},{"title":"T","properties":["b"],"required":["b"]}]';
    expect(mergeRoot({ anyOf: [long(1501 - bare), branch] }, all).schema["description"]).toBe(
      `The arguments must match at least one of: ${fields}`,
    );
  });
});

it("each keyword that is loosened is described in its order", () => {
  const part = { minProperties: 2 };
  const branches = [{ title: "a" }, { title: "b" }];
  expect(mergeRoot({ minProperties: 1, allOf: [part], anyOf: branches, oneOf: branches }, all)).toStrictEqual(
    {
      schema: {
        minProperties: 1,
        type: "object",
        properties: {},
        description: [
          `The arguments must also match: ${JSON.stringify(part)}`,
          `The arguments must match at least one of: ${JSON.stringify(branches)}`,
          `The arguments must match exactly one of: ${JSON.stringify(branches)}`,
        ].join("\n"),
      },
      loosened: ["allOf", "anyOf", "oneOf"],
    },
  );
});

it("an alternative that is none leaves an object without fields", () => {
  expect(mergeRoot({ anyOf: [text] }, all).schema).toMatchObject({ type: "object", properties: {} });
});

it("values and exclusions of a root are described", () => {
  expect(mergeRoot({ description: "D.", enum: [1], not: text }, all)).toStrictEqual({
    schema: {
      description: 'D.\n\nThe arguments must be one of: [1]\nThe arguments must not match: {"type":"string"}',
    },
    loosened: ["enum", "not"],
  });
  expect(mergeRoot({ description: 1, not: text }, all).schema).toStrictEqual({
    description: 'The arguments must not match: {"type":"string"}',
  });
  expect(mergeRoot({ enum: [1], not: text }, ["enum"]).schema).toStrictEqual({
    not: text,
    description: "The arguments must be one of: [1]",
  });
});
