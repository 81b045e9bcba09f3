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

  test("are the text itself, its escapes, and its base64 at each of three positions", () => {
    expect(secretForms("plain-secret")).toEqual([
      "plain-secret",
      "cGxhaW4tc2VjcmV0",
      "BsYWluLXNlY3Jld",
      "wbGFpbi1zZWNyZX",
    ]);
    expect(secretForms("secret ä/+ 1234")).toEqual([
      "secret ä/+ 1234",
      "secret%20%C3%A4%2F%2B%201234",
      "c2VjcmV0IMOkLysgMTIzNA==",
      "c2VjcmV0IMOkLysgMTIzNA",
      "secret%20%c3%a4%2f%2b%201234",
      "secret+%C3%A4%2F%2B+1234",
      "secret%20%C3%A4/+%201234",
      "secret%20%c3%a4/+%201234",
      "secret+%C3%A4/++1234",
      "c2VjcmV0IMOkLysgMTIzN",
      "NlY3JldCDDpC8rIDEyMz",
      "zZWNyZXQgw6QvKyAxMjM0",
    ]);
  });

  test("an empty secret has none, and a short one no short pieces", () => {
    expect(secretForms("")).toEqual([]);
    expect(secretForms("abc")).toEqual(["abc", "YWJj"]);
  });
});
