import { expect, test } from "vitest";
import { encodedForms, hideSecrets, knownSecrets, secretKind } from "./known-secrets.ts";
import { compileRedactor, REDACTED, redactText } from "./redact.ts";

test.each([
  ["", "common"],
  ["v1.", "common"],
  ["a1b2", "word"],
  ["a1b2c", "word"],
  ["a1b2c3", "distinct"],
  ["ollama", "common"],
  ["secrets", "common"],
  ["password", "word"],
  ["12345678", "word"],
  ["1234567", "common"],
  ["correct horse", "word"],
  ["abcdefghijklmno", "word"],
  ["abcdefghijklmnop", "distinct"],
  ["1234567890123456", "distinct"],
  ["\ud83d\ude00\ud83d\ude00\ud83d\ude00", "common"],
])("the value %j is %s", (value, kind) => {
  expect(secretKind(value)).toBe(kind);
});

test.each<[string, string[]]>([
  ["", []],
  ["abc", ["abc", "YWJj"]],
  ['a"/ü?', ['a"/ü?', 'a\\"/ü?', "a%22%2F%C3%BC%3F", "YSIvw7w/", "YSIvw7w_"]],
  ["\ud800", ["\ufffd", "%EF%BF%BD", "77+9", "77-9"]],
])("the secret %j may stand in other texts as %j", (secret, forms) => {
  expect(encodedForms(secret)).toEqual(forms);
});

test("hides an encoded word only in a form that is no ordinary text", () => {
  const hide = (text: string) => hideSecrets(text, knownSecrets(["v1.0"]), "***");
  expect(["v1.0", "xv1.0", "djEuMA==", "xdjEuMA==", "djEuMA", "xdjEuMA"].map(hide)).toEqual([
    "***",
    "xv1.0",
    "***",
    "x***",
    "djEuMA",
    "xdjEuMA",
  ]);
});

test("hides known secrets with the mark of the caller, and nothing that only looks like one", () => {
  const secrets = knownSecrets(["s3cr3t-value", "password"]);
  const hide = (text: string) => hideSecrets(text, secrets, "***");
  expect(hide("a s3cr3t-value b s3cr3t-value")).toBe("a *** b ***");
  expect(hide("Bearer sk-0123456789abcdef0123456789abcdef")).toBe(
    "Bearer sk-0123456789abcdef0123456789abcdef",
  );
  expect(hide("my password, mypassword, password_x")).toBe("my ***, mypassword, password_x");
  expect(hide("")).toBe("");
});

test("finds occurrences that overlap, and each form once", () => {
  expect(hideSecrets("a1a1a1a1a1!", knownSecrets(["a1a1a1a1"]), "*")).toBe("*!");
  expect(knownSecrets(["a/b+c?d=1"]).find("a%2Fb%2Bc%3Fd%3D1")).toHaveLength(1);
  expect(knownSecrets(["a1b2c3"]).find("a1b2c3")).toEqual([[0, 6]]);
  const json = JSON.stringify('q"1\\2x');
  expect(hideSecrets(json, knownSecrets(['q"1\\2x']), "*")).toBe('"*"');
  const base64 = Buffer.from("key with ?> 1").toString("base64");
  expect(hideSecrets(`x ${base64}`, knownSecrets(["key with ?> 1"]), "*")).toBe("x *");
});

test("takes the longest of the words that begin alike", () => {
  const secrets = knownSecrets(["abcdefgh", "abcdefgh ijkl"]);
  expect(hideSecrets("say abcdefgh ijkl now", secrets, "*")).toBe("say * now");
  expect(hideSecrets("say abcdefgh now", secrets, "*")).toBe("say * now");
});

test("hides a value that is too short to be a secret only if a credential stands there", () => {
  const secrets = knownSecrets(["ollama", "ollama-x"]);
  for (const [text, hidden] of [
    ["key: ollama", "key: *"],
    ["Incorrect API key provided: ollama.", "Incorrect API key provided: *."],
    ["password='ollama'", "password='*'"],
    ["Bearer ollama", "Bearer *"],
    ["ollama is running", "ollama is running"],
    ["key: ollamas", "key: ollamas"],
  ])
    expect(hideSecrets(text!, secrets, "*")).toBe(hidden);
});

test("the encoding of a form is that of the caller", () => {
  const secrets = knownSecrets(["a1b2c3d4"], (secret) => [secret.toUpperCase()]);
  expect(hideSecrets("a1b2c3d4 A1B2C3D4", secrets, "*")).toBe("* *");
  const [text] = [Buffer.from("a1b2c3d4").toString("base64")];
  expect(hideSecrets(text!, secrets, "*")).toBe(text);
});

test("a redactor for many texts hides known secrets, and what looks like one", () => {
  const redactor = compileRedactor(["s3cr3t-value"]);
  const token = `sk-${"a1B2c3D4".repeat(5)}`;
  for (const text of ["x s3cr3t-value", `use ${token} now`, "nothing", "\ud800 s3cr3t-value"])
    expect(redactor(text)).toBe(redactText(text, { secrets: ["s3cr3t-value"] }));
  expect(redactor("x s3cr3t-value")).toBe(`x ${REDACTED}`);
  expect(redactor(`use ${token} now`)).toBe(`use ${REDACTED} now`);
  expect(redactor("\ud800")).toBe("\ufffd");
  expect(compileRedactor(knownSecrets(["s3cr3t-value"]))("x s3cr3t-value")).toBe(`x ${REDACTED}`);
});
