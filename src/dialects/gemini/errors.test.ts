import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../contract/index.ts";
import { readError, writeError } from "./errors.ts";

describe("an error of the Gemini API", () => {
  it.each<[word: string, http: number, code: ErrorCode]>([
    ["CANCELLED", 499, "run_cancelled"],
    ["UNKNOWN", 500, "backend_unavailable"],
    ["INVALID_ARGUMENT", 400, "validation_failed"],
    ["DEADLINE_EXCEEDED", 504, "backend_timeout"],
    ["NOT_FOUND", 404, "backend_model_not_found"],
    ["ALREADY_EXISTS", 409, "validation_failed"],
    ["PERMISSION_DENIED", 403, "backend_auth_failed"],
    ["UNAUTHENTICATED", 401, "backend_auth_failed"],
    ["RESOURCE_EXHAUSTED", 429, "backend_rate_limited"],
    ["FAILED_PRECONDITION", 400, "validation_failed"],
    ["ABORTED", 409, "backend_unavailable"],
    ["OUT_OF_RANGE", 400, "validation_failed"],
    ["UNIMPLEMENTED", 501, "capability_unsupported"],
    ["INTERNAL", 500, "backend_unavailable"],
    ["UNAVAILABLE", 503, "backend_unavailable"],
    ["DATA_LOSS", 500, "backend_unavailable"],
  ])("%s (%i) is %s, and is written back", (word, http, code) => {
    const body = { error: { code: http, message: "m", status: word } };
    expect(readError(http, body)).toEqual({
      code,
      status: http,
      message: "m",
      type: word,
      vendorCode: String(http),
    });
    expect(writeError(readError(http, body))).toEqual({ status: http, body });
  });

  it.each<[http: number, code: ErrorCode, word: string]>([
    [400, "validation_failed", "INVALID_ARGUMENT"],
    [401, "backend_auth_failed", "UNAUTHENTICATED"],
    [403, "backend_auth_failed", "PERMISSION_DENIED"],
    [404, "backend_model_not_found", "NOT_FOUND"],
    [408, "backend_timeout", "DEADLINE_EXCEEDED"],
    [409, "backend_unavailable", "ABORTED"],
    [413, "validation_failed", "INVALID_ARGUMENT"],
    [422, "validation_failed", "INVALID_ARGUMENT"],
    [429, "backend_rate_limited", "RESOURCE_EXHAUSTED"],
    [499, "run_cancelled", "CANCELLED"],
    [500, "backend_unavailable", "INTERNAL"],
    [501, "capability_unsupported", "UNIMPLEMENTED"],
    [502, "backend_unavailable", "UNAVAILABLE"],
    [503, "backend_unavailable", "UNAVAILABLE"],
    [504, "backend_timeout", "DEADLINE_EXCEEDED"],
    [529, "backend_unavailable", "UNAVAILABLE"],
    [418, "validation_failed", "INVALID_ARGUMENT"],
    [599, "backend_unavailable", "INTERNAL"],
  ])("without a word goes by its status: %i is %s", (http, code, word) => {
    expect(readError(http, "no JSON")).toEqual({ code, status: http, message: "no JSON" });
    const written = writeError({ code: "internal", status: http, message: "m" });
    expect(written).toEqual({ status: http, body: { error: { code: http, message: "m", status: word } } });
  });

  it("is found in a list, in a text and in a stream that began well", () => {
    const error = { code: 503, message: "busy", status: "UNAVAILABLE" };
    for (const body of [{ error }, [{ error }], [{}, { error }], JSON.stringify([{ error }])])
      expect(readError(503, body)).toMatchObject({ code: "backend_unavailable", message: "busy" });
    expect(readError(200, { error }).status).toBe(503);
    expect(readError(200, { error: { message: "x", code: 12 } })).toMatchObject({
      status: 500,
      vendorCode: "12",
    });
    expect(readError(399, { error: { message: "x", code: 600 } }).status).toBe(500);
    expect(readError(400, { error: { message: "x", code: 599 } })).toMatchObject({
      code: "backend_unavailable",
      status: 400,
    });
  });

  it("has some message, whatever the body", () => {
    expect(readError(500, { error: "plain" }).message).toBe("plain");
    expect(readError(500, "  text  ").message).toBe("text");
    for (const body of ["", "  ", undefined, null, 3, [], {}, { error: 3 }])
      expect(readError(500, body).message).toBe("status 500");
    expect(readError(500, { error: { message: 3 } }).message).toBe("status 500");
  });

  it("knows a wrong key and a prompt that is too long, which are both a 400", () => {
    const code = (error: object) => readError(400, { error: { status: "INVALID_ARGUMENT", ...error } }).code;
    for (const reason of ["API_KEY_INVALID", "API_KEY_EXPIRED"])
      expect(code({ message: "m", details: [3, { reason }] })).toBe("backend_auth_failed");
    expect(code({ message: "m", details: [{ reason: "OTHER" }] })).toBe("validation_failed");
    expect(code({ message: "API key not valid. Please pass one." })).toBe("backend_auth_failed");
    expect(
      code({ message: "The input token count (9) exceeds the maximum number of tokens allowed (8)." }),
    ).toBe("backend_context_length");
  });

  it("names the field that is wrong, and keeps its details and other members", () => {
    const details = [{ x: 1 }, { fieldViolations: [] }, { fieldViolations: [{ field: "contents[0]" }] }];
    const failure = readError(400, { error: { message: "m", details, extra: 1 } });
    expect(failure).toMatchObject({ param: "contents[0]", vendor: { gemini: { details, extra: 1 } } });
    expect(writeError(failure).body).toEqual({
      error: { code: 400, message: "m", status: "INVALID_ARGUMENT", details, extra: 1 },
    });
    expect(
      readError(400, { error: { message: "m", details: [{ fieldViolations: [{ field: 3 }] }] } }).param,
    ).toBe(undefined);
  });

  it("of ours is a 400 with the field and our code", () => {
    const refusal = { code: "mapping_unsupported_capability", status: 422, message: "no" } as const;
    const info = {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "MAPPING_UNSUPPORTED_CAPABILITY",
      domain: "agent-backplane",
    };
    expect(writeError(refusal)).toEqual({
      status: 400,
      body: { error: { code: 400, message: "no", status: "INVALID_ARGUMENT", details: [info] } },
    });
    expect(writeError({ ...refusal, param: "$.seed", requestId: "req_1" }).body).toEqual({
      error: {
        code: 400,
        message: "no",
        status: "INVALID_ARGUMENT",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            fieldViolations: [{ field: "$.seed", description: "no" }],
          },
          { ...info, metadata: { requestId: "req_1" } },
        ],
      },
    });
    for (const code of [
      "contract_schema_violation",
      "validation_failed",
      "dialect_unknown",
      "capability_unsupported",
    ] as const)
      expect(writeError({ code, status: 422, message: "m" }).status).toBe(400);
    expect(writeError({ code: "backend_timeout", status: 504, message: "m", param: "p" }).body).toMatchObject(
      {
        error: { details: [{ fieldViolations: [{ field: "p", description: "m" }] }] },
      },
    );
    expect(writeError({ ...refusal, type: "NOT_FOUND" }).status).toBe(422);
    expect(writeError({ ...refusal, type: "not_google" }).status).toBe(400);
    expect(writeError({ ...refusal, vendorCode: "x" }).body).toEqual({
      error: { code: 400, message: "no", status: "INVALID_ARGUMENT" },
    });
  });
});
