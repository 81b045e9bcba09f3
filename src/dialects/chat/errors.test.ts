import { describe, expect, it } from "vitest";
import { kimi } from "../kimi/index.ts";
import { openai } from "../openai/index.ts";
import { statusIn } from "./errors.ts";

describe("errors", () => {
  it.each([
    [400, { error: { message: "m", code: "context_length_exceeded" } }, "backend_context_length"],
    [400, { error: { message: "m", code: "content_filter" } }, "backend_content_filtered"],
    [
      400,
      { error: { message: "m", code: null, innererror: { code: "ResponsibleAIPolicyViolation" } } },
      "backend_content_filtered",
    ],
    [400, { error: { message: "m", innererror: { content_filter_result: {} } } }, "backend_content_filtered"],
    [400, { error: { message: "m", content_filter_results: {} } }, "backend_content_filtered"],
    [400, { error: { message: "m", innererror: { code: "odd" } } }, "validation_failed"],
    [429, { error: { message: "m", type: "insufficient_quota" } }, "backend_rate_limited"],
    [429, { error: { message: "m", type: "rate_limit_reached_error" } }, "backend_rate_limited"],
    [429, { error: { message: "m", type: "engine_overloaded_error" } }, "backend_unavailable"],
    [404, { error: { message: "m", code: "model_not_found" } }, "backend_model_not_found"],
    [401, { error: { message: "m", code: "invalid_api_key" } }, "backend_auth_failed"],
    [403, { error: { message: "m" } }, "backend_auth_failed"],
    [400, { error: { message: "m", type: "invalid_request_error", param: "x" } }, "validation_failed"],
    [500, { error: { message: "m" } }, "backend_unavailable"],
    [504, "<html>", "backend_timeout"],
    [400, { error: { message: "prompt too long; exceeded max context length" } }, "backend_context_length"],
    [400, { error: { code: 400, message: "a/b is not a valid model ID" } }, "backend_model_not_found"],
  ] as const)("reads %i %j as %s", (status, body, code) => {
    expect(openai.readError(status, body).code).toBe(code);
  });

  it.each([
    ["a text for an error", { code: "c", error: "m" }],
    ["detail", { detail: "m" }],
    ["members at the top", { object: "error", message: "m", type: "t" }],
    ["plain text", "m"],
  ])("finds the message of %s", (_, body) => {
    expect(openai.readError(400, body).message).toBe("m");
  });

  it.each([undefined, null, 3, [], {}, { error: null }, { error: [] }, { error: { message: { a: 1 } } }])(
    "never throws, whatever the body is: %j",
    (body) => {
      expect(openai.readError(500, body).message).not.toBe("");
    },
  );

  it("keeps its own words, numbers and extra members", () => {
    const body = {
      error: { message: "m", type: "odd", param: "p", code: 429, metadata: { raw: "x" } },
      user_id: "u",
    };
    expect(openai.writeError(openai.readError(429, body)).body).toEqual(body);
  });

  it.each([
    ["a text", { raw: " odd ", provider_name: "Acme" }, { text: "odd", by: "Acme" }],
    ["an object", { raw: { a: 1 }, provider_name: "" }, { text: '{"a":1}' }],
    ["a number", { raw: 7 }, { text: "7" }],
    ["nothing", { raw: "", provider_name: "Acme" }, undefined],
    ["null", { raw: null }, undefined],
    ["no object", "raw", undefined],
  ])("finds what a relay repeats of its vendor's error: %s", (_, metadata, expected) => {
    expect(openai.readError(400, { error: { message: "m", metadata } }).relayed).toEqual(expected);
  });

  it("judges an error by the words behind a relay as well", () => {
    const metadata = { raw: "exceeds the context window" };
    expect(openai.readError(400, { error: { message: "m", metadata } }).code).toBe("backend_context_length");
  });

  it("puts another dialect's error into its own words", () => {
    const failure = kimi.readError(429, { error: { message: "m", type: "rate_limit_reached_error" } });
    expect(openai.writeError(failure)).toEqual({
      status: 429,
      body: { error: { message: "m", type: "rate_limit_error", param: null, code: "rate_limit_exceeded" } },
    });
  });

  it("names our own code and number in a refusal of ours", () => {
    const failure = {
      code: "mapping_unsupported_capability",
      status: 400,
      message: "m",
      param: "$.top_k",
    } as const;
    expect(openai.writeError(failure).body).toEqual({
      error: {
        message: "m",
        type: "invalid_request_error",
        param: "$.top_k",
        code: "mapping_unsupported_capability",
        abp_code: "E001",
      },
    });
  });
});

it("a status that hides its text names no status", () => {
  expect(statusIn({ error: { status: { toString: 1, valueOf: 1 }, code: 429 } })).toBe(429);
  expect(statusIn({ error: { code: "503" } })).toBe(503);
});
