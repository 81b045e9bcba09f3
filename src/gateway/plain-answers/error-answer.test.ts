import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import { answerError, asAbpError, errorHeaders, failureOf, plainJson } from "./error-answer.ts";

describe("one of our errors as a failure that dialects translate", () => {
  it("has the code, the status of the table and a message that ends with the advice", () => {
    const error = new AbpError("auth_invalid", "the key is not known here", { advice: "Use another." });
    expect(failureOf(error)).toEqual({
      code: "auth_invalid",
      status: 401,
      message: "the key is not known here. Use another.",
    });
  });

  it.each([
    ["ends in a full stop.", "ends in a full stop."],
    ["why?", "why?"],
    ["stop!", "stop!"],
    ["a version 1.2 of it", "a version 1.2 of it."],
  ])("has the message %j as a sentence", (message, expected) => {
    expect(failureOf(new AbpError("auth_invalid", message, { advice: "" })).message).toBe(expected);
  });

  it("names the field as the caller wrote it, and only if it is one of the body", () => {
    expect(failureOf(new AbpError("validation_failed", "m", { where: "$.model" }))).toMatchObject({
      param: "model",
    });
    for (const where of ["header x-abp-mode", "model", "$"])
      expect(failureOf(new AbpError("validation_failed", "m", { where }))).not.toHaveProperty("param");
    expect(failureOf(new AbpError("validation_failed", "m"))).not.toHaveProperty("param");
  });

  it("names the number and the place in the message of a refused mapping", () => {
    const error = new AbpError("mapping_unsupported_capability", "no seed", { where: "$.seed", advice: "" });
    expect(failureOf(error)).toEqual({
      code: "mapping_unsupported_capability",
      status: 400,
      message: "E001 at $.seed: no seed.",
      param: "seed",
      details: {
        feature: "$.seed",
        documentation_url: "docs/errors.md#mapping_unsupported_capability",
      },
    });
    expect(failureOf(new AbpError("mapping_unsupported_capability", "no", { advice: "" })).message).toBe(
      "no.",
    );
    expect(failureOf(new AbpError("validation_failed", "no", { where: "$.a", advice: "" })).message).toBe(
      "no.",
    );
  });

  it.each([
    ["capability_unsupported", undefined, 400],
    ["policy_denied", undefined, 400],
    ["backend_unavailable", "$.model", 503],
    ["response_not_found", "$.previous_response_id", 400],
    ["response_not_found", undefined, 404],
    ["auth_required", "$.x", 401],
  ] as const)("has for %s at %s the status %s", (code, where, status) => {
    expect(failureOf(new AbpError(code, "m", where === undefined ? {} : { where })).status).toBe(status);
  });
});

describe("the headers of an error answer", () => {
  it("say whether a retry helps, and name the code, or the number if the error has one", () => {
    expect(errorHeaders(new AbpError("auth_invalid", "m"))).toEqual([
      "x-should-retry",
      "false",
      "x-abp-error",
      "auth_invalid",
    ]);
    expect(errorHeaders(new AbpError("backend_unavailable", "m"))).toEqual([
      "x-should-retry",
      "true",
      "x-abp-error",
      "E007",
    ]);
  });

  it("say when to retry: after the seconds that the error names, rounded up, or after one", () => {
    const retryAfter = (error: AbpError) => errorHeaders(error).slice(4);
    const rated = (seconds: unknown) =>
      new AbpError("too_many_calls", "m", { details: { retry_after_secs: seconds } });
    expect(retryAfter(rated(2.1))).toEqual(["retry-after", "3"]);
    expect(retryAfter(rated("9"))).toEqual(["retry-after", "1"]);
    expect(retryAfter(new AbpError("too_many_calls", "m"))).toEqual(["retry-after", "1"]);
    expect(retryAfter(new AbpError("shutting_down", "m"))).toEqual(["retry-after", "1"]);
    expect(retryAfter(new AbpError("backend_timeout", "m"))).toEqual([]);
  });

  it("name the methods that an endpoint takes", () => {
    const allow = (methods: unknown) =>
      errorHeaders(new AbpError("method_not_allowed", "m", { details: { allow: methods } })).slice(4);
    expect(allow(["GET", "POST"])).toEqual(["allow", "GET, POST"]);
    expect(allow("GET")).toEqual([]);
  });
});

