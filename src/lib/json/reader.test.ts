import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalVectors, vectorBytes } from "./fixtures/canonical-vectors.ts";
import { mutateTexts } from "./fixtures/mutated-texts.ts";
import { JsonError, type JsonRule } from "./json-error.ts";
import { NumberLexeme } from "./json-value.ts";
import { type ReadJsonOptions, readJson } from "./reader.ts";

function refusal(
  input: string | Uint8Array,
  options: ReadJsonOptions & { numbers?: "double" } = {},
): JsonError {
  try {
    readJson(input, options);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error("the text was accepted");
}

// Vitest's own comparison stumbles over a member named `constructor`.
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected);
}

const anyString = fc.string({ unit: "binary" });
const anyJson = fc.jsonValue({ stringUnit: "binary", maxDepth: 6 });

describe("reading JSON", () => {
  it.each(canonicalVectors.cases.filter((vector) => vector.refused !== undefined))(
    "refuses $name",
    (vector) => {
      const error = refusal(vectorBytes(vector));
      expect(error.rule).toBe(vector.refused);
      expect(error.message).not.toMatch(/[\n\r]/);
      if (vector.text !== undefined) expect(refusal(vector.text).rule).toBe(vector.refused);
    },
  );

  it.each(canonicalVectors.cases.filter((vector) => vector.jcs !== undefined))("accepts $name", (vector) => {
    const bytes = vectorBytes(vector);
    const text = Buffer.from(bytes).toString();
    expectSame(readJson(bytes), JSON.parse(text));
    expectSame(readJson(text), JSON.parse(text));
  });

  it("gives back what JSON.stringify wrote", () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expectSame(readJson(text), JSON.parse(text));
        expectSame(readJson(Buffer.from(text)), JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps every double that ECMAScript prints", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readJson(JSON.stringify(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

it.each([
  ["", "the text ends before a value"],
  ["[", "the text ends before a value"],
  ["+1", 'expected a value, found "+"'],
  ["[.5]", 'expected a value, found "."'],
  ["[/]", 'expected a value, found "/"'],
  ["[:]", 'expected a value, found ":"'],
  ["[,]", 'expected a value, found ","'],
  ["-", "the text ends before the right digits of a number"],
  ["[-x]", 'expected the right digits of a number, found "x"'],
  ["[01]", 'expected the right digits of a number, found "1"'],
  ["{1}", 'expected a key, found "1"'],
])("%j is refused: %s", (text, reason) => {
  expect(refusal(text).message.replace(/ at line .*/, "")).toBe(reason);
});

describe("reading JSON, against JSON.parse", () => {
  const ownRules = new Set<JsonRule>([
    "duplicate-key",
    "lone-surrogate",
    "inexact-integer",
    "number-overflow",
    "number-underflow",
    "too-deep",
  ]);

  function compare(text: string): void {
    let expected: { readonly value: unknown } | undefined;
    try {
      expected = { value: JSON.parse(text) };
    } catch {
      expected = undefined;
    }
    try {
      const value = readJson(text);
      expect(expected, `only the reader accepts ${JSON.stringify(text)}`).toBeDefined();
      expectSame(value, expected?.value);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      if (!ownRules.has(error.rule))
        expect(expected, `${error.message}: ${JSON.stringify(text)}`).toBeUndefined();
    }
  }

  it("agrees on damaged texts, apart from the rules it adds", () => {
    const texts = canonicalVectors.cases.filter((vector) => vector.text !== undefined).map(vectorBytes);
    for (const bytes of mutateTexts(texts, 20_000, 11)) compare(Buffer.from(bytes).toString());
  });

  it("agrees on random text, apart from the rules it adds", () => {
    const token = fc.constantFrom(
      ...'{}[]:,"\\-+.eEu0123456789 \t\ntruefalsn',
      "\ud83d",
      "\ude00",
      "\u0000",
      '"a"',
    );
    fc.assert(fc.property(fc.string({ unit: token, maxLength: 12 }), compare), { numRuns: 5000 });
    fc.assert(fc.property(anyString, compare));
  });

  it("refuses random bytes with nothing but its own error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 24 }), (bytes) => {
        try {
          readJson(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonError);
        }
      }),
    );
  });
});

