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

  it("takes a null only where nothing else is allowed", () => {
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
