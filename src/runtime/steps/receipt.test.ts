import { describe, expect, it } from "vitest";
import { AbpError, openPolicy } from "../../contract/index.ts";
import { canonicalize, sha256Hex } from "../../lib/index.ts";
import { defaultEmulators } from "../../negotiation/index.ts";
import { compilePolicy, tightenPolicy } from "../../policy/index.ts";
import { endWith, type RunEnd } from "../ending/run-end.ts";
import { RunSecrets } from "../events/run-secrets.ts";
import { Trace } from "../events/trace.ts";
import { FakeBackend, report, say } from "../fixtures/fake-backend.ts";
import { FakeLog } from "../fixtures/fake-log.ts";
import { order as orderOf } from "../fixtures/start-run.ts";
import { negotiateRun } from "./negotiate.ts";
import { buildRunReceipt, type RunFacts, recordRun } from "./receipt.ts";

const order = orderOf();
const runId = "01890a5d-ac96-774b-bcce-b302099a8058";
const floor = { ...openPolicy(), disallowed_tools: ["Bash"] };
const { facts: backend } = new FakeBackend();
const enforcement = {
  level: "L1",
  tools: "gate",
  read: "advisory",
  write: "advisory",
  network: "advisory",
} as const;
const event = say("hello");
const line = canonicalize(event);
const record = { ts: "2026-01-01T00:00:00Z", verdict: "denied", subject: "Bash", rule: "r" };
const completed: RunEnd = { report, termination: { reason: "completed" }, error: undefined };

function factsOf(more: Partial<RunFacts> = {}): RunFacts {
  const trace = new Trace();
  trace.add(event, line);
  return {
    order,
    runId,
    mode: "passthrough",
    startedAt: new Date(1000),
    finishedAt: new Date(3500),
    clock: undefined,
    software: { name: "abp", version: "9" },
    backend,
    policy: tightenPolicy(compilePolicy(floor), order.policy),
    enforcement,
    decisions: { entries: [], omitted: 0 },
    decision: undefined,
    emulations: [],
    projection: undefined,
    trace,
    budget: undefined,
    sessionEnd: {},
    workspace: undefined,
    modelCalls: undefined,
    resumedRun: undefined,
    warnings: [],
    secrets: new RunSecrets(),
    ...more,
  };
}

const build = (more: Partial<RunFacts> = {}, end = completed) => buildRunReceipt(factsOf(more), end);

/** What the runtime itself states about every run. */
const always = {
  work_order_sha256: sha256Hex(canonicalize(order)),
  policy_sha256: sha256Hex(canonicalize([floor, order.policy])),
  policy: "enforced",
  sandbox_level: "L1",
  enforcement,
  software: { name: "abp", version: "9" },
  trace: { events: 1, kept: 1, sha256: sha256Hex(`${line}\n`) },
};

describe("the receipt of a run", () => {
  it("states the run, its times and its backend, and claims nothing that did not happen", () => {
    const receipt = build();
    expect(receipt).toMatchObject({
      meta: {
        run_id: runId,
        work_order_id: order.id,
        started_at: "1970-01-01T00:00:01.000Z",
        finished_at: "1970-01-01T00:00:03.500Z",
        duration_ms: 2500,
      },
      mode: "passthrough",
      backend: backend.identity,
      capabilities: backend.capabilities,
      outcome: "complete",
      termination: { reason: "completed" },
      trace: [event],
      artifacts: [],
    });
    expect(receipt.verification).toStrictEqual({ git_diff: null, git_status: null, harness_ok: true });
    expect(receipt.observed).toStrictEqual(always);
    expect(receipt.reported).toStrictEqual([{ by: "fake", outcome: "complete", usage_raw: {} }]);
    expect(receipt).not.toHaveProperty("decision_id");
    expect(receipt).not.toHaveProperty("negotiation");
  });

  it("holds the reason and the code of a sidecar that could not go on, as it gave them", () => {
    const reportOf = (code: "sidecar_fatal" | "backend_crashed", details: object) =>
      buildRunReceipt(
        factsOf(),
        endWith(new AbpError(code, "no quota", { details: { ...details } }), "failed"),
      ).reported?.[0];
    expect(reportOf("sidecar_fatal", { reported_code: "rate" })).toMatchObject({
      outcome: "failed",
      error: "no quota",
      error_code: "rate",
    });
    expect(reportOf("sidecar_fatal", {})).toMatchObject({ error: "no quota" });
    expect(reportOf("sidecar_fatal", {})).not.toHaveProperty("error_code");
    expect(reportOf("backend_crashed", { reported_code: "rate" })).not.toHaveProperty("error");
  });

  it("holds what was observed on the way", () => {
    const sidecar = { stderr_tail: "oops" };
    const exit = { code: 1, signal: null };
    const budget = { limit_usd: 1, reported_usd: 0.5, metered_usd: null };
    const clock = { clamped: true, stepped_back_ms: 7 } as const;
    const { observed } = build({
      clock,
      sessionEnd: { sidecar, exit },
      projection: "a scores most",
      decisions: { entries: [record], omitted: 1 },
      budget,
      warnings: ["one"],
    });
    expect(observed).toStrictEqual({
      ...always,
      sidecar,
      exit,
      projection: "a scores most",
      policy_decisions: [record],
      policy_decisions_omitted: 1,
      budget,
      warnings: ["one"],
      clock,
    });
  });

  it("holds what was found in the workspace, after what the backend made", () => {
    const made = { kind: "file", path: "made", sha256: "a".repeat(64), bytes: 1 };
    const found = { kind: "patch", path: "patch.diff", sha256: "b".repeat(64), bytes: 2 };
    const workspace = {
      record: { isolation: "copy", complete: true } as const,
      patch: undefined,
      artifacts: [found],
      gitDiff: "the diff",
      gitStatus: "the status",
      changedSettings: [],
      warnings: [],
      error: undefined,
    };
    const receipt = build({ workspace }, { ...completed, report: { ...report, artifacts: [made] } });
    expect(receipt.artifacts).toEqual([made, found]);
    expect(receipt.verification).toEqual({
      git_diff: "the diff",
      git_status: "the status",
      harness_ok: true,
    });
    expect(receipt.observed).toStrictEqual({ ...always, workspace: workspace.record });
  });

  it("holds the decision of the negotiation", () => {
    const { decision } = negotiateRun({
      decisionId: "d",
      order,
      backend: new FakeBackend(),
      facts: backend,
      mode: undefined,
      execution: "mapped",
      emulators: defaultEmulators,
      isAttended: false,
      at: "2026-01-01T00:00:00.000Z",
    });
    expect(build({ decision })).toMatchObject({
      decision_id: "d",
      negotiation: { verdict: decision.verdict },
    });
  });

  it("keeps apart what the backend claims", () => {
    const claim = {
      ...report,
      outcome: "partial" as const,
      usage: { input_tokens: 3 },
      usageRaw: { tokens: 3 },
      harnessOk: false,
      receiptSha256: "c".repeat(64),
    };
    const receipt = build({}, { ...completed, report: claim });
    expect(receipt).toMatchObject({
      outcome: "partial",
      usage: { input_tokens: 3 },
      usage_raw: { tokens: 3 },
      verification: { harness_ok: false },
    });
    expect(receipt.reported).toStrictEqual([
      { by: "fake", outcome: "partial", usage_raw: { tokens: 3 }, receipt_sha256: "c".repeat(64) },
    ]);
    const silent = build({}, { ...completed, report: { ...report, usageRaw: undefined } });
    expect(silent.reported?.[0]?.usage_raw).toBeNull();
  });

  it("is that of a failed run if there is an error, whatever the backend claims", () => {
    const receipt = build({}, endWith(new AbpError("run_cancelled", "stop"), "cancelled", report));
    expect([receipt.outcome, receipt.reported?.[0]?.outcome]).toEqual(["failed", "complete"]);
    expect(receipt.termination).toEqual({ reason: "cancelled", code: "run_cancelled", message: "stop" });
  });
});

