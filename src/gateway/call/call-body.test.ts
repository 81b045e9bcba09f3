import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { parseBody, scanBody, spliceModel } from "./call-body.ts";

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

describe("the members of a body", () => {
  const scan = (text: string, depth = 8) => scanBody(Buffer.from(text), depth);

  it("are found without parsing: the model, and whether it streams", () => {
    expect(scan('{"model":"m\\u0021","stream":true}')).toMatchObject({ model: "m!", streams: true });
    expect(scan('{"model":"m","stream":false}').streams).toBe(false);
    expect(scan('{"model":"m","stream":"true"}').streams).toBe(false);
    expect(scan('{"model":"m"}')).toMatchObject({ model: "m", streams: false });
  });

  it("name no model where it is missing, is no text, or is malformed", () => {
    for (const text of ['{"a":1}', '{"model":7}', '{"model":null}', '{"model":"\\x"}'])
      expect([text, scan(text).model]).toEqual([text, undefined]);
  });

  it("are none where the body is no object", () => {
    for (const text of ["", "[]", "7", "not json"])
      expect(scan(text)).toEqual({ scan: undefined, model: undefined, streams: false });
  });

  it("may be nested up to the limit", () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    expect(scan(nested(8)).scan).toBeDefined();
    expect(() => scan(nested(9))).toThrow(
      expect.objectContaining({
        code: "validation_failed",
        message: "the body is nested deeper than 8 levels",
      }),
    );
  });
});

describe("the parsed body", () => {
  const parse = (text: string | Buffer) =>
    parseBody(Buffer.from(text as string), scanBody(Buffer.from(text as string), 64));

  it("is the value of the JSON, also behind a byte order mark", () => {
    expect(parse('{"a":[1,{"b":null}],"c":"ä"}')).toEqual({ a: [1, { b: null }], c: "ä" });
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it("may have 100 000 members, counted at every depth", () => {
    const members = (count: number) =>
      `{"list":[{${Array.from({ length: count - 1 }, (_, at) => `"k${at}":0`).join(",")}}]}`;
    expect(Object.keys(parse(members(100_000))["list"] as object[])).toHaveLength(1);
    expect(() => parse(members(100_001))).toThrow(/more than 100000 members/);
  });

  it("must be an object", () => {
    for (const text of ["[]", "7", "null", '"text"'])
      expect(() => parse(text)).toThrow(
        expect.objectContaining({ code: "contract_schema_violation", message: "$ is not an object" }),
      );
  });

  it("is refused with the place of the fault where it is no JSON", () => {
    expect(() => parse('{"a":1')).toThrow(expect.objectContaining({ code: "input_invalid_json" }));
    expect(() => parse("")).toThrow(expect.objectContaining({ code: "input_invalid_json" }));
  });

  it("keeps whole numbers up to 2^53 - 1", () => {
    expect(parse('{"a":9007199254740991,"b":-9007199254740991}')).toEqual({
      a: 9007199254740991,
      b: -9007199254740991,
    });
  });

  it.each(['{"a":-1e999}', '{"a":1e999}', '{"a":{"b":[[1e999]]}}'])("is refused with %s", (text) => {
    expect(codeOf(Buffer.from(text))).toBe("input_invalid_json");
  });

  it.each(['{"a":[{"b":1,"b":2}]}', '{"x":{"b":1,"b":{"c":1}},"y":[[{"d":1}]]}'])(
    "is refused with a repeated member at any depth: %s",
    (text) => {
      expect(codeOf(Buffer.from(text))).toBe("input_invalid_json");
    },
  );
});

describe("the model of a body", () => {
  it("is replaced, and every other byte stays", () => {
    const body = Buffer.from('{ "a":"ä" , "model": "m" , "b":1e0 }');
    expect(spliceModel(body, scanBody(body, 8), 'n"')?.toString()).toBe(
      '{ "a":"ä" , "model": "n\\"" , "b":1e0 }',
    );
  });

  it("cannot be replaced where there is none", () => {
    for (const text of ['{"a":1}', "[]"]) {
      const body = Buffer.from(text);
      expect(spliceModel(body, scanBody(body, 8), "n")).toBeUndefined();
    }
  });
});
