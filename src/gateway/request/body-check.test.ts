import { describe, expect, it } from "vitest";
import { BodyCheck } from "./body-check.ts";

const limits = { maxDepth: 8, maxValues: 1000 };
const check = (text: string) => new BodyCheck(Buffer.from(text), limits);

describe("the check of a message", () => {
  it("says whether the message is an object that may be parsed", () => {
    expect(check('{"model":"m"}').isReadable()).toBe(true);
    for (const text of ["", "[{}]", "7", '{"a":'])
      expect([text, check(text).isReadable()]).toEqual([text, false]);
  });

  it.each([
    ["too many values", `{"a":[${"1,".repeat(1000)}1]}`, "input_too_large"],
    ["too deep nesting", `{"a":${"[".repeat(9)}`, "validation_failed"],
    ["a model given twice", '{"model":"a","model":"b"}', "mapping_ambiguous"],
  ])("refuses one with %s", (_, text, code) => {
    expect(() => check(text).isReadable()).toThrow(expect.objectContaining({ code }));
  });

  it("can be done in slices", () => {
    const work = check(`{"a":[${"{},".repeat(100_000)}1]}`);
    expect(work.step()).toBe(false);
    expect(work.step()).toBe(true);
    expect(() => work.isReadable()).toThrow(/100003 values/);
  });
});
