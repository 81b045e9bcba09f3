import { describe, expect, it } from "vitest";
import { compileSchema } from "./validator.ts";

/** The message of what a call throws. */
function failure(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("checking a value against a schema", () => {
  it("names every error with its place", () => {
    const schema = {
      type: "object",
      properties: { user: { type: "object", properties: { tags: { items: { type: "string" } } } } },
      required: ["id"],
      additionalProperties: false,
    };
    expect(compileSchema(schema).check({ user: { tags: ["a", 1] }, extra: 1 })).toEqual([
      { path: "", message: "must have required property 'id'" },
      { path: "", message: 'must NOT have additional properties: "extra"' },
      { path: "/user/tags/1", message: "must be string" },
    ]);
  });

  it.each([
    [
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        prefixItems: [{ type: "string" }],
        items: false,
      },
    ],
    [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        items: [{ type: "string" }],
        additionalItems: false,
      },
    ],
    // Not declared, but only the older draft has it.
    [{ items: [{ type: "string" }], additionalItems: false }],
  ])("understands %j", (schema) => {
    const validator = compileSchema(schema);
    expect(validator.check(["a"])).toEqual([]);
    expect(validator.check(["a", "b"])).not.toEqual([]);
  });

  it.each([
    ["date-time", "2026-11-15T00:00:00Z", "yesterday"],
    ["email", "a@example.com", "a@"],
    ["uuid", "123e4567-e89b-12d3-a456-426614174000", "123"],
    ["uri", "https://example.com/a", "not a uri"],
  ])("checks the format %s", (format, good, bad) => {
    const validator = compileSchema({ type: "string", format });
    expect(validator.check(good)).toEqual([]);
    expect(validator.check(bad)).toEqual([{ path: "", message: `must match format "${format}"` }]);
  });

  it("keeps patterns of one schema apart", () => {
    const schema = {
      properties: { a: { pattern: "^a+$" }, b: { pattern: "^b+$" } },
      patternProperties: { "^x": false },
    };
    const validator = compileSchema(schema);
    expect(validator.check({ a: "aa", b: "bb" })).toEqual([]);
    expect(
      validator
        .check({ a: "bb", b: "aa", x1: 1 })
        .map(({ path }) => path)
        .sort(),
    ).toEqual(["/a", "/b", "/x1"]);
  });

  it("follows references and anchors inside the schema, recursive ones too", () => {
    const schema = {
      $id: "https://example.com/tree",
      $ref: "#/$defs/node",
      $defs: {
        node: { $anchor: "node", properties: { next: { $ref: "#node" }, value: { $ref: "#/$defs/a~1b" } } },
        "a/b": { type: "number" },
      },
    };
    const validator = compileSchema(schema);
    expect(validator.check({ value: 1, next: { value: 2, next: {} } })).toEqual([]);
    expect(validator.check({ next: { next: { value: "x" } } })).toEqual([
      { path: "/next/next/value", message: "must be number" },
    ]);
  });

  it("reads members named like those of every object", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"number"},"constructor":{"type":"string"}}}',
    );
    const validator = compileSchema(schema);
    expect(validator.check(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'))).toEqual([
      { path: "/constructor", message: "must be string" },
    ]);
    expect(validator.check({})).toEqual([]);
    expect("polluted" in {}).toBe(false);
  });

  it("lists no more than twenty errors", () => {
    expect(
      compileSchema({ items: { type: "string" } }).check(Array.from({ length: 100 }, () => 1)),
    ).toHaveLength(20);
  });
});

