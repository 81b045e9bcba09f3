import reference from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalBytes, canonicalize } from "./canonical.ts";
import { CanonicalError } from "./canonical-error.ts";
import { canonicalVectors, vectorBytes } from "./fixtures/canonical-vectors.ts";
import { NumberLexeme } from "./json-value.ts";
import { readJson } from "./reader.ts";

function refusal(value: unknown): CanonicalError {
  try {
    canonicalize(value);
  } catch (error) {
    if (error instanceof CanonicalError) return error;
    throw error;
  }
  throw new Error("the value was accepted");
}

function wrap(depth: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

describe("canonical JSON", () => {
  it.each(canonicalVectors.cases.filter((vector) => vector.jcs !== undefined))("writes $name", (vector) => {
    const value = readJson(vectorBytes(vector));
    expect(canonicalize(value)).toBe(vector.jcs);
    expect(Buffer.from(canonicalBytes(value)).toString()).toBe(vector.jcs);
  });

  it.each(canonicalVectors.doubles)("writes the double $ieee754", ({ ieee754, jcs, refused }) => {
    const value = Buffer.from(ieee754, "hex").readDoubleBE();
    if (refused === undefined) expect(canonicalize(value)).toBe(jcs);
    else expect(refusal(value).rule).toBe(refused);
  });

  it("agrees with another implementation of RFC 8785", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 6 }), (value) => {
        expect(canonicalize(value)).toBe(reference(value));
      }),
      { numRuns: 2000 },
    );
  });

  it("sorts few members and many alike, names that look like numbers included", () => {
    const names = fc.oneof(fc.string({ unit: "binary", maxLength: 3 }), fc.nat(120).map(String));
    fc.assert(
      fc.property(fc.dictionary(names, fc.nat(), { maxKeys: 60 }), (object) => {
        expect(canonicalize(object)).toBe(reference(object));
      }),
    );
  });

  it("writes more names than it remembers", () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`name ${at}`, at]));
    expect(canonicalize(many)).toBe(reference(many));
    expect(canonicalize(many)).toBe(reference(many));
  });

  it("is the same for every order of members, and reads back as the same value", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), (object) => {
        const text = canonicalize(object);
        expect(canonicalize(Object.fromEntries(Object.entries(object).reverse()))).toBe(text);
        expect(canonicalize(readJson(text))).toBe(text);
      }),
    );
  });
});

it.each(["0", "1", "5", "9", "10", "00", "0a", "9a", "/", ":"])(
  "canonical JSON puts the name %j behind those that sort before it",
  (name) => {
    expect(canonicalize({ "!": 1, [name]: 2, a: 3 })).toBe(`{"!":1,"${name}":2,"a":3}`);
    expect(canonicalize({ a: 3, [name]: 2, "!": 1 })).toBe(`{"!":1,"${name}":2,"a":3}`);
  },
);

describe("canonical JSON refuses", () => {
  it.each<[unknown, string]>([
    [undefined, "undefined"],
    [() => 1, "function"],
    [1n, "bigint"],
    [new Date(0), "Date"],
    [new Map(), "Map"],
    [Object.create(Object.create(Object.create(null))), "object"],
  ])("%o, and says what it is", (value, kind) => {
    expect(refusal(value).message).toContain(`a value that JSON does not have (${kind})`);
  });

  it.each([
    ["undefined", undefined, "unsupported-value"],
    ["a function", () => 1, "unsupported-value"],
    ["a symbol", Symbol("a"), "unsupported-value"],
    ["a bigint", 1n, "unsupported-value"],
    ["a date", new Date(0), "unsupported-value"],
    ["a map", new Map(), "unsupported-value"],
    ["bytes", new Uint8Array(1), "unsupported-value"],
    ["a boxed string", Object("a"), "unsupported-value"],
    ["a number lexeme", new NumberLexeme("1"), "unsupported-value"],
    ["NaN", Number.NaN, "number-not-finite"],
    ["infinity", Number.NEGATIVE_INFINITY, "number-not-finite"],
    ["half of a surrogate pair", "a\ud800", "lone-surrogate"],
  ])("%s", (_name, value, rule) => {
    expect(refusal(value)).toMatchObject({ rule, path: "$" });
    expect(refusal({ list: [0, value] })).toMatchObject({ rule, path: "$.list[1]" });
  });

  it("a member that is undefined and a hole in an array, rather than drop them", () => {
    expect(refusal({ a: undefined }).path).toBe("$.a");
    const holed: number[] = [1];
    holed[2] = 2;
    expect(refusal(holed).path).toBe("$[1]");
  });

  it("a value at its own place, whatever stands before it", () => {
    expect(refusal({ b: 1, a: [0, { e: [], d: 1 }, { c: undefined }] })).toMatchObject({
      path: "$.a[2].c",
      message: "a value that JSON does not have (undefined) at $.a[2].c",
    });
  });

  it("half of a surrogate pair in a key", () => {
    expect(refusal({ "\udc00": 1 })).toMatchObject({ rule: "lone-surrogate", path: '$["\\udc00"]' });
  });

  it("more than 128 levels", () => {
    expect(canonicalize(wrap(128))).toHaveLength(64 * 2 + 64 * 6 + 4);
    expect(refusal(wrap(129)).rule).toBe("too-deep");
  });

  it("a value that contains itself, but not one that occurs twice", () => {
    const shared = { b: 1 };
    const many = Array.from({ length: 300 }, () => shared);
    expect(canonicalize(many)).toBe(`[${many.map(() => '{"b":1}').join(",")}]`);
    const circular: { inner: unknown[] } = { inner: [] };
    circular.inner.push(circular);
    expect(refusal(circular).rule).toBe("cycle");
  });
});

describe("what canonical JSON takes for an object", () => {
  it("includes objects without a prototype and own members named like the prototype's", () => {
    const bare = Object.assign(Object.create(null), { b: 1, a: 2 });
    expect(canonicalize(bare)).toBe('{"a":2,"b":1}');
    expect(canonicalize(JSON.parse('{"__proto__":1,"constructor":2}'))).toBe(
      '{"__proto__":1,"constructor":2}',
    );
  });
});
