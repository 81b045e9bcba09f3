import { describe, expect, it } from "vitest";
import { AbpError, buildReceipt } from "../../../contract/index.ts";
import type { RunResult } from "../../../runtime/index.ts";
import { isGood } from "../../display/compare/compared-run.ts";
import { describeFailure, describeRun } from "./run-record.ts";

const receipt = buildReceipt({
  runId: "00000000-0000-4000-8000-000000000001",
  workOrderId: "00000000-0000-4000-8000-000000000002",
  startedAt: new Date(0),
  finishedAt: new Date(5000),
  backend: { id: "a", backend_version: "1" },
  outcome: "complete",
});
const verification = { ok: true };
const none = { find: async () => undefined };
const result = { receipt, verification } as unknown as RunResult;

describe("a run of a comparison", () => {
  it("says what the backend states if nothing was metered", async () => {
    const usage = { ...receipt.usage, input_tokens: 3, output_tokens: 4, estimated_cost_usd: 5 };
    const run = await describeRun("a", { ...result, receipt: { ...receipt, usage } }, none);
    expect(run).toEqual({
      backend: "a",
      run_id: receipt.meta.run_id,
      outcome: "complete",
      error: null,
      changes: { files: 0, added: 0, deleted: 0 },
      patch: null,
      check: null,
      cost_usd: 5,
      input_tokens: 3,
      output_tokens: 4,
      metered: false,
      models: [],
      duration_ms: 5000,
      losses: null,
      receipt: { sha256: receipt.receipt_sha256, verified: true },
    });
    expect(isGood(run)).toBe(true);
  });

  it("says what was metered, changed and checked, and what the calls lost", async () => {
    const models = [{ engine: "e", requested: "m", upstream: "m", reported: null, calls: 1 }];
    const check = { command: "x", exit_code: 1, duration_ms: 0, output_tail: "" };
    const model_calls = {
      calls: 1,
      refused: 0,
      usage: { ...receipt.usage, input_tokens: 1, output_tokens: 2, estimated_cost_usd: 0.5 },
      models,
      receipts: [{ run_id: "gone", sha256: "0".repeat(64) }],
    };
    const patch = { diffstat: { files: [{}, {}], added: 7, deleted: 8 } };
    const error = new AbpError("agent_failed", "it broke", { advice: "Mend it." });
    const run = await describeRun(
      "a",
      {
        ...result,
        receipt: {
          ...receipt,
          observed: { model_calls, check },
          verification: { ...receipt.verification, git_diff: "diff" },
        },
        patch,
        error,
      } as unknown as RunResult,
      none,
    );
    expect(run).toMatchObject({
      changes: { files: 2, added: 7, deleted: 8 },
      patch: "diff",
      check,
      cost_usd: 0.5,
      input_tokens: 1,
      output_tokens: 2,
      metered: true,
      models,
      losses: { fields: 0, unread: 1 },
      error: { code: "agent_failed", message: "it broke", advice: "Mend it." },
    });
  });

  it("has no result if it did not begin", () => {
    const run = describeFailure("a", new AbpError("agent_not_installed", "no", { advice: "Install it." }));
    expect(run).toEqual({
      backend: "a",
      run_id: null,
      outcome: "not started",
      error: { code: "agent_not_installed", message: "no", advice: "Install it." },
      changes: null,
      patch: null,
      check: null,
      cost_usd: null,
      input_tokens: null,
      output_tokens: null,
      metered: false,
      models: [],
      duration_ms: null,
      losses: null,
      receipt: null,
    });
    expect(isGood(run)).toBe(false);
  });

  it("is good only if it is complete, without an error, with a check that passed and a receipt that holds", async () => {
    const good = await describeRun("a", result, none);
    const check = { command: "x", exit_code: 0, duration_ms: 0, output_tail: "" };
    expect(isGood({ ...good, check })).toBe(true);
    expect(isGood({ ...good, check: { ...check, exit_code: 1 } })).toBe(false);
    expect(isGood({ ...good, outcome: "partial" })).toBe(false);
    expect(isGood({ ...good, error: { code: "x", message: "", advice: "" } })).toBe(false);
    expect(isGood({ ...good, receipt: { sha256: null, verified: false } })).toBe(false);
  });
});
