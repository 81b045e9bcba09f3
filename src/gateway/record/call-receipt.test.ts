import { describe, expect, it } from "vitest";
import { AbpError, type ErrorCode, type LossEntry, type LossReport } from "../../contract/index.ts";
import type { RoundRecord } from "../rounds/round-loop.ts";
import {
  buildCallReceipt,
  type CallFacts,
  outcomeOf,
  terminationOf,
  upstreamCallsOf,
  usageOf,
  withoutMapped,
} from "./call-receipt.ts";

const digest = (bytes: number) => ({ bytes, sha256: `${bytes}`.repeat(64) });
const call = { caller: "dev", dialect: "openai", engine: "e", engine_dialect: "claude" } as CallFacts["call"];
const NO_USAGE = {
  cache_read_tokens: null,
  cache_write_tokens: null,
  estimated_cost_usd: null,
  input_tokens: null,
  output_tokens: null,
  request_units: null,
};
const least: CallFacts = {
  runId: "00000000-0000-7000-8000-000000000001",
  workOrderId: "00000000-0000-7000-8000-000000000002",
  startedAt: new Date("2026-01-01T00:00:00.000Z"),
  finishedAt: new Date("2026-01-01T00:00:00.250Z"),
  clock: undefined,
  software: { name: "agent-backplane", version: "1.2.3" },
  mode: "passthrough",
  call,
  request: digest(1),
  response: undefined,
  upstreamRequest: undefined,
  upstreamResponse: undefined,
  usage: undefined,
  usageRaw: undefined,
  cost: undefined,
  mapping: [],
  negotiation: undefined,
  warnings: [],
  error: undefined,
  hadAnswer: false,
};

function report(...entries: LossEntry[]): LossReport {
  return { from: "openai", to: "claude", direction: "request", entries };
}

describe("the receipt of a call", () => {
  it("has only what is known", () => {
    expect(buildCallReceipt(least)).toStrictEqual({
      meta: {
        contract_version: "abp/v0.1",
        duration_ms: 250,
        finished_at: "2026-01-01T00:00:00.250Z",
        run_id: least.runId,
        started_at: "2026-01-01T00:00:00.000Z",
        work_order_id: least.workOrderId,
      },
      backend: { adapter_version: "1.2.3", backend_version: null, id: "e" },
      capabilities: {},
      mode: "passthrough",
      usage_raw: {},
      usage: NO_USAGE,
      trace: [],
      artifacts: [],
      verification: { git_diff: null, git_status: null, harness_ok: false },
      outcome: "complete",
      receipt_sha256: null,
      hash_alg: "jcs-sha256",
      observed: { call, request: digest(1), software: least.software },
      termination: { reason: "completed" },
    });
  });

  it("has everything that is known", () => {
    const decision = { rule: "r", subject: "s", ts: "2026-01-01T00:00:00.000Z", verdict: "denied" } as const;
    const search = { provider: "p", query_sha256: "q", result_sha256: ["r"], cost_usd: 0.5 };
    const negotiation = { decision_id: "d" } as CallFacts["negotiation"];
    const usage = { input: 3, output: 4, cacheRead: 1, cacheWrite: 2, serverTools: { web_search: 1 } };
    const receipt = buildCallReceipt({
      ...least,
      mode: "mapped",
      response: digest(2),
      upstreamRequest: digest(3),
      upstreamResponse: digest(4),
      usage,
      usageRaw: { raw: 1 },
      cost: { usd: 0.25, estimated: true },
      mapping: [
        report(
          { path: "$.a", disposition: "mapped", reason: "same" },
          { path: "$.b", disposition: "disclosed", reason: "gone" },
        ),
      ],
      negotiation,
      warnings: ["careful"],
      error: new AbpError("stream_closed", "it broke off"),
      hadAnswer: true,
      decisions: [decision],
      searches: [search],
      calls: [round(5), round(6)],
      transfer: { kind: "http" } as unknown as CallFacts["transfer"],
      clock: { clamped: true, stepped_back_ms: 9 },
    });
    const counted = {
      cache_read_tokens: 1,
      cache_write_tokens: 2,
      estimated_cost_usd: 0.25,
      input_tokens: 3,
      output_tokens: 4,
      request_units: null,
      server_tools: { web_search: 1 },
    };
    expect(receipt).toMatchObject({ mode: "mapped", outcome: "partial" });
    const { usage: stored, usage_raw, cost, decision_id, mapping, reported, observed, termination } = receipt;
    expect({ stored, usage_raw, cost, decision_id, mapping, reported, observed, termination }).toStrictEqual({
      stored: counted,
      usage_raw: { raw: 1 },
      cost: { usd: 0.25, estimated: true },
      decision_id: "d",
      mapping: [report({ path: "$.b", disposition: "disclosed", reason: "gone" })],
      reported: [{ by: "e", usage: counted, usage_raw: { raw: 1 } }],
      observed: {
        call,
        clock: { clamped: true, stepped_back_ms: 9 },
        policy: "enforced",
        policy_decisions: [decision],
        request: digest(1),
        response: digest(2),
        searches: [search],
        software: least.software,
        transfer: { kind: "http" },
        upstream_calls: [{ request: digest(5) }, { request: digest(6) }],
        upstream_request: digest(3),
        upstream_response: digest(4),
        warnings: ["careful"],
      },
      termination: { code: "stream_closed", message: "it broke off", reason: "failed" },
    });
    expect(receipt.negotiation).toBe(negotiation);
  });

  it("states usage whose raw form is missing", () => {
    expect(buildCallReceipt({ ...least, usage: { input: 1 } }).reported).toEqual([
      { by: "e", usage: { ...NO_USAGE, input_tokens: 1 }, usage_raw: {} },
    ]);
  });

  it("says that a policy was enforced also without a decision, and lists neither no searches nor one call alone", () => {
    const { observed } = buildCallReceipt({ ...least, decisions: [], searches: [], calls: [round(5)] });
    expect(observed).toStrictEqual({
      call,
      policy: "enforced",
      request: digest(1),
      software: least.software,
    });
  });
});

