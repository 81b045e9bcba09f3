import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listTokenProblems, MIN_TOKEN_LENGTH, tokenDigest } from "./caller-token.ts";

const sha256 = (token: string) => hash("sha256", token, "hex");

describe("the tokens of keys", () => {
  it("are taken if each is long enough and has one key", () => {
    const keys = {
      a: { token: "12345678" },
      b: { token: "12345679" },
      c: { token_sha256: sha256("1234567x") },
    };
    expect(listTokenProblems(keys)).toEqual([]);
    expect(MIN_TOKEN_LENGTH).toBe(8);
  });

  it.each(["", "a", "1234567", "ééééééé", "😀😀😀😀😀😀😀"])(
    "are refused where they are as short as %j",
    (token) => {
      expect(listTokenProblems({ ada: { token } })).toEqual([
        { name: "ada", member: "token", message: "is shorter than 8 characters" },
      ]);
    },
  );

  it.each([
    ["twice as it is", { token: "12345678" }, { token: "12345678" }, "token"],
    [
      "twice as a digest",
      { token_sha256: sha256("12345678") },
      { token_sha256: sha256("12345678") },
      "token_sha256",
    ],
    ["once as a digest", { token: "12345678" }, { token_sha256: sha256("12345678") }, "token_sha256"],
    ["first as a digest", { token_sha256: sha256("12345678") }, { token: "12345678" }, "token"],
  ])("are refused if two keys have one, %s, and the message does not say it", (_, ada, bob, member) => {
    expect(listTokenProblems({ ada, other: { token: "abcdefgh" }, bob })).toEqual([
      { name: "bob", member, message: "is also the token of `keys.ada`; each key needs its own" },
    ]);
  });

  it("have a digest, and a key without a token has none", () => {
    expect(tokenDigest({ token: "12345678" })).toBe(sha256("12345678"));
    expect(tokenDigest({ token_sha256: "00" })).toBe("00");
    expect(tokenDigest({})).toBeUndefined();
    expect(listTokenProblems({ a: {}, b: {} })).toEqual([]);
  });
});
