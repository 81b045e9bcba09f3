import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { applying } from "../fixtures/applying.ts";
import { strictSchema } from "./strict-schema.ts";

const text = { type: "string" };

describe("a strict schema", () => {
  const limits = { schema: { strict: "all required" as const } };
  const whole = { type: "object", properties: { a: text }, required: ["a"], additionalProperties: false };
  const closedObject = { type: "object", additionalProperties: false };
  const tool = (parameters: unknown, strict?: boolean): Tool => ({
    kind: "function",
    name: "f",
    parameters,
    ...(strict === undefined ? {} : { strict }),
  });

  it("is left alone if it is closed and requires every field, and if nothing is promised", () => {
    const optional = { type: "object", properties: { a: text } };
    for (const tools of [[tool(whole, true)], [tool(optional)], [tool(optional, false)]]) {
      const { before, after, notes } = applying(strictSchema, { tools }, limits);
      expect(after).toBe(before);
      expect(notes).toEqual([]);
    }
    expect(applying(strictSchema, { tools: [tool(optional, true)] }, {}).notes).toEqual([]);
  });

  it("is refused if a part has no type, as an array without items", () => {
    for (const part of [{}, { description: "any" }, { type: "array", items: {} }, { anyOf: [text, {}] }]) {
      const given = tool({ type: "object", properties: { a: part }, required: ["a"] }, true);
      expect(applying(strictSchema, { tools: [given] }, limits)).toMatchObject({
        after: { tools: [given] },
        notes: [
          {
            node: given,
            at: "",
            disposition: "refused",
            reason:
              "a strict schema must name the type of every part here, and one has none; send it without strict",
            feature: "tool.strict",
          },
        ],
      });
    }
  });

  it.each([
    { type: "string" },
    { items: text },
    { $ref: "#/$defs/other" },
    { enum: [1] },
    { const: 1 },
    { const: null },
    { anyOf: [text] },
    { oneOf: [text] },
    { allOf: [text] },
    { not: text },
  ])("takes %j for a part that has a type", (part) => {
    const given = { type: "object", properties: { a: part }, required: ["a"], additionalProperties: false };
    expect(applying(strictSchema, { tools: [tool(given, true)] }, limits).notes).toEqual([]);
  });

  it.each<[object, object]>([
    [{ type: "object" }, { type: "object", additionalProperties: false }],
    [{ properties: {} }, { properties: {}, additionalProperties: false }],
    [
      { type: "object", additionalProperties: text },
      { type: "object", additionalProperties: text },
    ],
    [
      { type: ["object", "null"], items: { type: "object" } },
      { type: ["object", "null"], items: { type: "object", additionalProperties: false } },
    ],
    [
      { type: "array", items: text },
      { type: "array", items: text },
    ],
  ])("closes the objects of %j", (parameters, closed) => {
    expect(applying(strictSchema, { tools: [tool(parameters, true)] }, limits).after.tools).toEqual([
      tool(closed, true),
    ]);
  });

  it("leaves the tools around it alone", () => {
    const tools = [tool(text), tool({ type: "object" }, true), tool(whole, true), tool({ type: "object" })];
    const { after } = applying(strictSchema, { tools }, limits);
    expect(after.tools).toEqual([tools[0], tool(closedObject, true), tools[2], tools[3]]);
  });

  it("has its objects closed", () => {
    const open = { type: "object", properties: { a: { items: { properties: {} } } }, required: ["a"] };
    const { after, notes } = applying(strictSchema, { tools: [tool(open, true)] }, limits);
    expect(after.tools).toEqual([
      tool(
        {
          ...open,
          properties: { a: { items: { properties: {}, additionalProperties: false } } },
          additionalProperties: false,
        },
        true,
      ),
    ]);
    expect(notes).toEqual([
      {
        node: tool(open, true),
        at: "",
        disposition: "mapped",
        reason: "the objects of a strict schema are closed, as the target requires",
        feature: "tool.strict",
      },
    ]);
  });

  it.each([
    ["a", { properties: { a: text } }],
    ["a", { properties: { a: text }, required: "a" }],
    ["b", { properties: { a: text, b: text, c: text }, required: ["a"] }],
    ["c", { properties: { a: { properties: { c: text } }, b: text }, required: ["a", "b"] }],
    ["d", { anyOf: [{ properties: { d: text } }, { properties: { e: text } }] }],
  ])("is refused with the optional field %s of %j", (name, parameters) => {
    const { notes } = applying(strictSchema, { tools: [tool(parameters, true)] }, limits);
    expect(notes.map(({ reason }) => reason)).toEqual([
      `a strict schema must require every field here, and "${name}" is optional; send it without strict`,
    ]);
  });

  it("is refused with an optional field, with its name", () => {
    const optional = { ...whole, properties: { a: { anyOf: [{ properties: { deep: text } }] } } };
    const { notes } = applying(strictSchema, { tools: [tool(optional, true)] }, limits);
    expect(notes).toMatchObject([{ disposition: "refused", feature: "tool.strict" }]);
    expect(notes[0]!.reason).toContain('"deep" is optional');
  });

  it("of an answer is held to the same", () => {
    const output = (schema: unknown) => ({ kind: "json_schema", schema, strict: true }) as const;
    const open = { type: "object", properties: { a: text }, required: ["a"] };
    expect(applying(strictSchema, { output: output(open) }, limits).after.output).toEqual(output(whole));
    const { notes } = applying(strictSchema, { output: output({ ...whole, required: [] }) }, limits);
    expect(notes).toEqual([
      {
        node: undefined,
        at: "$",
        disposition: "refused",
        reason: 'a strict schema must require every field here, and "a" is optional; send it without strict',
        feature: "output.strict",
      },
    ]);
    expect(applying(strictSchema, { output: output(open) }, limits).notes).toEqual([
      {
        node: undefined,
        at: "$",
        disposition: "mapped",
        reason: "the objects of a strict schema are closed, as the target requires",
        feature: "output.strict",
      },
    ]);
  });

  it("of an answer is left alone if it is closed, or not strict", () => {
    const open = { type: "object", properties: { a: text }, required: ["a"] };
    for (const output of [
      { kind: "json_schema", schema: whole, strict: true },
      { kind: "json_schema", schema: open, strict: false },
      { kind: "json_schema", schema: open },
      { kind: "json" },
    ] as const) {
      const { before, after, notes } = applying(strictSchema, { output }, limits);
      expect(after).toBe(before);
      expect(notes).toEqual([]);
    }
    const output = { kind: "json_schema", schema: open, strict: true } as const;
    const described = { schema: { strict: "described" as const } };
    expect(applying(strictSchema, { output }, described)).toMatchObject({ after: { output }, notes: [] });
  });

  it("has bounds in words if the target does not enforce them", () => {
    const described = { schema: { strict: "described" as const } };
    const count = { type: "integer", minimum: 1 };
    const parameters = { type: "object", properties: { count } };
    const { after, notes } = applying(strictSchema, { tools: [tool(parameters, true)] }, described);
    expect(after.tools).toMatchObject([
      {
        parameters: {
          properties: { count: { type: "integer", description: "{minimum: 1}" } },
          additionalProperties: false,
        },
      },
    ]);
    const about = { node: tool(parameters, true), at: "", feature: "tool.strict" };
    expect(notes).toEqual([
      {
        ...about,
        disposition: "disclosed",
        reason: "minimum is not enforced by the target (at properties.count)",
      },
      { ...about, disposition: "mapped", reason: "objects are closed, as the target requires" },
    ]);
  });

  it("is not strict, which is disclosed, if the target rejects one that refers to itself", () => {
    const described = { schema: { strict: "described" as const } };
    const recursive = { type: "object", properties: { a: { items: { $ref: "#" } } } };
    const { after, notes } = applying(strictSchema, { tools: [tool(recursive, true)] }, described);
    expect(after.tools).toEqual([tool(recursive)]);
    expect(notes).toEqual([
      {
        node: tool(recursive, true),
        at: "",
        disposition: "disclosed",
        reason:
          "a schema that refers to itself cannot be strict here; the tool is not strict, and its arguments may differ from the schema",
        feature: "tool.strict",
      },
    ]);
    expect(applying(strictSchema, { tools: [tool(recursive)] }, described).notes).toEqual([]);
  });
});
