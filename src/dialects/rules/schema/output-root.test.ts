import { describe, expect, it } from "vitest";
import type { OutputFormat } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { applying, conversation } from "../fixtures/applying.ts";
import { isObjectRoot, outputRoot } from "./output-root.ts";

const limits = { format: { root: "object" }, schema: { rootRejected: ["anyOf"] } } as ModelLimits;
const object = { type: "object", properties: { a: { type: "string" } } };

function apply(schema: unknown, own: ModelLimits = limits) {
  const output: OutputFormat = { kind: "json_schema", schema };
  const { before, after, notes } = applying(outputRoot, { output }, own);
  return { isSame: before === after, after, notes };
}

describe("the root of an answer", () => {
  it.each([
    ["without a type", { properties: {} }, { type: "object", properties: {} }],
    ["behind a reference", { $ref: "#/$defs/a", $defs: { a: object } }, { ...object, $defs: { a: object } }],
  ])("%s is written as an object", (_, schema, written) => {
    const { after, notes } = apply(schema);
    expect(after).toEqual(conversation({ output: { kind: "json_schema", schema: written } }));
    const reason = "the root of the schema is written as an object, which it means";
    expect(notes).toEqual([
      { node: undefined, at: "$", disposition: "mapped", reason, feature: "output.json_schema" },
    ]);
  });

  it.each([
    ["a text", { type: "string" }],
    ["anything", {}],
    ["true", true],
    ["null", null],
    ["fields of another type", { type: "array", properties: {} }],
    ["fields that are no object", { properties: "x" }],
    ["rejected", { ...object, anyOf: [] }],
    ["rejected without a type", { properties: {}, anyOf: [] }],
  ])("that is %s is asked for by a prompt", (_, schema) => {
    const { isSame, notes } = apply(schema);
    expect(isSame).toBe(true);
    expect(notes).toEqual([
      {
        node: undefined,
        at: "$",
        disposition: "emulated",
        emulator: "structured_output_json_schema.instruct",
        reason: "m takes the schema of an object for its answer, and of nothing else",
        feature: "output.json_schema",
      },
    ]);
  });

  it.each<[unknown, ModelLimits]>([
    [object, limits],
    [{ $defs: { a: {} }, ...object }, limits],
    [{ ...object, anyOf: [] }, { format: limits.format! }],
    [{ type: "string" }, {}],
    [{ type: "string" }, { format: {} }],
    [{ type: "string" }, { format: { ...limits.format, schema: false } } as ModelLimits],
  ])("%j stays with the limits %j", (schema, own) => {
    expect(apply(schema, own)).toMatchObject({ isSame: true, notes: [] });
  });

  it("of another format stays", () => {
    const { before, after, notes } = applying(outputRoot, { output: { kind: "json" } }, limits);
    expect(after).toBe(before);
    expect(notes).toEqual([]);
    expect(applying(outputRoot, {}, limits).notes).toEqual([]);
  });
});

it.each([
  [object, true],
  ["object", false],
  [null, false],
  [{ type: "string" }, false],
  [{ ...object, $ref: "#" }, false],
  [{ ...object, anyOf: [] }, false],
  [{ ...object, not: {} }, false],
  [{ ...object, oneOf: [] }, true],
])("%j is an object without rejected keywords: %j", (schema, is) => {
  expect(isObjectRoot(schema, ["anyOf", "not"])).toBe(is);
});
