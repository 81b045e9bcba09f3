import { expect, it } from "vitest";
import { escapeAll } from "./ascii-code.ts";

// Texts that are evaluated both as written and with the characters escaped.
it.each([
  '"– 😀 \\\\– é"',
  "`…\\`–`",
  '/^[–😀]+$/u.test("–😀")',
  '/[^\\p{L}é]$/v.test("é")',
  '/^a…$/.test("a…")',
  '"a\\\\\\\\…"',
])("means the same: %s", (program) => {
  const escaped = escapeAll(program);
  expect(escaped).toMatch(/^[\0-\x7f]*\\u[\0-\x7f]*$/);
  const evaluate = (code: string): unknown => new Function(`return ${code};`)();
  expect(evaluate(escaped)).toEqual(evaluate(program));
});

it("refuses a character after a backslash, which would not be the same", () => {
  expect(() => escapeAll("`\\–`")).toThrow("write the character without it");
});
