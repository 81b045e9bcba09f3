import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalize } from "../json/index.ts";
import { secretKind } from "./known-secrets.ts";
import { REDACTED, redact, redactText } from "./redact.ts";

/** 43 characters as random as SHA-256 makes them, the same in every run. */
function randomToken(seed: number): string {
  return createHash("sha256").update(`token ${seed}`).digest("base64url");
}

describe("redaction by name", () => {
  const secretNames = [
    "apiKey",
    "api_key",
    "API_KEY",
    "X-Api-Key",
    "apikey",
    "password",
    "dbPassword",
    "password2",
    "passphrase",
    "client_secret",
    "secrets",
    "AWS_SECRET_ACCESS_KEY",
    "private_key",
    "Authorization",
    "auth",
    "accessToken",
    "refresh_tokens",
    "token",
    "Set-Cookie",
    "credentials",
  ];

  it.each(secretNames)("hides what stands under %s, however plain it looks", (name) => {
    expect(redact({ [name]: "hunter2" })).toEqual({ [name]: REDACTED });
    expect(redact({ outer: [{ [name]: { deep: "hunter2" } }] })).toEqual({ outer: [{ [name]: REDACTED }] });
    expect(redact("hunter2", { path: ["provider", name] })).toBe(REDACTED);
    expect(redactText(`${name}=hunter2`)).toBe(`${name}=${REDACTED}`);
    expect(redactText(`{"${name}":"hunter2"}`)).toBe(`{"${name}":"${REDACTED}"}`);
  });

  const plainNames = [
    "max_tokens",
    "maxTokens",
    "token_count",
    "cost_per_token",
    "eos_token",
    "stopToken",
    "secretary",
    "monkey",
    "key",
    "public_key",
    "api_key_env",
    "token_endpoint",
    "temperature",
    "author",
    "authority",
    "tokenizer",
  ];

  it.each(plainNames)("keeps what stands under %s", (name) => {
    expect(redact({ [name]: "value" })).toEqual({ [name]: "value" });
  });

  it("keeps whether a secret is there, and nothing of it", () => {
    expect(redact({ password: null, token: true, pin: 1, secret: 1234 })).toEqual({
      password: null,
      token: true,
      pin: 1,
      secret: REDACTED,
    });
  });

  it("hides every value under a secret name, whatever it is", () => {
    fc.assert(
      fc.property(fc.constantFrom(...secretNames), fc.jsonValue(), (name, value) => {
        const shown = redact({ [name]: value });
        const kept = value === null || typeof value === "boolean" ? value : REDACTED;
        expect(shown).toEqual({ [name]: kept });
      }),
    );
  });
});

describe("redaction by form", () => {
  const secrets = [
    "sk-ant-api03-Xy12",
    "sk-proj-abcdefghijk",
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0abcdefghijkl",
    "xoxb-123456789012-abcdef",
    "AIzaSyA-1234567890abcdefghijklmnopqrstuv",
    "hf_abcdefghijklmnopqrstuvwx",
    "sk_live_abcdefgh12345678",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIEow cut off",
    randomToken(1),
  ];

  it.each(secrets)("finds %s inside a sentence", (secret) => {
    expect(redactText(`it said ${secret}`)).toBe(`it said ${REDACTED}`);
    expect(redact({ note: [secret] })).toEqual({ note: [REDACTED] });
  });

  it.each([
    ["Authorization: Bearer abc", `Authorization: ${REDACTED}`],
    ["sent Bearer abcdefgh123 along", `sent Bearer ${REDACTED} along`],
    ["Basic dXNlcjpwYXNz", `Basic ${REDACTED}`],
    ["postgres://user:hunter2@host/db", `postgres://user:${REDACTED}@host/db`],
    ["run --api-key hunter2 --verbose", `run --api-key ${REDACTED} --verbose`],
    ["?access_token=hunter2&page=2", `?access_token=${REDACTED}&page=2`],
    ['{\\"apiKey\\":\\"hunter2\\"}', `{\\"apiKey\\":\\"${REDACTED}\\"}`],
    ['{"password":"hun\\"ter2","n":1}', `{"password":"${REDACTED}","n":1}`],
  ])("hides only the secret of %s", (text, shown) => {
    expect(redactText(text)).toBe(shown);
  });

  it("finds all but a few in a thousand long random tokens without a known prefix", () => {
    const tokens = Array.from({ length: 2000 }, (_, seed) => randomToken(seed));
    const missed = tokens.filter((token) => redactText(token) === token);
    expect(missed.length).toBeLessThan(20);
  });

  it.each([
    "claude-sonnet-4-20250514",
    "Qwen2.5-Coder-32B-Instruct-AWQ-Int4-GPTQ",
    "Meta-Llama-3-1-405B-Instruct-Turbo-FP8-dynamic",
    "accounts/fireworks/models/deepseek-r1-0528",
    "/home/user/src/components/UserProfile2/HTTPServerConnectionPool3.ts",
    "C:\\Users\\Ann\\Documents\\QuarterlyReport2025\\Final.docx",
    "getUserAccountInformationFromDatabase2AndThenSome",
    "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
    "toolu_01A09q90qw90lq917835lq9AbCdEfGh",
    "a basic understanding of the bearer of the news",
    "https://example.com/a?page=2#top",
    "2026-01-02T03:04:05.678Z",
    "temperature=0.7, max_tokens: 4096",
    "scikit-learn and sk-learn",
  ])("keeps %s", (text) => {
    expect(redactText(text)).toBe(text);
  });

  it("keeps every UUID and every hexadecimal digest, in either case", () => {
    const digest = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 128 });
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), digest), fc.boolean(), (text, upper) => {
        const shown = upper ? text.toUpperCase() : text;
        expect(redactText(shown)).toBe(shown);
      }),
    );
  });
});

