import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { parseBody, readMembers, scanBody, spliceModel } from "./call-body.ts";

function codeOf(body: Buffer): string {
  try {
    parseBody(body, scanBody(body, 128), 1000);
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
    ["half of a surrogate pair", '{"a":"\\ud800"}'],
    ["a byte that is no UTF-8", Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
  ])("is refused with %s", (_, body) => {
    expect(codeOf(Buffer.from(body as string))).toBe("input_invalid_json");
  });

  it("is taken with odd but clear spelling", () => {
    const body = Buffer.from(' {"a" : 1.0, "b":[-0, 1e3, {"\\u0063":"\\ud83d\\ude42"}]}\r\n');
    const parsed = parseBody(body, scanBody(body, 128), 1000);
    expect(parsed["a"]).toBe(1);
    expect(JSON.stringify(parsed)).toBe('{"a":1,"b":[-0,1e3,{"c":"🙂"}]}');
  });
});

function numbered(count: number, write: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => write(at)).join(",");
}

describe("a long body that is to be translated", () => {
  const long = (member: string) => `{"text":"${"x".repeat(1024 * 1024)}",${member}}`;

  it.each([
    ["a repeated member", '"a":1,"a":2'],
    ["__proto__", '"__proto__":1'],
    ["half of a surrogate pair", '"a":"\\ud800"'],
    ["half of a surrogate pair in a name", '"\\ud800":1'],
    ["wrong syntax", '"a":[1 2]'],
  ])("is refused with %s", (_, member) => {
    expect(codeOf(Buffer.from(long(member)))).toBe("input_invalid_json");
  });

  it("is refused with bytes that are no UTF-8", () => {
    const body = Buffer.from(long('"a":"?"'));
    body[body.length - 3] = 0xff;
    expect(codeOf(body)).toBe("input_invalid_json");
  });

  it("is taken with long fractions, whole surrogate pairs and safe numbers", () => {
    const body = Buffer.from(long('"a":[0.30000000000000004,9007199254740991],"b":"\\ud83d\\ude42"'));
    expect(parseBody(body, scanBody(body, 128), 1000)).toMatchObject({
      a: [0.30000000000000004, 9007199254740991],
      b: "🙂",
    });
  });

  it("must be an object, which is known without parsing it", () => {
    expect(codeOf(Buffer.from(`[${"{},".repeat(400_000)}{}]`))).toBe("contract_schema_violation");
  });
});