describe("an error answer", () => {
  it("is written in the caller's dialect, with the run's id if there is a run", () => {
    const error = new AbpError("validation_failed", "no model", { where: "$.model", advice: "" });
    const { status, headers, body } = answerError(findDialect("claude"), error, "run-1");
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ type: "error", error: { message: "no model." } });
    expect(headers).toEqual([
      "content-type",
      "application/json",
      "content-length",
      String(body.length),
      "x-should-retry",
      "false",
      "x-abp-error",
      "validation_failed",
      "x-abp-run-id",
      "run-1",
      "request-id",
      "run-1",
    ]);
    expect(answerError(findDialect("claude"), error).headers).not.toContain("x-abp-run-id");
  });
});

describe("a whole JSON answer", () => {
  it("states its length in bytes, before further headers", () => {
    expect(plainJson(201, { a: "ä" }, ["x", "1"])).toEqual({
      status: 201,
      headers: ["content-type", "application/json", "content-length", "10", "x", "1"],
      body: '{"a":"ä"}',
    });
    expect(plainJson(200, []).headers).toEqual(["content-type", "application/json", "content-length", "2"]);
  });
});

describe("a thrown value", () => {
  it("is taken as it is if it is one of our errors", () => {
    const error = new AbpError("auth_invalid", "m");
    expect(asAbpError(error)).toBe(error);
  });

  it("becomes an internal error that reveals nothing of its cause, and keeps it for the log", () => {
    const cause = new Error("/etc/secret");
    const error = asAbpError(cause);
    expect([error.code, error.message, error.cause]).toEqual([
      "internal",
      "the call could not be served",
      cause,
    ]);
  });
});

describe("an error of the policy", () => {
  const details = { operation: "offer_tool", policy_rule: "r", risk_level: "high", secret: "s" };
  const denied = new AbpError("policy_denied", "no", { where: "$.tools[0]", details });
  const asked = new AbpError("policy_approval_required", "no", { where: "$.tools[0]", details });

  it("is a 400 that is not retried, though an approval may come later", () => {
    for (const error of [denied, asked]) {
      const { status, headers } = answerError(findDialect("openai"), error);
      expect([status, headers.slice(headers.indexOf("x-should-retry"))[1]]).toEqual([400, "false"]);
    }
    expect(errorHeaders(new AbpError("backend_unavailable", "m")).slice(0, 2)).toEqual([
      "x-should-retry",
      "true",
    ]);
  });

  it("has the details of its table and no others", () => {
    expect(failureOf(denied).details).toEqual({
      operation: "offer_tool",
      policy_rule: "r",
      risk_level: "high",
      documentation_url: "docs/errors.md#policy_denied",
    });
  });

  it.each([
    ["claude", ["error", "details"]],
    ["openai", ["error", "abp_details"]],
    ["kimi", ["error", "abp_details"]],
    ["copilot", ["error", "abp_details"]],
    ["codex", ["error", "abp_details"]],
    ["gemini", ["error", "details", "1", "metadata"]],
  ])("has its details in the body of %s", (dialect, path) => {
    const body: unknown = JSON.parse(answerError(findDialect(dialect), denied).body);
    const found = path.reduce((value, name) => (value as Record<string, unknown>)[name], body);
    expect(found).toMatchObject({ operation: "offer_tool", policy_rule: "r" });
  });

  it("has lists as texts if the vendor's details are texts", () => {
    const error = new AbpError("mapping_ambiguous", "two", {
      where: "$.tools[1]",
      details: { reason: "two", possible_interpretations: ["a", "b"] },
    });
    expect(answerError(findDialect("gemini"), error).body).toContain('"possible_interpretations":"a; b"');
    expect(answerError(findDialect("claude"), error).body).toContain('"possible_interpretations":["a","b"]');
  });
});