describe("a hostile schema", () => {
  it.each([
    [{ $ref: "https://example.com/schema.json" }],
    [{ $ref: "other.json" }],
    [{ $ref: "file:///etc/passwd" }],
    [{ $ref: "#/$defs/missing" }],
    // A part of the schema, but not a schema: what stands there is not counted.
    [{ enum: [{ type: "string" }], properties: { a: { $ref: "#/enum/0" } } }],
  ])("is refused for a reference out of it: %j", (schema) => {
    expect(failure(() => compileSchema(schema))).toMatch(/is not a part of this schema/);
  });

  it("is refused for its size, depth, draft, ids and dynamic references", () => {
    let deep: unknown = {};
    for (let depth = 0; depth < 100; depth += 1) deep = { not: deep };
    expect(failure(() => compileSchema(deep))).toMatch(/nested deeper/);
    expect(failure(() => compileSchema({ const: "x".repeat(200_000) }))).toMatch(/larger than/);
    expect(failure(() => compileSchema({ anyOf: Array.from({ length: 6_000 }, () => ({})) }))).toMatch(
      /more than/,
    );
    expect(failure(() => compileSchema({ $schema: "http://json-schema.org/draft-04/schema#" }))).toMatch(
      /draft-04/,
    );
    expect(failure(() => compileSchema({ properties: { a: { $id: "https://example.com/" } } }))).toMatch(
      /id of its own/,
    );
    expect(failure(() => compileSchema({ $dynamicRef: "#a" }))).toMatch(/not supported/);
    expect(() => compileSchema({ type: "nonsense" })).toThrow(
      expect.objectContaining({
        code: "capability_emulation_failed",
        message: expect.stringMatching(/cannot be checked: schema is invalid: data\/type must be/),
        where: "output.schema",
        cause: expect.any(Error),
      }),
    );
    for (const schema of ["x", null, [], 1, undefined]) {
      expect(failure(() => compileSchema(schema))).toMatch(/an object or a boolean/);
    }
  });

  it.each([
    [{ allOf: {} }],
    [{ anyOf: "x" }],
    [{ properties: [] }],
    [{ properties: null }],
    [{ $defs: "x" }],
    [{ required: "a" }],
  ])("is refused for a keyword with a value of the wrong type: %j", (schema) => {
    expect(() => compileSchema(schema)).toThrow(
      expect.objectContaining({ code: "capability_emulation_failed" }),
    );
  });

  it("is refused just above each limit", () => {
    const nested = (depth: number): unknown => (depth === 0 ? {} : { not: nested(depth - 1) });
    expect(() => compileSchema(nested(64))).not.toThrow();
    expect(failure(() => compileSchema(nested(65)))).toMatch(/nested deeper than 64/);
    const sized = (length: number) => ({ const: "x".repeat(length - '{"const":""}'.length) });
    expect(() => compileSchema(sized(128 * 1024))).not.toThrow();
    expect(failure(() => compileSchema(sized(128 * 1024 + 1)))).toMatch(/larger than 131072 characters/);
  });

  it.each([
    ["$dynamicRef", "#a"],
    ["$recursiveRef", "#"],
    ["$recursiveAnchor", true],
    ["$async", true],
  ])("is refused for %s, with its place", (keyword, value) => {
    expect(() => compileSchema({ properties: { "a/b~c": { [keyword]: value } } })).toThrow(
      expect.objectContaining({ where: `output.schema#/properties/a~1b~0c/${keyword}` }),
    );
  });

  it.each([
    ["dependentSchemas", { a: { x: 1 } }],
    ["patternProperties", { a: { x: 1 } }],
    ["properties", { a: { x: 1 } }],
    ["$defs", { a: { x: 1 } }],
    ["definitions", { a: { x: 1 } }],
    ["dependencies", { a: { x: 1 } }],
    ["allOf", [{ x: 1 }]],
    ["anyOf", [{ x: 1 }]],
    ["oneOf", [{ x: 1 }]],
    ["prefixItems", [{ x: 1 }]],
    ["items", { x: 1 }],
    ["items", [{ x: 1 }]],
    ["not", { x: 1 }],
    ["if", { x: 1 }],
    ["then", { x: 1 }],
    ["else", { x: 1 }],
    ["contains", { x: 1 }],
    ["additionalItems", { x: 1 }],
    ["additionalProperties", { x: 1 }],
    ["propertyNames", { x: 1 }],
    ["unevaluatedItems", { x: 1 }],
    ["unevaluatedProperties", { x: 1 }],
  ])("is searched for refused keywords below %s", (keyword, value) => {
    const hostile = JSON.parse(JSON.stringify(value).replace('"x":1', '"$async":true'));
    expect(failure(() => compileSchema({ [keyword]: hostile }))).toMatch(/the keyword is not supported/);
  });

  it("may have an id and a draft, and refers to itself by #", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema#",
      $id: "https://example.com/x",
      properties: { a: { $ref: "#" }, "b c": { type: "number" }, d: { $ref: "#/properties/b%20c" } },
      additionalProperties: false,
    };
    expect(compileSchema(schema).check({ a: { a: { "b c": 1, d: 2 } } })).toEqual([]);
    expect(compileSchema(schema).check({ a: { x: 1 } })).toHaveLength(1);
    expect(failure(() => compileSchema({ $ref: "#/%E0" }))).toMatch(/is not a part of this schema/);
  });

  it.each([
    ["draft-06", "http://json-schema.org/draft-06/schema"],
    ["draft-07 over HTTPS", "https://json-schema.org/draft-07/schema#"],
  ])("reads %s", (_name, $schema) => {
    const validator = compileSchema({ $schema, dependencies: { a: ["b"], c: { required: ["d"] } } });
    expect(validator.check({ a: 1, b: 1, c: 1, d: 1 })).toEqual([]);
    expect(validator.check({ a: 1 })).toHaveLength(1);
    expect(validator.check({ c: 1 })).toHaveLength(1);
  });

  it.each([
    "http://json-schema.org/draft-05/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "x",
    7,
  ])("is refused for the draft %s", ($schema) => {
    expect(() => compileSchema({ $schema })).toThrow(
      expect.objectContaining({ where: "output.schema#/$schema" }),
    );
  });

  it("runs a pattern that would backtrack for ever", () => {
    const validator = compileSchema({ type: "string", pattern: "^(a+)+$" });
    expect(validator.check(`${"a".repeat(50_000)}!`)).toHaveLength(1);
  });

  it("runs out of steps when its branches multiply", () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 100; depth += 1) value = { x: value };
    const branch = { properties: { x: { $ref: "#/$defs/a" } }, required: ["x"] };
    const schema = { $defs: { a: { anyOf: [branch, branch] } }, $ref: "#/$defs/a" };
    expect(failure(() => compileSchema(schema).check(value))).toMatch(/takes too long/);
  });

  it.each([
    ["a reference to itself", { $ref: "#" }, 1],
    ["pairs of many items", { uniqueItems: true }, Array.from({ length: 20_000 }, (_, index) => ({ index }))],
    [
      "a long enumeration of many items",
      { items: { enum: Array.from({ length: 2_000 }, (_, index) => index) } },
      Array.from({ length: 50_000 }, () => 1_999),
    ],
    [
      "many patterns for many names",
      {
        patternProperties: Object.fromEntries(
          Array.from({ length: 500 }, (_, index) => [`^a*${index}$`, {}]),
        ),
      },
      Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`${"a".repeat(50)}${index}`, 1])),
    ],
  ])("runs out of steps on %s", (_name, schema, value) => {
    expect(failure(() => compileSchema(schema).check(value))).toMatch(/takes too long/);
  });

  it("says whether its steps or the stack ran out", () => {
    const thrownBy = (schema: object, value: unknown): unknown => {
      try {
        return compileSchema(schema).check(value);
      } catch (error) {
        return error;
      }
    };
    const pairs = Array.from({ length: 20_000 }, (_, index) => index);
    const tooLong = {
      code: "capability_emulation_failed",
      message: "Checking the reply against its schema takes too long",
    };
    expect(thrownBy({ uniqueItems: true }, pairs)).toMatchObject(tooLong);
    expect(thrownBy({ uniqueItems: true }, pairs)).not.toHaveProperty("cause");
    expect(thrownBy({ $ref: "#" }, 1)).toMatchObject({ ...tooLong, cause: expect.any(RangeError) });
  });

  it.each([{ type: "array" }, { uniqueItems: false }])(
    "takes linear time for a long list whose items %j does not compare",
    (schema) => {
      expect(compileSchema(schema).check(Array.from({ length: 5_000 }, () => 1))).toEqual([]);
    },
  );

  it("cannot make a format backtrack over a long text: no text that long has one", () => {
    const validator = compileSchema({ type: "string", format: "uri" });
    expect(validator.check(`https://example.com/${"a".repeat(8_000)}`)).toEqual([]);
    expect(validator.check(`https://example.com/${"a".repeat(9_000)}`)).toHaveLength(1);
  });

  it("compiles as large as it may be", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2_500 }, (_, index) => [`p${index}`, { type: "string", minLength: 1 }]),
    );
    expect(compileSchema({ properties }).check({ p0: "a", p2499: 1 })).toEqual([
      { path: "/p2499", message: "must be string" },
    ]);
  });
});
