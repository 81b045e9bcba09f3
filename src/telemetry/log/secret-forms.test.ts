import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretForms } from "./secret-forms.ts";

describe("the forms of a secret", () => {
  test("one of them stands in the base64 of every text that holds the secret, wherever it begins", () => {
    const secret = fc.string({ unit: "binary", minLength: 10, maxLength: 40 });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), fc.boolean(), (value, before, after, isUrl) => {
        const encoded = Buffer.from(before + value.toWellFormed() + after).toString(
          isUrl ? "base64url" : "base64",
        );
        expect(secretForms(value).some((form) => encoded.includes(form))).toBe(true);
      }),
    );
  });

  test("an empty secret has none, and a short one no short pieces", () => {
    expect(secretForms("")).toEqual([]);
    expect(secretForms("abc")).toEqual(["abc", "YWJj"]);
  });
});
