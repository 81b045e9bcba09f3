import { describe, expect, it } from "vitest";
import { errorText, isObject, readFrame } from "./frames.ts";

const read = (text: string | Buffer) => readFrame(Buffer.from(text as string));

describe("a line of the backplane", () => {
  it("is an object with a type, whatever white space is around it", () => {
    expect(read(' {"t":"ping","seq":1}\r')).toEqual({ t: "ping", seq: 1 });
  });

  it.each(["", "  ", "\r", "\t"])("is skipped where it is blank: %j", (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    ["not json", /not JSON/],
    ["[]", /no JSON object/],
    ["null", /no JSON object/],
    ['"t"', /no JSON object/],
    ["{}", /text member "t"/],
    ['{"t":1}', /text member "t"/],
  ])("is refused with a reason: %j", (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });

  it("is refused if it is not UTF-8", () => {
    expect(() => read(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow("the line is not UTF-8");
  });
});

it("objects are neither null nor lists", () => {
  expect([isObject({}), isObject(null), isObject([]), isObject("x")]).toEqual([true, false, false, false]);
});

it("anything that is thrown has a text", () => {
  expect([errorText(new Error("a")), errorText("b"), errorText(undefined)]).toEqual(["a", "b", "undefined"]);
});