describe("the place of a refusal", () => {
  it("names line, column, offset and path", () => {
    const text = '{\n  "trace": [\n    {"ts": 1},\r\n    {"é😀": 0, "ts": 01}\n  ]\n}';
    const error = refusal(text);
    expect(error).toMatchObject({ rule: "syntax", line: 4, column: 22, path: "$.trace[1].ts" });
    expect(error.offset).toBe(text.indexOf("01") + 1);
    expect(error.message).toBe(
      'expected the right digits of a number, found "1" at line 4, column 22 ($.trace[1].ts)',
    );
    expect(refusal(Buffer.from(text)).offset).toBe(Buffer.from(text).indexOf("01") + 1);
  });

  it("points at the second of two equal keys", () => {
    expect(refusal('[{"a":{"odd name":1,"odd name":2}}]')).toMatchObject({
      rule: "duplicate-key",
      offset: 20,
      path: '$[0].a["odd name"]',
      message: 'the key "odd name" for the second time at line 1, column 21 ($[0].a["odd name"])',
    });
  });

  it.each([
    ['{"a":1,}', "$"],
    ['{"a":1,"', "$"],
    ['{"a":1,"b"}', "$.b"],
    ['{"a":1 "b":2}', "$.a"],
    ['{"a":{"b":1,x', "$.a"],
    ['{"a":[1,{"b":2},x', "$.a[2]"],
    ['[{"a":1},{x', "$[1]"],
  ])("is inside the object whose next key cannot be read: %s", (text, path) => {
    expect(refusal(text).path).toBe(path);
  });

  it("points at the first byte that is not UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from('["é",\n"'), Buffer.of(0xe2, 0x82), Buffer.from('"]')]);
    expect(refusal(bytes)).toMatchObject({ rule: "invalid-utf8", offset: 8, line: 2, column: 2, path: "$" });
  });

  it("agrees with a decoder that replaces where UTF-8 goes wrong", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0x20, 0x80, 0x9f, 0xa0, 0xbf, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xff)),
        (list) => {
          const bytes = Uint8Array.from([0x20, ...list]);
          const decoded = Buffer.from(bytes).toString();
          const error = refusal(bytes);
          // U+FFFD itself cannot be made of these bytes, so each one marks a replacement.
          if (!decoded.includes("\ufffd")) expect(error.rule).not.toBe("invalid-utf8");
          else
            expect(error).toMatchObject({
              rule: "invalid-utf8",
              offset: Buffer.byteLength(decoded.split("\ufffd")[0]!),
            });
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("names half of a surrogate pair that stands raw in a string", () => {
    expect(refusal('["😀\ud83d"]')).toMatchObject({ rule: "lone-surrogate", offset: 4, column: 4 });
    // The halves would make a pair if the escape were resolved first.
    expect(refusal('"\ud83d\\ude00"').rule).toBe("lone-surrogate");
  });

  it("stays on one line and short, whatever the keys hold", () => {
    const key = `a\u2028${"x".repeat(1000)}`;
    const error = refusal(JSON.stringify({ [key]: [1, { b: 0 }] }).replace("0", "01"));
    expect(error.path).toContain("x".repeat(1000));
    expect(error.message).not.toMatch(/[\n\r\u2028\u2029]/);
    expect(error.message.length).toBeLessThan(400);
  });
});

describe("the limits of reading", () => {
  it("refuses a million levels cleanly, closed or open, arrays or objects", () => {
    for (const text of ["[".repeat(1e6), "[".repeat(1e6) + "]".repeat(1e6), '{"a":'.repeat(1e6)]) {
      expect(refusal(text).rule).toBe("too-deep");
    }
    expect(refusal("[".repeat(1e6))).toMatchObject({ offset: 128, path: `$${"[0]".repeat(128)}` });
  });

  it("counts levels from the option and needs no stack for them", () => {
    expect(readJson("[[]]", { maxDepth: 2 })).toEqual([[]]);
    expect(refusal("[[[]]]", { maxDepth: 2 })).toMatchObject({ rule: "too-deep", offset: 2 });
    expect(refusal("[]", { maxDepth: 0 }).rule).toBe("too-deep");
    let value = readJson("[".repeat(1e6) + "]".repeat(1e6), { maxDepth: 1e6 });
    let depth = 0;
    for (; Array.isArray(value); depth += 1) value = value[0] as never;
    expect(depth).toBe(1e6);
  });

  it("counts the bytes of the text, not its characters", () => {
    expect(readJson('"éé"', { maxBytes: 6 })).toBe("éé");
    expect(refusal('"éé"', { maxBytes: 5 }).rule).toBe("too-large");
    expect(refusal(Buffer.from('"éé"'), { maxBytes: 5 }).rule).toBe("too-large");
  });
});

describe("keys that name parts of a prototype", () => {
  it("become own data and change no prototype", () => {
    const value = readJson('{"__proto__":{"polluted":1},"constructor":2,"toString":3,"":4}') as Record<
      string,
      unknown
    >;
    expect(Object.keys(value)).toEqual(["__proto__", "constructor", "toString", ""]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(value, "__proto__")).toEqual({
      value: { polluted: 1 },
      writable: true,
      enumerable: true,
      configurable: true,
    });
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("can be refused, at any depth and however they are spelled", () => {
    expect(refusal('[{"a":{"\\u005f_proto__":1}}]', { prototypeKeys: "refuse" })).toMatchObject({
      rule: "prototype-key",
      path: "$[0].a.__proto__",
    });
    expect(readJson('{"constructor":1}', { prototypeKeys: "refuse" })).toEqual({ constructor: 1 });
  });
});

describe("numbers kept as they are written", () => {
  it("come back as lexemes and are held to the grammar alone", () => {
    const value = readJson('[1, 1.0, -0, 1E400, 18446744073709551615, {"a": 1e-999}]', { numbers: "lexeme" });
    expect(value).toEqual([
      new NumberLexeme("1"),
      new NumberLexeme("1.0"),
      new NumberLexeme("-0"),
      new NumberLexeme("1E400"),
      new NumberLexeme("18446744073709551615"),
      { a: new NumberLexeme("1e-999") },
    ]);
    expect(() => readJson("01", { numbers: "lexeme" })).toThrow(JsonError);
  });
});
