import { describe, expect, it } from "vitest";
import { findDialect } from "../registry/lookup.ts";
import { translateError } from "../translate/reply.ts";

/** The paths of an error that are lost on the way, and those that are not. */
function account(from: string, to: string, body: unknown, status = 400) {
  const { report } = translateError(findDialect(from), findDialect(to), status, body);
  const pathsOf = (disposition: string) =>
    report.entries.filter((entry) => entry.disposition === disposition).map(({ path }) => path);
  return { lost: pathsOf("disclosed"), kept: pathsOf("mapped"), report };
}

describe("the account of an error", () => {
  it("names what the caller's envelope cannot say, and nothing else", () => {
    const error = { type: "invalid_request_error", message: "no", details: { error_code: "odd_code" } };
    const body = { type: "error", error, request_id: "req_1" };
    expect(account("claude", "openai", body)).toMatchObject({
      lost: ["$.request_id", "$.error.details"],
      kept: ["$.type", "$.error.type", "$.error.message"],
      report: { from: "claude", to: "openai", direction: "error" },
    });
  });

  it("takes a value as said if the answer repeats it anywhere", () => {
    const error = { message: "the field is odd", type: "t", param: "odd", code: "unsupported_value" };
    expect(account("openai", "claude", { error }).lost).toEqual([]);
    const gemini = { error: { code: 400, message: "no", status: "INVALID_ARGUMENT" } };
    expect(account("gemini", "openai", gemini).lost).toEqual([]);
    expect(account("gemini", "openai", [gemini]).kept).toEqual([
      "$[0].error.code",
      "$[0].error.message",
      "$[0].error.status",
    ]);
  });

  it("takes a nested member as said only if all of it is", () => {
    const told = { error: { message: "see here: first, second", list: ["first", { a: "second" }] } };
    expect(account("openai", "claude", told).lost).toEqual([]);
    const half = { error: { message: "see here: first", list: ["first", { a: "second" }] } };
    expect(account("openai", "claude", half).lost).toEqual(["$.error.list"]);
  });

  it("does not take a short word for a quotation", () => {
    expect(account("openai", "claude", { error: { message: "abc", odd: "abc" } }).lost).toEqual([]);
    expect(account("openai", "claude", { error: { message: "abcd", odd: "abc" } }).lost).toEqual([
      "$.error.odd",
    ]);
    expect(account("openai", "claude", { error: { message: "abcde", odd: "abcd" } }).lost).toEqual([]);
  });

  it("takes what is relayed as said, under the name of the relay's vendor", () => {
    const metadata = { raw: "api_key=hunter2hunter2", provider_name: "Acme" };
    expect(account("openai", "claude", { error: { message: "no", metadata } }).lost).toEqual([]);
  });

  it("quotes names that are no words, and leaves nulls out of account", () => {
    expect(account("openai", "claude", { error: { message: "no", "a b": 1, c: null } }).lost).toEqual([
      '$.error["a b"]',
    ]);
  });

  it("is empty for a body that is no envelope, and bounded for any other", () => {
    for (const body of ["no", undefined, null, 3, [], [1, 2]])
      expect(account("openai", "claude", body).report.entries).toEqual([]);
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`m${index}`, `value ${index}`]),
    );
    expect(account("openai", "claude", { error: { message: "no", ...many } }).report.entries).toHaveLength(
      100,
    );
    let deep: unknown = "no way";
    for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };
    expect(account("openai", "claude", { error: { message: "no way", deep } }).lost).toEqual([
      "$.error.deep",
    ]);
  });
});