describe("redaction by known values", () => {
  const secret = fc.string({ minLength: 6, unit: "binary" }).filter((text) => !/[[\]]/.test(text));
  const known = secret.filter(
    (text) => !REDACTED.includes(text) && secretKind(text.toWellFormed()) === "distinct",
  );

  it("leaves no given secret in any text or name, whatever surrounds it", () => {
    fc.assert(
      fc.property(known, fc.string(), fc.string(), (value, before, after) => {
        const options = { secrets: [value] };
        expect(redactText(before + value + after, options)).not.toContain(value);
        expect(JSON.stringify(redact({ [before + value]: [after + value] }, options))).not.toContain(value);
      }),
    );
  });

  it("finds secrets that overlap each other", () => {
    expect(redactText("-ab1d2f3h-", { secrets: ["ab1d2f", "1d2f3h"] })).toBe(`-${REDACTED}-`);
    expect(redactText("a1Xaa1Xaa1", { secrets: ["a1Xaa1"] })).toBe(REDACTED);
  });

  it("finds a secret inside JSON text, a URL and base64", () => {
    const value = 'p"ä ss';
    const options = { secrets: [value] };
    expect(redactText(JSON.stringify({ a: value }), options)).toBe(`{"a":"${REDACTED}"}`);
    expect(redactText(`?q=${encodeURIComponent(value)}`, options)).toBe(`?q=${REDACTED}`);
    expect(redactText(`<${Buffer.from(value).toString("base64")}>`, options)).toBe(`<${REDACTED}>`);
  });

  it.each([
    ["ak", "take the break: ak and Ak, ak-1, /ak/"],
    ["ollama", "the engine ollama at http://ollama:11434 serves ollama/llama3, codeollama"],
    ["none", "none of them"],
    ["EMPTY", "the list is EMPTY"],
    ["1234", "port 1234, 0.1234 and 41234"],
    ["v1", "POST /v1/messages"],
    ["gpt4", "gpt4o, gpt4-turbo and my_gpt4"],
    ["dummykey", "dummykeys are no dummykey-2 of my_dummykey"],
    ["lm-studio", "lm-studios and my-lm-studio"],
  ])("never cuts the short or dummy secret %s out of ordinary text", (value, text) => {
    const options = { secrets: [value] };
    expect(redactText(text, options)).toBe(text);
    expect(redact({ [text]: text, n: 12_341, m: 0.1234 }, options)).toEqual({
      [text]: text,
      n: 12_341,
      m: 0.1234,
    });
  });

  it.each([
    ["ak", "Authorization: Bearer ak", "Authorization: [redacted]"],
    ["ak", "sent Bearer ak to the engine", "sent Bearer [redacted] to the engine"],
    ["ollama", "Incorrect API key provided: ollama.", "Incorrect API key provided: [redacted]."],
    ["ollama", "api_key=ollama of the engine ollama", "api_key=[redacted] of the engine ollama"],
    ["ollama", "http://user:ollama@ollama:11434", "http://user:[redacted]@ollama:11434"],
    ["ollama", 'key: "ollama"', 'key: "[redacted]"'],
    ["gpt4", "wrong: gpt4!", "wrong: [redacted]!"],
    [
      "dummykey",
      "it sent <dummykey>, q=a%20dummykey&b and a\\ndummykey",
      "it sent <[redacted]>, q=a%20[redacted]&b and a\\n[redacted]",
    ],
    ["dummykey", "\u001b[31mdummykey\u001b[0m", "\u001b[31m[redacted]\u001b[0m"],
    ["dummykey", `x${Buffer.from("dummykey").toString("base64")}`, "x[redacted]"],
    ["hunter2", "xhunter2y", "x[redacted]y"],
    ["correcthorsebattery", "xcorrecthorsebatteryx", "x[redacted]x"],
  ])("hides the short or dummy secret %s where a credential stands: %s", (value, text, shown) => {
    expect(redactText(text, { secrets: [value] })).toBe(shown);
  });

  it("has no number that JSON cannot have", () => {
    const numbers = { a: Number.NaN, b: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 1e308] };
    expect(redact(numbers)).toEqual({ a: null, b: [null, null, -0, 1e308] });
  });

  it("finds a number that is a secret", () => {
    expect(redact({ n: 12345678 }, { secrets: ["12345678"] })).toEqual({ n: REDACTED });
  });

  it("keeps every value when many names become equal", () => {
    const secrets = ["hunter2", "hunter22", "hunter222", "hunter2222"];
    const shown = redact(Object.fromEntries(secrets.map((name, index) => [name, index])), { secrets });
    expect(shown).toEqual({
      [REDACTED]: 0,
      [`${REDACTED} 2`]: 1,
      [`${REDACTED} 3`]: 2,
      [`${REDACTED} 4`]: 3,
    });
  });

  it("keeps both values when two names become equal", () => {
    const shown = redact({ hunter2: 1, hunter22: 2, "x hunter2": 3 }, { secrets: ["hunter2", "hunter22"] });
    expect(shown).toEqual({ [REDACTED]: 1, [`${REDACTED} 2`]: 2, [`x ${REDACTED}`]: 3 });
  });
});