describe("a body that two readers may understand differently", () => {
  const codeOfScan = (body: Buffer | string): string => {
    try {
      return scanBody(Buffer.from(body as string), 16).doubt?.code ?? "taken";
    } catch (error) {
      return AbpError.is(error) ? error.code : String(error);
    }
  };

  it.each([
    '{"model":"a","model":"b"}',
    '{"model":"a","model":"a"}',
    '{"model":"a","mod\\u0065l":"b"}',
    '{"\\u006d\\u006f\\u0064\\u0065\\u006c":"a","model":"b"}',
    '{"stream":true,"x":{},"stream":false}',
    '{"model":"a","Model":"b"}',
    '{"MODEL":"a"}',
    '{"\u017Ftream":true}',
    '{"model":"a","M\\u004fdel":"b"}',
  ])("is refused with E003 if a member that decides the route is given twice: %s", (text) => {
    expect(codeOfScan(text)).toBe("mapping_ambiguous");
  });

  it("names the member, the reason and the readings", () => {
    expect(() => scanBody(Buffer.from('{"model":"a","model":"b"}'), 16)).toThrow(
      expect.objectContaining({
        where: "$.model",
        details: {
          reason: "model is given more than once, or in other letter cases",
          possible_interpretations: ["the first model", "the last model"],
        },
      }),
    );
  });

  it.each([
    '{"x":1,"x":2,"model":"a"}',
    '{"model":"a","messages":[{"model":"b","model":"c"}]}',
    '{"model":"a","models":"b","mode":"c","model ":"d","xmodel":1}',
    '{"model":"model","a":"model","b":"stream"}',
    '{"model":"a","__proto__":{"model":"b"}}',
    '{"modełl":1,"möde":2,"model":"a"}',
  ])("is taken if it is clear which member is meant: %s", (text) => {
    expect(codeOfScan(text)).toBe("taken");
  });

  it.each([
    ["UTF-16, little-endian", Buffer.from('{"model":"a"}', "utf16le")],
    ["UTF-16 with a byte order mark", Buffer.from('\uFEFF{"model":"a"}', "utf16le")],
    ["UTF-16, big-endian", Buffer.from('{"model":"a"}', "utf16le").swap16()],
    ["UTF-16, big-endian, with a byte order mark", Buffer.from('\uFEFF{"model":"a"}', "utf16le").swap16()],
    ["a model that is no UTF-8", Buffer.from('{"model":"\xff"}', "latin1")],
    ["a comment before it", '/* x */{"model":"a"}'],
    ["a line comment before it", '  # x\n{"model":"a"}'],
    ["a comment within it", '{/*"model":"a",*/"model":"b"}'],
    ["a comment in a list", '{"a":[1,//\n2],"model":"b"}'],
    ["a name without quotes", '{model:"a"}'],
    ["single quotes", "{'model':'a'}"],
  ])("is in doubt with %s, which only some readers take", (_, body) => {
    expect(codeOfScan(body)).toBe("input_invalid_json");
  });

  it("is taken with bytes that are no UTF-8 elsewhere, which pass through", () => {
    expect(codeOfScan(Buffer.from('{"model":"a","x":"\xff"}', "latin1"))).toBe("taken");
  });

  it("is taken with NaN and Infinity, which Python writes", () => {
    expect(codeOfScan('{"model":"a","x":NaN,"y":[-Infinity]}')).toBe("taken");
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

  it("name no model if it is missing, is no text, or is malformed", () => {
    for (const text of ['{"a":1}', '{"model":7}', '{"model":null}', '{"model":"\\x"}'])
      expect([text, scan(text).model]).toEqual([text, undefined]);
  });

  it("are none if the body is no object", () => {
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
    parseBody(Buffer.from(text as string), scanBody(Buffer.from(text as string), 64), 1000);

  it("is the value of the JSON, also behind a byte order mark", () => {
    expect(parse('{"a":[1,{"b":null}],"c":"ä"}')).toEqual({ a: [1, { b: null }], c: "ä" });
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    ["members", (count: number) => `{${numbered(count - 1, (at) => `"k${at}":0`)}}`],
    ["array items", (count: number) => `{"a":[${numbered(count - 2, () => "{}")}]}`],
    ["numbers", (count: number) => `{"a":[${numbered(count - 2, (at) => String(at))}]}`],
    ["texts", (count: number) => `{"a":[${numbered(count - 2, () => '","')}]}`],
    [
      "members of nested objects",
      (count: number) => `{"a":{"b":{${numbered(count - 3, (at) => `"${at}":1`)}}}}`,
    ],
  ])("may have as many values as the limit, of %s", (_, text) => {
    expect(parse(text(1000))).toBeDefined();
    expect(() => parse(text(1001))).toThrow(
      expect.objectContaining({
        code: "input_too_large",
        message: "the body has 1001 values; one that is read here may have 1000 (gateway.max_body_values)",
        details: { limit: 1000, setting: "gateway.max_body_values" },
      }),
    );
  });

  it("counts 64 escapes as one value, because they take as long", () => {
    const escapes = (count: number) => `{"a":"${"\\n".repeat(count)}"}`;
    expect(parse(escapes(998 * 64))).toBeDefined();
    expect(() => parse(escapes(998 * 64 + 1))).toThrow(
      /63873 escapes; 64 of them count as one of 1000 values/,
    );
  });

  it("must be an object", () => {
    for (const text of ["[]", "7", "null", '"text"'])
      expect(() => parse(text)).toThrow(
        expect.objectContaining({ code: "contract_schema_violation", message: "$ is not an object" }),
      );
  });

  it("is refused with the place of the fault if it is no JSON", () => {
    expect(() => parse('{"a":1')).toThrow(expect.objectContaining({ code: "input_invalid_json" }));
    expect(() => parse("")).toThrow(expect.objectContaining({ code: "input_invalid_json" }));
  });

  it("keeps whole numbers up to 2^53 - 1", () => {
    expect(parse('{"a":9007199254740991,"b":-9007199254740991}')).toEqual({
      a: 9007199254740991,
      b: -9007199254740991,
    });
  });

  it.each([
    "9007199254740993",
    "-9007199254740993",
    "18446744073709551616",
    "1e999",
    "-1e999",
    "1e-999",
    "0.12345678901234567890",
    "-0",
    "-0.0",
    "1.0",
    "2.50",
    "1e3",
    "1E+3",
    "0.0000001",
    "123456789012345678901234567890",
  ])("keeps %s as it is written, below the settings", (literal) => {
    for (const text of [`{"a":{"b":[${literal}]}}`, `{"a":[{"c":${literal},"d":1.5}]}`]) {
      expect(JSON.stringify(parse(text))).toBe(text);
      const long = `{"text":"${"x".repeat(1024 * 1024)}",${text.slice(1)}`;
      expect(JSON.stringify(parse(long))).toBe(long);
    }
    // A setting that a double holds is that double.
    const { a } = parse(`{"a":${literal}}`);
    expect(typeof a === "number" || JSON.stringify(a) === literal).toBe(true);
    expect(typeof parse('{"a":1.0}')["a"]).toBe("number");
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

  it("cannot be replaced if there is none", () => {
    for (const text of ['{"a":1}', "[]"]) {
      const body = Buffer.from(text);
      expect(spliceModel(body, scanBody(body, 8), "n")).toBeUndefined();
    }
  });
});

describe("members that are read without the rest", () => {
  const read = (text: string | Buffer, names = ["a", "b"]) => {
    const body = Buffer.from(text as string);
    return readMembers(body, scanBody(body, 8, names), names);
  };

  it("are those of the outermost object that were asked for", () => {
    expect(read('{"x":{"a":1},"a":"id","c":2,"b":{"id":"y"}}')).toEqual({ a: "id", b: { id: "y" } });
    expect(read("{}")).toEqual({});
    expect(read("[]")).toEqual({});
  });

  it("are refused if they are given twice, too long or no JSON", () => {
    expect(() => read('{"a":1,"a":2}')).toThrow(expect.objectContaining({ code: "mapping_ambiguous" }));
    const long = expect.objectContaining({ code: "contract_schema_violation", where: "$.b" });
    expect(() => read(`{"b":"${"x".repeat(4095)}"}`)).toThrow(long);
    expect(read(`{"b":"${"x".repeat(4094)}"}`)).toBeDefined();
    const invalid = expect.objectContaining({ code: "input_invalid_json", where: "$.a" });
    expect(() => read('{"a":nul}')).toThrow(invalid);
    expect(() => read(Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]))).toThrow(invalid);
  });
});
