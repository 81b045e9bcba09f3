import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSchema } from "./sample.ts";

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

function faultsOf(schema: unknown): unknown {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  const validate = ajv.compile(schema as object);
  return validate(sampleSchema(schema)) ? undefined : validate.errors;
}

const text = fc.oneof(
  fc.constant({ type: "string" }),
  fc.record({ type: fc.constant("string"), minLength: fc.nat(40) }),
  fc.record({ type: fc.constant("string"), maxLength: fc.nat(12) }),
  fc
    .constantFrom("date-time", "date", "time", "email", "uri", "uuid", "ipv4", "ipv6", "hostname", "duration")
    .map((format) => ({ type: "string", format })),
  fc
    .constantFrom(
      "^[a-z]+$",
      "^\\d{3}-\\d{4}$",
      "^(?:red|green)$",
      "^[A-Z][a-z]*_[0-9]{2,}$",
      "^#[0-9a-fA-F]{6}$",
      "^v\\d+\\.\\d+(?:\\.\\d+)?$",
      "[^a-z]",
      "^\\w+@\\w+\\.com$",
      "^.{5,}$",
    )
    .map((pattern) => ({ type: "string", pattern })),
);

const number = fc
  .record({
    type: fc.constantFrom("integer", "number"),
    low: fc.integer({ min: -1000, max: 1000 }),
    width: fc.integer({ min: 12, max: 500 }),
    step: fc.constantFrom(undefined, 1, 2, 5, 0.5),
    isOut: fc.boolean(),
    bounds: fc.constantFrom("both", "low", "high", "none"),
  })
  .map(({ type, low, width, step, isOut, bounds }) => ({
    type,
    ...(bounds === "both" || bounds === "low" ? { [isOut ? "exclusiveMinimum" : "minimum"]: low } : {}),
    ...(bounds === "both" || bounds === "high"
      ? { [isOut ? "exclusiveMaximum" : "maximum"]: low + width }
      : {}),
    ...(step === undefined ? {} : { multipleOf: step }),
  }));

const leaf = fc.oneof(
  text,
  number,
  fc.constantFrom<object>({ type: "boolean" }, { type: "null" }, { const: 7 }, { enum: ["a", "b"] }, {}),
  fc.constantFrom<object>({ type: ["string", "null"] }, { type: ["null", "integer"] }),
);

const names = fc.constantFrom("name", "city", "count", "a b", "toString", "constructor");

const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(3) }),
    fc.record({
      type: fc.constant("array"),
      prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
    }),
    fc
      .tuple(
        fc.uniqueArray(fc.tuple(names, tie("schema")), { selector: ([name]) => name, maxLength: 4 }),
        fc.nat(4),
        fc.boolean(),
      )
      .map(([properties, needed, isOpen]) => ({
        type: "object",
        properties: Object.fromEntries(properties),
        required: properties.slice(0, needed).map(([name]) => name),
        additionalProperties: isOpen,
      })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    tie("schema").map((one) => ({ allOf: [one] })),
    tie("schema").map((one) => ({ $defs: { one }, ...one })),
  ),
}));