describe("redaction of any value", () => {
  it("gives JSON that has a canonical form, and never throws", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
        (value) => {
          expect(() => canonicalize(redact(value))).not.toThrow();
        },
      ),
    );
  });

  it("changes nothing the second time", () => {
    const words = fc.constantFrom(
      "password=",
      "hunter2",
      " ",
      "Bearer ",
      "sk-abcdefghijk",
      '"',
      ":",
      "token",
      "x",
    );
    fc.assert(
      fc.property(
        fc.array(words).map((parts) => parts.join("")),
        fc.jsonValue(),
        (text, value) => {
          const once = redact({ text, value });
          expect(redact(once)).toEqual(once);
        },
      ),
    );
  });

  it("comes to its end soon on long repetitive text", () => {
    for (const part of [
      "a",
      "aA1",
      "sk-",
      "eyJa.",
      "-----BEGIN ",
      'password: "',
      "x://a:",
      "--token ",
      '\\"',
    ]) {
      expect(redactText(part.repeat(200_000 / part.length)).length).toBeGreaterThan(0);
    }
  });

  it.each([
    ["lists", (inner: unknown) => [inner]],
    ["objects", (inner: unknown) => ({ a: inner })],
  ])("keeps 128 levels of %s, and hides what stands deeper", (_, around) => {
    const nest = (levels: number, inner: unknown) => {
      let value = inner;
      for (let level = 0; level < levels; level += 1) value = around(value);
      return value;
    };
    expect(redact(nest(127, []))).toEqual(nest(127, []));
    expect(redact(nest(128, "x"))).toEqual(nest(128, "x"));
    expect(redact(nest(128, []))).toEqual(nest(128, REDACTED));
  });

  it("ends at a cycle", () => {
    const value: Record<string, unknown> = {};
    value["self"] = value;
    expect(JSON.stringify(redact(value))).toContain(REDACTED);
  });
});
