import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { parseBody, scanBody } from "./call-body.ts";

function codeOf(body: Buffer): string {
  try {
    parseBody(body, scanBody(body, 128));
    return "taken";
  } catch (error) {
    return AbpError.is(error) ? error.code : String(error);
  }
}

describe("a body that is to be translated", () => {
  it.each([
    ["a member twice", '{"a":1,"a":2}'],
    ["a member twice, once escaped", '{"a":1,"\\u0061":2}'],
    ["__proto__", '{"a":{"__proto__":{}}}'],
    ["an escaped __proto__", '{"a":{"\\u005f_proto__":{}}}'],
    ["a number beyond a double", '{"a":[1e999]}'],
    ["2^53+1", '{"a":9007199254740993}'],
    ["half of a surrogate pair", '{"a":"\\ud800"}'],
    ["a byte that is no UTF-8", Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
  ])("is refused with %s", (_, body) => {
    expect(codeOf(Buffer.from(body as string))).toBe("input_invalid_json");
  });

  it("is refused with more members than anybody needs", () => {
    const members = Array.from({ length: 100_001 }, (_, at) => `"k${at}":0`).join(",");
    expect(codeOf(Buffer.from(`{${members}}`))).toBe("validation_failed");
  });

  it("is taken with odd but clear spelling", () => {
    const body = Buffer.from(' {"a" : 1.0, "b":[-0, 1e3, {"\\u0063":"\\ud83d\\ude42"}]}\r\n');
    expect(parseBody(body, scanBody(body, 128))).toEqual({ a: 1, b: [-0, 1000, { c: "🙂" }] });
  });
});