describe("the record of a run", () => {
  it("is the receipt in the log, with the error of the run", async () => {
    const log = new FakeLog();
    const error = new AbpError("run_cancelled", "stop");
    const { recorded, error: given } = await recordRun(factsOf(), endWith(error, "cancelled"), log);
    expect(given).toBe(error);
    expect(recorded.verification.ok).toBe(true);
    expect(log.stored.map(({ receipt }) => receipt)).toEqual([recorded.receipt]);
    expect(recorded.receipt.termination?.code).toBe("run_cancelled");
    expect((await recordRun(factsOf(), completed, undefined)).error).toBeUndefined();
  });

  it("is a failed run without the words of a backend that a receipt cannot hold", async () => {
    const log = new FakeLog();
    const identity = { id: "odd", backend_version: "1", adapter_version: "2" };
    const capabilities = { streaming: "magic" } as never;
    const { recorded, error } = await recordRun(
      factsOf({ backend: { identity, capabilities } }),
      completed,
      log,
    );
    expect(error).toMatchObject({
      code: "backend_crashed",
      message: expect.stringMatching(/^the backend reported content that a receipt cannot hold: ./),
    });
    expect(recorded.verification.ok).toBe(true);
    expect(recorded.receipt).toMatchObject({
      meta: { run_id: runId, duration_ms: 2500 },
      backend: { id: "odd", backend_version: null, adapter_version: null },
      capabilities: {},
      outcome: "failed",
      termination: { reason: "failed", code: "backend_crashed", message: error?.message },
      verification: { harness_ok: false },
      observed: { ...always, trace: { ...always.trace, kept: 0 } },
      trace: [],
    });
    expect(log.stored).toHaveLength(1);
  });

  it("is a failed run with nothing but its ids and times, if even our own findings cannot be held", async () => {
    const log = new FakeLog();
    const identity = { id: "", backend_version: null, adapter_version: null };
    const software = { name: "abp", version: 9 as never };
    const facts = factsOf({ backend: { identity, capabilities: {} }, software });
    const { recorded, error } = await recordRun(facts, completed, log);
    expect(error?.code).toBe("backend_crashed");
    expect(recorded.verification.ok).toBe(true);
    expect(recorded.receipt).toMatchObject({
      meta: { run_id: runId, work_order_id: order.id, duration_ms: 2500 },
      backend: { id: "unknown" },
      outcome: "failed",
      termination: { reason: "failed", code: "backend_crashed", message: error?.message },
    });
    expect(recorded.receipt).not.toHaveProperty("observed");
    expect(log.stored).toHaveLength(1);
  });

  it("fails with the log, and tries only once", async () => {
    const log = new FakeLog();
    let appended = 0;
    log.ledger.append = () => {
      appended += 1;
      return Promise.reject(new Error("the disk is gone"));
    };
    await expect(recordRun(factsOf(), completed, log)).rejects.toThrow("the disk is gone");
    expect(appended).toBe(1);
  });
});
