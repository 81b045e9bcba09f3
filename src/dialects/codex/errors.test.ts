import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../contract/index.ts";
import { errorCode, readError, vendorCodeOf, writeError } from "./errors.ts";

describe("an error of the Responses API", () => {
  it.each<[string, ErrorCode]>([
    ["context_length_exceeded", "backend_context_length"],
    ["content_filter", "backend_content_filtered"],
    ["content_policy_violation", "backend_content_filtered"],
    ["image_content_policy_violation", "backend_content_filtered"],
    ["bio_policy", "backend_content_filtered"],
    ["misalignment_policy_violation", "backend_content_filtered"],
    ["model_not_found", "backend_model_not_found"],
    ["rate_limit_exceeded", "backend_rate_limited"],
    ["insufficient_quota", "backend_rate_limited"],
    ["invalid_api_key", "backend_auth_failed"],
    ["server_error", "backend_unavailable"],
    ["server_is_overloaded", "backend_unavailable"],
    ["slow_down", "backend_unavailable"],
  ])("%s is %s, whatever the status", (word, code) => {
    expect(errorCode(400, word)).toBe(code);
    expect(readError(400, { error: { message: "m", code: word } }).code).toBe(code);
    expect(readError(400, { error: { message: "m", type: word } }).code).toBe(code);
  });

  it.each<[number, ErrorCode]>([
    [401, "backend_auth_failed"],
    [403, "backend_auth_failed"],
    [404, "backend_model_not_found"],
    [408, "backend_timeout"],
    [504, "backend_timeout"],
    [413, "backend_context_length"],
    [429, "backend_rate_limited"],
    [500, "backend_unavailable"],
    [599, "backend_unavailable"],
    [0, "backend_unavailable"],
    [400, "validation_failed"],
    [499, "validation_failed"],
  ])("of status %i is %s if its own code says nothing", (status, code) => {
    expect(errorCode(status, undefined)).toBe(code);
    expect(errorCode(status, "brand_new")).toBe(code);
    expect(errorCode(status, "toString")).toBe(code);
  });

  it("keeps the field, type, code, request id and other members", () => {
    const error = { message: "m", type: "t", code: "c", param: "p", extra: 1 };
    expect(readError(400, { error, request_id: "req_1" })).toEqual({
      code: "validation_failed",
      status: 400,
      message: "m",
      param: "p",
      type: "t",
      vendorCode: "c",
      requestId: "req_1",
      vendor: { codex: { extra: 1 } },
    });
    expect(readError(400, { error: { message: "m", code: 7 } })).toEqual({
      code: "validation_failed",
      status: 400,
      message: "m",
      vendorCode: "7",
    });
    expect(readError(400, { code: "c", error: { message: "m" } }).vendorCode).toBe("c");
  });

  it.each<[unknown, string]>([
    [{ message: "top" }, "top"],
    [{ error: "text" }, "text"],
    [{ detail: "fastapi" }, "fastapi"],
    [{ detail: [{ loc: 1 }] }, '[{"loc":1}]'],
    ["plain", "plain"],
    ["", "The engine answered 500."],
    [undefined, "The engine answered 500."],
    [{ error: {} }, "The engine answered 500."],
    [{ message: null }, "The engine answered 500."],
  ])("has the message of %j", (body, message) => {
    expect(readError(500, body).message).toBe(message);
  });

  it("does not repeat its text among the other members", () => {
    expect(readError(500, { error: "text", detail: "d", more: 1 }).vendor).toEqual({ codex: { more: 1 } });
    expect(readError(500, { error: "text" })).not.toHaveProperty("vendor");
  });

  it.each<[string, string | undefined]>([
    ["backend_context_length", "context_length_exceeded"],
    ["backend_content_filtered", "content_policy_violation"],
    ["backend_model_not_found", "model_not_found"],
    ["backend_rate_limited", "rate_limit_exceeded"],
    ["rate_limit_exceeded", "rate_limit_exceeded"],
    ["backend_auth_failed", "invalid_api_key"],
    ["internal", undefined],
  ])("for our %s is %s", (code, word) => {
    expect(vendorCodeOf(code)).toBe(word);
  });

  it.each<[number, string]>([
    [401, "authentication_error"],
    [403, "permission_error"],
    [429, "rate_limit_error"],
    [500, "server_error"],
    [499, "invalid_request_error"],
  ])("of status %i has the type %s if the vendor named none", (status, type) => {
    expect(writeError({ code: "internal", status, message: "m" })).toEqual({
      status,
      body: { error: { message: "m", type, param: null, code: null } },
    });
  });

  it("is written with its own words, and with the number of a refusal of ours", () => {
    const failure = readError(400, { error: { message: "m", type: "t", code: "c", param: "p", extra: 1 } });
    expect(writeError(failure)).toEqual({
      status: 400,
      body: { error: { message: "m", type: "t", code: "c", param: "p", extra: 1 } },
    });
    expect(
      writeError({ code: "mapping_unsupported_capability", status: 422, message: "m" }).body,
    ).toMatchObject({
      error: { code: expect.stringMatching(/^E\d+/) },
    });
    expect(writeError({ code: "backend_rate_limited", status: 429, message: "m" }).body).toMatchObject({
      error: { code: "rate_limit_exceeded" },
    });
  });
});
