import { describe, expect, it } from "vitest";
import { readCustomFormat, writeCustomFormat } from "./custom-format.ts";

const flat = { type: "grammar", syntax: "lark", definition: "start: /x/" };
const nested = { type: "grammar", grammar: { syntax: "lark", definition: "start: /x/" } };

describe("the format of a freeform tool", () => {
  it("has its grammar in a member of its own here, and beside the type elsewhere", () => {
    expect(readCustomFormat(nested)).toEqual(flat);
    expect(writeCustomFormat(flat)).toEqual(nested);
    expect(writeCustomFormat(nested)).toBe(nested);
  });

  it("stays as it is if it is no grammar", () => {
    for (const format of [{ type: "text" }, undefined, "odd", { type: "grammar", grammar: 1 }]) {
      expect(readCustomFormat(format)).toBe(format);
      if (format !== undefined) expect(writeCustomFormat(format)).toBe(format);
    }
  });
});
