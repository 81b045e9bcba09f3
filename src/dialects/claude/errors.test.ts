import { describe, expect, it } from "vitest";
import { type ErrorCode, errorCodes, errorRow } from "../../contract/index.ts";
import { claude } from "./index.ts";

const failed = (type: string, message = "m") => ({ type: "error", error: { type, message } });

describe("errors", () => {
  it.each<[number, string, ErrorCode]>([
    [400, "invalid_request_error", "validation_failed"],
    [401, "authentication_error", "backend_auth_failed"],
    [402, "billing_error", "backend_auth_failed"],
    [403, "permission_error", "backend_auth_failed"],
    [404, "not_found_error", "backend_model_not_found"],
    [413, "request_too_large", "input_too_large"],
    [429, "rate_limit_error", "backend_rate_limited"],
    [500, "api_error", "backend_unavailable"],
    [504, "timeout_error", "backend_timeout"],
    [529, "overloaded_error", "backend_unavailable"],
    [409, "brand_new_error", "validation_failed"],
  ])("read %i %s as %s, and are written back as they were", (status, type, code) => {
    const body = { ...failed(type), request_id: "req_1" };
    const failure = claude.readError(status, body);
    expect(failure).toMatchObject({ code, status, type, requestId: "req_1" });
    expect(claude.writeError(failure)).toEqual({ status, body });
  });

  it("tell a prompt that is too long and a filter from other faults", () => {
    const codeOf = (message: string) => claude.readError(400, failed("invalid_request_error", message)).code;
    expect(codeOf("prompt is too long: 210000 tokens > 200000 maximum")).toBe("backend_context_length");
    expect(codeOf("Output blocked by content filtering policy")).toBe("backend_content_filtered");
  });

  it("keep the vendor's own code and its details", () => {
    const details = { error_code: "thread_not_found", extra: 1 };
    const body = { type: "error", error: { type: "not_found_error", message: "m", details } };
    const failure = claude.readError(404, body);
    expect(failure.vendorCode).toBe("thread_not_found");
    expect(claude.writeError(failure).body).toEqual(body);
  });

  it.each([
    null,
    "gone",
    5,
    [],
    {},
    { message: "Too many requests" },
    { error: "x" },
    { error: { code: 1 } },
  ])("never throw on what clouds and proxies answer: %j", (body) => {
    expect(claude.readError(503, body)).toMatchObject({ code: "backend_unavailable", status: 503 });
  });

  it("of ours are a 400 that names the field and our code", () => {
    const written = claude.writeError({
      code: "mapping_unmappable_tool",
      status: 501,
      message: "$.tools[0] cannot be honoured",
      param: "$.tools[0]",
    });
    expect(written).toEqual({
      status: 400,
      body: {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "$.tools[0] cannot be honoured",
          details: { error_code: "mapping_unmappable_tool", mapping: "E002", param: "$.tools[0]" },
        },
        request_id: null,
      },
    });
  });

  it("of other vendors go by what happened, not by their words", () => {
    const written = claude.writeError({
      code: "backend_auth_failed",
      status: 401,
      message: "no key",
      type: "invalid_request_error",
      vendor: { openai: {} },
    });
    expect(written).toMatchObject({ status: 401, body: { error: { type: "authentication_error" } } });
    const busy = claude.writeError({ code: "backend_unavailable", status: 503, message: "busy" });
    expect(busy).toMatchObject({ status: 529, body: { error: { type: "overloaded_error" } } });
    const broken = claude.writeError({ code: "backend_unavailable", status: 500, message: "oops" });
    expect(broken).toMatchObject({ status: 500, body: { error: { type: "api_error" } } });
    const denied = claude.writeError({ code: "backend_auth_failed", status: 403, message: "no" });
    expect(denied).toMatchObject({ status: 403, body: { error: { type: "permission_error" } } });
  });

  it("have a status of the right class, whatever the code", () => {
    for (const code of errorCodes) {
      const { status: given, retryable } = errorRow(code);
      const { status, body } = claude.writeError({ code, status: given, message: "m" });
      expect(body).toMatchObject({ type: "error", error: { message: "m" } });
      expect(status).toBeGreaterThanOrEqual(400);
      // The SDK tries these again; what waits for a person is not tried again.
      if (retryable && given >= 429) expect(status === 429 || status >= 500, code).toBe(true);
    }
  });
});