function round(bytes: number, more: Partial<RoundRecord> = {}): RoundRecord {
  return { request: digest(bytes), response: undefined, usage: undefined, ...more };
}

it("the calls of the engine have an answer and usage only if these are known", () => {
  expect(
    upstreamCallsOf([round(1), round(2, { response: digest(3) }), round(4, { usage: { output: 7 } })]),
  ).toStrictEqual([
    { request: digest(1) },
    { request: digest(2), response: digest(3) },
    { request: digest(4), usage: { ...NO_USAGE, output_tokens: 7 } },
  ]);
});

it("a count that is not known is null", () => {
  expect(usageOf(undefined, undefined)).toStrictEqual(NO_USAGE);
  expect(usageOf({ input: 0 }, { usd: 0, estimated: false })).toStrictEqual({
    ...NO_USAGE,
    input_tokens: 0,
    estimated_cost_usd: 0,
  });
});

describe("a loss report in a receipt", () => {
  const lost = (index: number) => ({ path: `$.${index}`, disposition: "disclosed", reason: "r" }) as const;

  it("has up to 1,000 entries, and the count of the others", () => {
    const all = Array.from({ length: 1002 }, (_, index) => lost(index));
    expect(withoutMapped(report(...all.slice(0, 1000)))).toEqual(report(...all.slice(0, 1000)));
    expect(withoutMapped(report(...all)).entries).toEqual([
      ...all.slice(0, 1000),
      { path: "$", disposition: "disclosed", reason: "2 further entries are left out" },
    ]);
    expect(withoutMapped(report(...all.slice(0, 1001))).entries).toHaveLength(1001);
  });

  it("cuts each text above 512 characters, and copies no entry if none is as long", () => {
    const [long, limit] = ["x".repeat(513), "x".repeat(512)];
    const short = { path: limit, disposition: "disclosed", reason: limit, feature: limit } as LossEntry;
    expect(withoutMapped(report(short)).entries[0]).toBe(short);
    for (const name of ["path", "reason", "feature"] as const)
      expect(withoutMapped(report({ ...short, [name]: long })).entries).toEqual([short]);
    const { feature: _, ...plain } = short;
    expect(withoutMapped(report({ ...plain, path: long })).entries).toStrictEqual([plain]);
  });
});

const OUTCOMES: readonly (readonly [ErrorCode, string, string])[] = [
  ["client_gone", "partial", "cancelled"],
  ["client_stalled", "partial", "cancelled"],
  ["run_cancelled", "partial", "cancelled"],
  ["stream_closed", "partial", "failed"],
  ["answer_unreadable", "partial", "failed"],
  ["shutting_down", "partial", "failed"],
  ["backend_timeout", "failed", "timed_out"],
  ["run_timed_out", "failed", "timed_out"],
  ["request_timed_out", "failed", "timed_out"],
  ["access_denied", "failed", "refused"],
  ["model_not_routed", "failed", "refused"],
  ["engine_not_found", "failed", "refused"],
  ["contract_schema_violation", "failed", "refused"],
  ["input_invalid_json", "failed", "refused"],
  ["mapping_lossy_conversion", "failed", "refused"],
  ["mapping_dialect_mismatch", "failed", "refused"],
  ["response_not_found", "failed", "refused"],
  ["run_not_found", "failed", "refused"],
  ["run_budget_exceeded", "failed", "refused"],
  ["mapping_unsupported_capability", "failed", "refused"],
  ["policy_denied", "failed", "refused"],
  ["backend_unavailable", "failed", "failed"],
  ["backend_rate_limited", "failed", "failed"],
  ["internal", "failed", "failed"],
];

describe("the end of a call", () => {
  it.each(OUTCOMES)(
    "with %s makes an answer that had begun %s, and is called %s",
    (code, outcome, reason) => {
      const error = new AbpError(code, "words");
      expect(outcomeOf(error, true)).toBe(outcome);
      expect(outcomeOf(error, false)).toBe("failed");
      expect(terminationOf(error)).toStrictEqual({ code, message: "words", reason });
      const placed = new AbpError(code, "words", { where: `$.${"x".repeat(600)}` });
      expect(terminationOf(placed)).toStrictEqual({
        code,
        message: "words",
        reason,
        where: `$.${"x".repeat(510)}`,
      });
    },
  );

  it("without an error is complete, whether or not there was an answer", () => {
    expect([outcomeOf(undefined, true), outcomeOf(undefined, false)]).toEqual(["complete", "complete"]);
  });

  it("leaves out what the engine wrote", () => {
    const error = new AbpError("backend_unavailable", "a secret", { details: { engine_status: 503 } });
    expect(terminationOf(error)).toStrictEqual({
      code: "backend_unavailable",
      message: "the engine answered with status 503",
      reason: "failed",
    });
  });
});
