import { describe, expect, it } from "vitest";
import type { SchemaDocument } from "./schema.ts";
import { openValidator } from "./validator.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const first: SchemaDocument = {
  title: "first",
  schemas: {
    Answer: {
      allOf: [
        { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        {
          type: "object",
          properties: {
            items: { type: "array", items: ref("Item") },
            word: { type: "string", enum: ["a", "b"] },
            note: { type: "string", nullable: true },
            free: { type: "object" },
          },
          required: ["items"],
        },
      ],
    },
    Item: { oneOf: [ref("Text"), ref("Call")] },
    Text: {
      type: "object",
      properties: { type: { type: "string", enum: ["text"] }, text: { type: "string" } },
      required: ["type", "text"],
    },
    Call: {
      type: "object",
      properties: {
        type: { const: "call" },
        input: { type: "object", additionalProperties: { type: "number" } },
      },
      required: ["type", "input"],
    },
  },
};

const second: SchemaDocument = {
  title: "second",
  schemas: {
    Answer: {
      type: "object",
      properties: {
        extra: { type: "number" },
        word: { type: "string", enum: ["c"] },
        items: { type: "array", items: { anyOf: [ref("Text")] } },
      },
      required: ["extra"],
    },
    Text: {
      type: "object",
      properties: { type: { type: "string", enum: ["text"] }, more: { type: "string" } },
      required: ["type"],
    },
  },
};

describe("a validator of one document", () => {
  const check = openValidator([[first, "Answer"]]);

  it("takes what fits", () => {
    const items = [
      { type: "text", text: "x" },
      { type: "call", input: { a: 1 } },
    ];
    expect(check({ id: "i", items, word: "b", note: null, free: { any: [1] } })).toEqual([]);
  });

  it.each([
    [{ items: [] }, "$.id: missing (first)"],
    [{ id: 1, items: [] }, "$.id: must be string (first)"],
    [{ id: "i", items: [], odd: 1 }, "$.odd: unknown member"],
    [{ id: "i", items: [], word: "c" }, '$.word: unknown word "c"'],
    [{ id: "i", items: [{ type: "text" }] }, "$.items[0].text: missing (first)"],
    [{ id: "i", items: [{ type: "text", text: "x", odd: 1 }] }, "$.items[0].odd: unknown member"],
    [{ id: "i", items: [{ type: "call", input: { a: "b" } }] }, "$.items[0].input.a: must be number (first)"],
    [{ id: "i", items: [{ type: "image" }] }, '$.items[0].type: unknown word "image"'],
  ])("finds what is wrong with %j", (value, fault) => {
    expect(check(value)).toEqual([fault]);
  });
});

describe("a validator of two documents", () => {
  const check = openValidator([
    [first, "Answer"],
    [second, "Answer"],
  ]);

  it("wants what each of them requires", () => {
    expect(check({ id: "i", items: [] })).toEqual(["$.extra: missing (second)"]);
    expect(check({ extra: 1, items: [] })).toEqual(["$.id: missing (first)"]);
  });

  it("knows the members, words and variants of both", () => {
    const items = [
      { type: "text", text: "x", more: "y" },
      { type: "call", input: {} },
    ];
    expect(check({ id: "i", extra: 1, items, word: "c" })).toEqual([]);
    expect(check({ id: "i", extra: 1, items: [{ type: "text", text: "x", odd: 1 }] })).toEqual([
      "$.items[0].odd: unknown member",
    ]);
  });

  it("may know more than it requires", () => {
    const lenient = openValidator([[first, "Answer"]], [[second, "Answer"]]);
    expect(lenient({ id: "i", items: [], extra: 1 })).toEqual([]);
  });
});
