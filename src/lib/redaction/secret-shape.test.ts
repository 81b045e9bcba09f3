import { describe, expect, it } from "vitest";
import { findSecretShapes } from "./secret-shape.ts";
import { replaceSpans } from "./span.ts";

const hide = (text: string) => replaceSpans(text, findSecretShapes(text), "#");

describe("what has the form of a secret", () => {
  it.each([
    ["sk-", 8],
    ["sk_live_", 8],
    ["rk_test_", 8],
    ["ghp_", 16],
    ["ghr_", 16],
    ["github_pat_", 16],
    ["glpat-", 16],
    ["xoxb-", 10],
    ["AIza", 30],
    ["ya29.", 16],
    ["hf_", 20],
    ["npm_", 20],
    ["gsk_", 20],
    ["whsec_", 20],
    ["r8_", 20],
    ["lin_api_", 20],
    ["dop_v1_", 20],
    ["xai-", 16],
    ["pplx-", 16],
    ["tvly-", 16],
    ["nvapi-", 16],
    ["eyJaaaaaa.", 4],
  ])("begins with %s and goes on for %i characters", (prefix, length) => {
    const end = prefix.startsWith("eyJ") ? "." : "";
    const short = `${prefix}${"a".repeat(length - 1)}${end}`;
    expect([hide(`x ${prefix}${"a".repeat(length)}${end} y`), hide(`x ${short} y`)]).toEqual([
      "x # y",
      `x ${short} y`,
    ]);
  });

  it("is random if its letters and digits change in kind often enough, those at the ends of the alphabets too", () => {
    const run = (count: number) => "aA0zZ9".repeat(9).slice(0, count).padEnd(40, "_");
    expect(hide(`x ${run(25)} y`)).toBe("x # y");
    expect(hide(`x ${run(24)} y`)).toBe(`x ${run(24)} y`);
  });

  it.each(["AKIA", "ASIA", "ABIA", "ACCA"])("is %s with 16 letters, no more and no fewer", (prefix) => {
    const [fewer, exact, more] = [15, 16, 17].map((length) => prefix + "A".repeat(length));
    expect([fewer, exact, more].map((text) => hide(text!))).toEqual([fewer, "#", more]);
  });

  it.each([
    ["Bearer abcdefgh", "Bearer #"],
    ["bearer    abcdefgh==, x", "bearer    #, x"],
    ["bearer abcdefg", "bearer abcdefg"],
    ["Basic understanding", "Basic understanding"],
    ["Basic abcdefghijklmnopqrs", "Basic abcdefghijklmnopqrs"],
    ["Basic abcdefghijklmnopqrst", "Basic #"],
    ["Basic abcdefgh=", "Basic #"],
    ["Basic abcdefg1", "Basic #"],
    ["Basic abcdefgH", "Basic #"],
    ["https://user:pw@host/a:b@c", "https://user:#@host/a:b@c"],
    ["https://user@host", "https://user@host"],
    ["https://:pw@host", "https://:#@host"],
    ["note:password=x y", "note:password=# y"],
    ['password=token="hunter2"', 'password=#"#"'],
    ["password=token=hunter2", "password=#"],
    ['{"api_key": \'a b\', "n": 1}', '{"api_key": \'#\', "n": 1}'],
    ['{\\"token\\":\\"a b\\"}', '{\\"token\\":\\"#\\"}'],
    ["Authorization: Digest abc def", "Authorization: # def"],
    ["token: [redacted] x", "token: # x"],
    ["run --password x --fast", "run --password # --fast"],
    ["run --password --fast", "run --password --fast"],
    ["name=x", "name=x"],
    ["password=", "password="],
    ["-----BEGIN PRIVATE KEY-----\na", "#"],
    ["a -----BEGIN RSA PRIVATE KEY-----\nb\n-----END RSA PRIVATE KEY----- c", "a # c"],
  ])("in %j leaves %j", (text, left) => {
    expect(hide(text)).toBe(left);
  });

  const segments = (count: number) => Array.from({ length: count }, (_, at) => "aA1"[at % 3]).join("");
  it.each<[string, string, boolean]>([
    ["32 characters that change at each", segments(32), true],
    ["31 characters", segments(31), false],
    ["no digits", "aB".repeat(20), false],
    ["no capital letters", "a1".repeat(20), false],
    ["no small letters", "A1".repeat(20), false],
    ["25 of them beside signs", segments(25) + "-".repeat(7), true],
    ["24 of them beside signs", segments(24) + "-".repeat(8), false],
    ["changes at two of five pairs", `${segments(10)}${"A".repeat(16)}------`, true],
    ["changes at fewer pairs", `${segments(9)}${"a".repeat(17)}------`, false],
    ["an id of a vendor", `msg_${segments(40)}`, false],
    ["a checksum", `sha256-${segments(40)}`, false],
    ["an id of nobody", `mine_${segments(40)}`, true],
  ])("is a long run with %s or is not", (_, run, isSecret) => {
    expect(hide(`x ${run} y`)).toBe(isSecret ? "x # y" : `x ${run} y`);
  });
});
