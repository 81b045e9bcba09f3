import { describe, expect, it } from "vitest";
import { AbpError } from "./abp-error.ts";
import { errorBody } from "./body.ts";
import { errorCodes, errorRow, wireErrorCode, wireErrorCodes } from "./table.ts";

describe("the error table", () => {
  it("holds the mapping taxonomy with its numbers, statuses and retry rules", () => {
    const taxonomy = errorCodes
      .map((code) => ({ code, row: errorRow(code) }))
      .filter(({ row }) => row.mapping !== undefined)
      .map(({ row }) => [row.mapping!.number, row.mapping!.type, row.status, row.retryable]);
    expect(taxonomy.sort()).toEqual([
      ["E001", "UnsupportedFeature", 400, false],
      ["E002", "UnsupportedTool", 400, false],
      ["E003", "AmbiguousMapping", 400, false],
      ["E004", "RequiresInteractiveApproval", 403, true],
      ["E005", "UnsafeByPolicy", 403, false],
      ["E006", "BackendCapabilityMissing", 501, false],
      ["E007", "BackendUnavailable", 503, true],
    ]);
  });

  it("marks as retryable every code that abp/v0.1 retries", () => {
    const retried = [
      "backend_unavailable",
      "backend_timeout",
      "backend_rate_limited",
      "backend_crashed",
      "rate_limit_exceeded",
      "circuit_breaker_open",
      "stream_closed",
    ];
    expect(wireErrorCodes.filter((code) => errorRow(code).retryable).sort()).toEqual(retried.sort());
  });

  it("gives older readers a code that they know, for every code", () => {
    for (const code of errorCodes) expect(wireErrorCodes).toContain(wireErrorCode(code));
    expect(wireErrorCodes).toHaveLength(44);
  });

  it("says of every code what it means and what to do next", () => {
    for (const code of errorCodes) {
      const row = errorRow(code);
      expect(row.title, code).toMatch(/^[A-Z].*[^.]$/);
      expect(row.advice, code).toMatch(/\.$/);
      expect(row.status, code).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("an error", () => {
  it("is recognised across copies of the package by its brand", () => {
    const foreign = { [Symbol.for("agent-backplane.error")]: true };
    expect(AbpError.is(new AbpError("internal", "x"))).toBe(true);
    expect(AbpError.is(foreign)).toBe(true);
    expect(AbpError.is(new Error("x"))).toBe(false);
    expect(AbpError.is(undefined)).toBe(false);
  });

  it("is written as the documented response body", () => {
    const error = new AbpError("mapping_unsupported_capability", "Logprobs are not supported by claude", {
      details: { feature: "logprobs", dialect: "openai", engine: "claude" },
    });
    expect(errorBody(error, { id: "req_1", timestamp: "2026-01-02T03:04:05Z" })).toEqual({
      error: {
        code: "E001",
        type: "UnsupportedFeature",
        message: "Logprobs are not supported by claude",
        details: {
          feature: "logprobs",
          dialect: "openai",
          engine: "claude",
          error_code: "mapping_unsupported_capability",
          advice: "Remove the field, choose another engine, or allow emulation.",
          documentation_url: "docs/errors.md#mapping_unsupported_capability",
        },
        request_id: "req_1",
        timestamp: "2026-01-02T03:04:05Z",
      },
    });
  });

  it("uses its own code and type if the taxonomy has no number", () => {
    const body = errorBody(new AbpError("receipt_log_forked", "x", { where: "log" }), {
      id: "r",
      timestamp: "t",
    });
    expect(body.error).toMatchObject({
      code: "receipt_log_forked",
      type: "ReceiptLogForked",
      details: { where: "log" },
    });
  });
});
