import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedExists, sharedJson } from "../../../test/shared.ts";
import { sha256Hex } from "../sha256.ts";
import { CanonicalError } from "./canonical-error.ts";
import { canonicalVectors, vectorBytes } from "./fixtures/canonical-vectors.ts";
import { NumberLexeme } from "./json-value.ts";
import { readJson } from "./reader.ts";
import { FloatNumber, serdeCanonicalize, serdeInteger } from "./serde.ts";

function rewrite(input: string | Uint8Array): string {
  return serdeCanonicalize(readJson(input, { numbers: "lexeme" }));
}

function refusedRule(write: () => string): string | undefined {
  try {
    write();
  } catch (error) {
    if (error instanceof CanonicalError) return error.rule;
    throw error;
  }
  return undefined;
}

describe("the serde form", () => {
  it.each(canonicalVectors.cases.filter((vector) => vector.serde !== undefined))("writes $name", (vector) => {
    expect(rewrite(vectorBytes(vector))).toBe(vector.serde);
  });

  it.each(canonicalVectors.cases.filter((vector) => vector.serde_refused !== undefined))(
    "refuses $name",
    (vector) => {
      expect(refusedRule(() => rewrite(vectorBytes(vector)))).toBe(vector.serde_refused);
    },
  );

  it("prints an integer at a float-typed place as a float", () => {
    const usage = readJson('{"b":0,"a":12,"c":18446744073709551615}', { numbers: "lexeme" }) as Record<
      string,
      NumberLexeme
    >;
    const typed = Object.fromEntries(
      Object.entries(usage).map(([key, lexeme]) => [key, new FloatNumber(lexeme)]),
    );
    expect(serdeCanonicalize(typed)).toBe('{"a":12.0,"b":0.0,"c":1.8446744073709552e+19}');
    expect(serdeCanonicalize(new FloatNumber("0.042"))).toBe("0.042");
  });

  it("keeps every 64-bit integer", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
        expect(rewrite(String(value))).toBe(String(value));
        expect(serdeInteger(new NumberLexeme(String(value)))).toBe(value);
      }),
    );
  });

  it("sorts keys as their UTF-8 bytes sort", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: "binary" })), (keys) => {
        const sorted = keys.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
        const text = rewrite(`{${keys.map((key) => `${JSON.stringify(key)}:null`).join(",")}}`);
        expect(text).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:null`).join(",")}}`);
      }),
    );
  });

  it("sorts the characters at the borders of the surrogates as their UTF-8 bytes sort", () => {
    const keys = ["\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{103ff}", "\u{10fc00}", "\u{10ffff}"];
    const write = (list: readonly string[]) =>
      serdeCanonicalize(Object.fromEntries(list.map((key) => [key, null])));
    expect(write(keys.toReversed())).toBe(`{${keys.map((key) => `${JSON.stringify(key)}:null`).join(",")}}`);
  });

  it("takes no JavaScript number and no text that is not a number", () => {
    expect(refusedRule(() => serdeCanonicalize([1] as never))).toBe("unsupported-value");
    expect(refusedRule(() => serdeCanonicalize(new FloatNumber("NaN")))).toBe("unsupported-value");
  });

  it("knows which literals are integers there", () => {
    const texts = ["-0", "1.0", "1e3", "18446744073709551616", "-9223372036854775809"];
    expect(texts.map((text) => serdeInteger(new NumberLexeme(text)))).toEqual(texts.map(() => undefined));
  });
});

interface GoldenVector {
  readonly source: string;
  readonly canonical: string;
  readonly sha256: string;
}

describe.skipIf(!sharedExists)("the golden receipts of abp/v0.1", () => {
  const { vectors } = sharedExists
    ? sharedJson<{ vectors: GoldenVector[] }>("vectors/abp-v0.1/golden/receipt-hash-vectors.json")
    : { vectors: [] };

  it("are seventeen", () => {
    expect(vectors).toHaveLength(17);
  });

  it.each(vectors)("come back byte for byte, with their hash: $source", ({ canonical, sha256 }) => {
    expect(rewrite(canonical)).toBe(canonical);
    expect(sha256Hex(rewrite(canonical))).toBe(sha256);
  });
});