describe("a made-up instance", () => {
  it("satisfies the schema it was made for", () => {
    fc.assert(
      fc.property(schema, (one) => {
        expect(faultsOf(one)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it("is the same for the same schema", () => {
    fc.assert(
      fc.property(schema, (one) => {
        expect(JSON.stringify(sampleSchema(one))).toBe(JSON.stringify(sampleSchema(structuredClone(one))));
      }),
      { numRuns: 50 },
    );
  });

  it.each<[string, object]>([
    [
      "references",
      {
        $defs: { City: { type: "string", minLength: 20 } },
        type: "object",
        properties: { city: { $ref: "#/$defs/City" } },
        required: ["city"],
      },
    ],
    [
      "references with escapes",
      { definitions: { "a/b~c": { type: "integer", minimum: 3 } }, $ref: "#/definitions/a~1b~0c" },
    ],
    [
      "a reference beside members",
      {
        $defs: { A: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
        $ref: "#/$defs/A",
        required: ["b"],
        properties: { b: { const: 1 } },
      },
    ],
    [
      "a tree that holds itself",
      {
        $defs: {
          Node: {
            type: "object",
            properties: {
              value: { type: "integer" },
              children: { type: "array", items: { $ref: "#/$defs/Node" } },
              next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] },
            },
            required: ["value", "children"],
          },
        },
        $ref: "#/$defs/Node",
      },
    ],
    [
      "the root as a reference",
      { type: "object", properties: { name: { type: "string" }, child: { $ref: "#" } }, required: ["name"] },
    ],
    [
      "several parts",
      {
        allOf: [
          { type: "object", properties: { a: { type: "integer", minimum: 5 } }, required: ["a"] },
          { properties: { a: { maximum: 7 }, b: { type: "boolean" } }, required: ["b"] },
        ],
      },
    ],
    [
      "one of several",
      {
        oneOf: [
          { type: "object", properties: { kind: { const: "a" } }, required: ["kind"] },
          { type: "object", properties: { kind: { const: "b" } }, required: ["kind"] },
        ],
      },
    ],
    ["unique items", { type: "array", items: { type: "string" }, minItems: 5, uniqueItems: true }],
    ["unique choices", { type: "array", items: { enum: ["x", "y", "z"] }, minItems: 3, uniqueItems: true }],
    [
      "short unique items",
      { type: "array", items: { type: "string", maxLength: 3 }, minItems: 12, uniqueItems: true },
    ],
    ["something contained", { type: "array", items: { type: "integer" }, contains: { const: 9 } }],
    ["many properties", { type: "object", minProperties: 3, additionalProperties: { type: "integer" } }],
    ["required names without a schema", { type: "object", required: ["x", "y"] }],
    ["a pattern with a length", { type: "string", pattern: "^[a-z]+$", minLength: 12 }],
    ["a narrow range", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    ["a negative range", { type: "integer", maximum: -3 }],
  ])("satisfies %s", (_title, one) => {
    expect(faultsOf(one)).toBeUndefined();
  });

  it("fills every property, not the required ones alone", () => {
    const made = sampleSchema({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" } },
      required: ["a"],
    });
    expect(made).toEqual({ a: "simulated", b: 0 });
  });

  it("makes an own property of any name", () => {
    const properties = JSON.parse('{"__proto__": {"type": "integer"}}') as object;
    expect(JSON.stringify(sampleSchema({ type: "object", properties }))).toBe('{"__proto__":0}');
  });

  it("reads the upper-case types of Gemini", () => {
    expect(sampleSchema({ type: "OBJECT", properties: { n: { type: "INTEGER" } } })).toEqual({ n: 0 });
  });

  it("takes a null only if nothing else is allowed", () => {
    expect(sampleSchema({ anyOf: [{ type: "null" }, { type: "string" }] })).toBe("simulated");
    expect(sampleSchema({ type: "null" })).toBeNull();
  });

  it("comes to an end for schemas that have none", () => {
    const endless = {
      $defs: {
        A: { $ref: "#/$defs/A" },
        B: { type: "object", properties: { b: { $ref: "#/$defs/B" } }, required: ["b"] },
      },
    };
    expect(sampleSchema({ ...endless, $ref: "#/$defs/A" })).toEqual({});
    expect(sampleSchema({ ...endless, $ref: "#/$defs/B" })).toEqual({});
  });

  it("stays small for schemas that branch without end", () => {
    const names20 = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const properties = Object.fromEntries(names20.map((name) => [name, { $ref: "#" }]));
    expect(JSON.stringify(sampleSchema({ type: "object", properties })).length).toBeLessThan(100_000);
  });
});

describe("the exact instance of a schema", () => {
  it.each<[string, unknown, unknown]>([
    ["no schema", undefined, "simulated"],
    ["true", true, "simulated"],
    ["a constant", { const: null, type: "string" }, null],
    ["an enumeration", { enum: ["a", "b"] }, "a"],
    ["an empty enumeration", { enum: [], type: "integer" }, 0],
    ["a boolean", { type: "boolean" }, true],
    ["booleans in an array", { type: "array", items: { type: "boolean" }, minItems: 3 }, [true, false, true]],
    [
      "values of an enumeration in an array",
      { type: "array", items: { enum: [1, 2] }, minItems: 3 },
      [1, 2, 1],
    ],
    ["a type beside null", { type: ["null", "integer"] }, 0],
    ["only null", { type: ["null"] }, null],
    ["an unknown type", { type: "mystery" }, "simulated"],
    ["an object by its properties", { properties: { a: { const: 1 } } }, { a: 1 }],
    ["an object by its required names", { required: ["a"] }, { a: "simulated" }],
    ["an object by its other properties", { additionalProperties: false }, {}],
    ["an object by its pattern properties", { patternProperties: {} }, {}],
    ["an object by its number of properties", { minProperties: 1 }, { property1: "simulated" }],
    ["an array by its items", { items: { const: 1 } }, [1]],
    ["an array by its first items", { prefixItems: [{ const: 1 }] }, [1]],
    ["an array by its number of items", { minItems: 2 }, ["simulated", "simulated 2"]],
    ["an array by what it contains", { contains: { const: 1 } }, [1]],
    ["a number by its minimum", { minimum: 2 }, 2],
    ["a number by its maximum", { maximum: -2 }, -2],
    ["a number by its exclusive minimum", { exclusiveMinimum: 2 }, 3],
    ["a number by its exclusive maximum", { exclusiveMaximum: -2 }, -3],
    ["a number by its step", { multipleOf: 3 }, 0],
    ["required names of another schema", { required: ["a"], additionalProperties: { const: 1 } }, { a: 1 }],
    ["names that are no text", { required: ["a", 5] }, { a: "simulated" }],
    ["required names that are no list", { type: "object", required: "a" }, {}],
    [
      "a limit of properties",
      { maxProperties: 2, required: ["c"], properties: { a: {}, b: {}, c: {} } },
      { a: "simulated", c: "simulated" },
    ],
    [
      "a limit that is no number",
      { maxProperties: "1", properties: { a: {}, b: {} } },
      { a: "simulated", b: "simulated" },
    ],
    ["a property that must not be", { properties: { a: false, b: {} } }, { b: "simulated" }],
    [
      "as many properties as needed",
      { minProperties: 3, properties: { a: {} } },
      { a: "simulated", property1: "simulated", property2: "simulated" },
    ],
    [
      "names that are taken",
      { minProperties: 2, properties: { property1: { const: 1 } } },
      { property1: 1, property2: "simulated" },
    ],
    [
      "needed properties of another schema",
      { minProperties: 1, additionalProperties: { const: 1 } },
      { property1: 1 },
    ],
    ["needed properties that must not be", { minProperties: 1, additionalProperties: false }, {}],
    ["the first branch", { anyOf: [{ const: 1 }, { const: 2 }] }, 1],
    ["the first branch of oneOf", { oneOf: [{ type: "null" }, { const: null }, { const: 2 }] }, 2],
    ["branches that are all null", { anyOf: [{ type: "null" }, { const: null }] }, null],
    ["no branch", { anyOf: [], type: "integer" }, 0],
    [
      "a branch and its schema",
      { type: "object", properties: { a: { const: 1 } }, anyOf: [{ properties: { b: { const: 2 } } }] },
      { a: 1, b: 2 },
    ],
    [
      "a branch by reference",
      {
        $defs: { N: { type: "null" }, A: { const: 3 } },
        anyOf: [{ $ref: "#/$defs/N" }, { $ref: "#/$defs/A" }],
      },
      3,
    ],
    ["parts", { allOf: [{ minimum: 3 }, { minimum: 5 }], type: "integer" }, 5],
    [
      "parts by reference",
      { $defs: { A: { minimum: 4 } }, allOf: [{ $ref: "#/$defs/A" }, true], type: "integer" },
      4,
    ],
    [
      "a part with a reference beside one member",
      { $defs: { A: { minimum: 4 } }, allOf: [{ $ref: "#/$defs/A", minimum: 9 }], type: "integer" },
      9,
    ],
    ["a part with a reference to nowhere", { allOf: [{ $ref: "#/$defs/X" }, { const: 1 }] }, 1],
    ["parts and branches", { allOf: [{ type: "integer" }], anyOf: [{ minimum: 7 }] }, 7],
    ["both kinds of branches", { anyOf: [{ type: "integer" }], oneOf: [{ minimum: 7 }] }, 7],
    [
      "a reference beside members",
      { $defs: { A: { type: "integer", minimum: 1 } }, $ref: "#/$defs/A", minimum: 9 },
      9,
    ],
    ["a reference to nowhere", { $ref: "#/$defs/X" }, "simulated"],
    [
      "a reference to a reference",
      { $defs: { A: { $ref: "#/$defs/B" }, B: { const: 4 } }, $ref: "#/$defs/A" },
      4,
    ],
    [
      "a part with a reference to a reference",
      { $defs: { A: { $ref: "#/$defs/B" }, B: { const: 4 } }, allOf: [{ $ref: "#/$defs/A" }] },
      4,
    ],
  ])("of %s", (_, one, value) => {
    expect(sampleSchema(one)).toEqual(value);
  });

  it("leaves optional properties out below five levels, and required ones in", () => {
    const nest = (depth: number): object =>
      depth === 0 ? { const: "leaf" } : { type: "object", properties: { optional: nest(depth - 1) } };
    expect(JSON.stringify(sampleSchema(nest(8)))).toBe(
      '{"optional":{"optional":{"optional":{"optional":{"optional":{}}}}}}',
    );
    const needed = (depth: number): object =>
      depth === 0
        ? { const: "leaf" }
        : { type: "object", properties: { n: needed(depth - 1) }, required: ["n"] };
    expect(JSON.stringify(sampleSchema(needed(20)))).toContain("leaf");
    expect(JSON.stringify(sampleSchema(needed(24)))).toContain("leaf");
    expect(sampleSchema(needed(25))).toEqual({});
    const items = (depth: number): object =>
      depth === 0 ? { const: "leaf" } : { type: "array", items: items(depth - 1) };
    expect(JSON.stringify(sampleSchema(items(8)))).toBe("[[[[[[]]]]]]");
  });

  it("makes about two thousand values before it leaves optional ones out", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`p${index}`, { const: 1 }]),
    );
    expect(Object.keys(sampleSchema({ properties }) as object)).toHaveLength(1999);
  });

  it("leaves out an optional part that has no end, and keeps the rest", () => {
    const endless = {
      $defs: { E: { type: "object", properties: { e: { $ref: "#/$defs/E" } }, required: ["e"] } },
    };
    expect(sampleSchema({ ...endless, properties: { a: { $ref: "#/$defs/E" }, b: { const: 1 } } })).toEqual({
      b: 1,
    });
    expect(sampleSchema({ ...endless, type: "array", items: { $ref: "#/$defs/E" } })).toEqual([]);
  });
});
