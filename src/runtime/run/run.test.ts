import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { FakeBackend, report, say, untilCancelled } from "../fixtures/fake-backend.ts";
import { FakeLog } from "../fixtures/fake-log.ts";
import { added, FakeWorkspace } from "../fixtures/fake-workspace.ts";
import { finishRun, order, startRun } from "../fixtures/start-run.ts";

let log: FakeLog;
let workspace: FakeWorkspace;
beforeEach(() => {
  log = new FakeLog();
  workspace = new FakeWorkspace();
});
afterEach(() => workspace.close());

const ids = () => {
  let count = 0;
  return () => `00000000-0000-4000-8000-00000000000${count++}`;
};
const ask = { policy: { require_approval_for: ["Write"] } };
const call = {
  ts: "2026-01-01T00:00:00Z",
  type: "tool_call",
  tool_name: "Write",
  tool_use_id: null,
  parent_tool_use_id: null,
  input: {},
} as const;

/** A backend that reports a call of a tool before it asks for it. */
function asking(answers: unknown[]): FakeBackend {
  const backend = new FakeBackend(async function* ({ onToolRequest, signal }) {
    yield [call];
    answers.push(await onToolRequest?.({ toolName: "Write", input: { a: 1 } }, signal));
    return report;
  });
  backend.facts = { ...backend.facts, asksBeforeTools: true };
  return backend;
}

describe("a run of a backend whose facts are known", () => {
  it("negotiates once, before anything begins", async () => {
    const steps: string[] = [];
    const backend = new FakeBackend();
    backend.known = backend.facts;
    const { decision, receipt } = await finishRun(backend, {
      options: { log, newId: ids(), onStep: (step) => steps.push(step) },
    });
    expect(steps).toEqual(["resolve", "policy", "negotiate", "dispatch", "observe", "receipt"]);
    expect([receipt.meta.run_id, decision?.id, receipt.decision_id]).toEqual([
      "00000000-0000-4000-8000-000000000000",
      "00000000-0000-4000-8000-000000000001",
      "00000000-0000-4000-8000-000000000001",
    ]);
  });

  it("has the id under which it was submitted, and is not begun again if it was claimed", async () => {
    const runId = "00000000-0000-4000-8000-0000000000aa";
    const options = { log, runId, hasBegun: true };
    const { receipt } = await finishRun(new FakeBackend(), { options });
    expect([receipt.meta.run_id, log.begun, log.calls]).toEqual([runId, [], ["append", "prove"]]);
    await finishRun(new FakeBackend(), { options: { log, runId: runId.replace("aa", "ab") } });
    expect(log.begun.map((run) => run.runId)).toEqual([runId.replace("aa", "ab")]);
  });

  it("begins in the log with its id; otherwise with the name that was configured", async () => {
    const backend = new FakeBackend();
    backend.facts = { ...backend.facts, identity: { ...backend.facts.identity, id: "agent 7" } };
    const options = { log, now: () => new Date(5) };
    const unknown = await finishRun(backend, { options });
    backend.known = backend.facts;
    await finishRun(backend, { options });
    expect(log.begun.map(({ backendId }) => backendId)).toEqual(["fake", "agent 7"]);
    expect(log.begun[0]).toEqual({
      runId: unknown.receipt.meta.run_id,
      workOrderId: order().id,
      startedAt: new Date(5),
      backendId: "fake",
      mode: "mapped",
    });
    expect(unknown.receipt.backend.id).toBe("agent 7");
  });
});

describe("a run that fails", () => {
  it("begins once in the log, and names a backend that never spoke by its configured name", async () => {
    const backend = new FakeBackend();
    backend.onOpen = () => Promise.reject(new AbpError("sidecar_hello_timeout", "silent \ud800"));
    const { receipt } = await finishRun(backend, { options: { log, now: () => new Date(5) } });
    expect(log.calls).toEqual(["begin", "begun", "append", "prove"]);
    expect(receipt.termination).toMatchObject({ code: "sidecar_hello_timeout", message: "silent \ufffd" });
    expect(receipt.backend).toEqual({ id: "fake", backend_version: null, adapter_version: null });
    expect(receipt.capabilities).toEqual({});
    expect(receipt.trace).toEqual([
      {
        ts: "1970-01-01T00:00:00.005Z",
        type: "error",
        message: "silent \ufffd",
        error_code: expect.any(String),
      },
    ]);
  });

  it("keeps its own error if the workspace has one too, and takes that of the workspace otherwise", async () => {
    workspace.onAfter = () => Promise.reject(new AbpError("workspace_unstable", "it moved"));
    const thrown = await finishRun(
      async function* () {
        yield [];
        throw new AbpError("sidecar_exited_without_final", "it ended");
      },
      { workspace },
    );
    expect(thrown.receipt.termination).toMatchObject({ code: "sidecar_exited_without_final" });
    const completed = await finishRun(new FakeBackend(), { workspace });
    expect(completed.receipt.termination).toEqual({
      reason: "failed",
      code: "workspace_unstable",
      message: "it moved",
    });
    expect(completed.receipt.reported?.[0]?.outcome).toBe("complete");
  });

  it("says in the receipt that a refused run could not be begun in the log", async () => {
    const backend = new FakeBackend();
    backend.known = backend.facts;
    log.beforeBegin = () => Promise.reject(new AbpError("receipt_store_failed", "the store is full"));
    const { receipt } = await finishRun(backend, {
      order: { requirements: [{ capability: "mcp_client", min_support: "native" }] },
      options: { log },
    });
    expect(receipt.termination?.reason).toBe("refused");
    expect(receipt.observed?.warnings).toEqual(["the store is full"]);
  });

  it("does nothing more if it was cancelled while it began", async () => {
    const backend = new FakeBackend();
    const run = startRun(backend, { workspace, options: { log } });
    log.beforeBegin = () => run.cancel("changed my mind");
    expect((await run.receipt).termination?.reason).toBe("cancelled");
    expect([backend.calls, workspace.calls, log.begun.length]).toEqual([[], [], 1]);
  });

  it("applies nothing of a run that was cancelled, although its backend completed it", async () => {
    workspace.changes = [added("new")];
    const run = startRun(
      async function* () {
        yield [];
        run.cancel("now");
        return report;
      },
      { workspace, order: { lane: "workspace_first" } },
    );
    expect((await run.receipt).reported?.[0]?.outcome).toBe("complete");
    expect(workspace.calls).toEqual(["stage", "after", "save", "remove"]);
  });

  it("lists what went wrong beside it in the order in which it did", async () => {
    const backend = new FakeBackend();
    workspace.onSweep = () => Promise.reject(new Error("one"));
    backend.onClose = () => Promise.reject(new Error("two"));
    workspace.onRemove = () => Promise.reject(new Error("three"));
    const failed = await finishRun(backend, { workspace });
    expect(failed.receipt.observed?.warnings).toEqual([
      "the leftovers of earlier runs could not be removed: one",
      "the session of the backend could not be closed: two",
      "the stage could not be removed: three",
    ]);
    workspace.onRemove = async () => ["/stage/a"];
    const left = await finishRun(new FakeBackend(), { workspace });
    expect(left.receipt.observed?.warnings?.[1]).toBe("1 paths of the stage could not be removed");
  });

  it("keeps the cause of a workspace that cannot be read", async () => {
    const cause = new Error("the scan thread ended");
    workspace.onBefore = () => Promise.reject(cause);
    const { error } = await finishRun(new FakeBackend(untilCancelled), { workspace });
    expect(error?.cause).toBe(cause);
  });
});

describe("the limits of a run", () => {
  it("end it in time, and leave no timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    try {
      const run = startRun((context) => untilCancelled(context, say("x")), { order: { timeoutMs: 1000 } });
      for await (const _ of run.events) vi.advanceTimersByTime(1000);
      expect((await run.receipt).termination).toMatchObject({ reason: "timed_out", code: "run_timed_out" });
      await finishRun(new FakeBackend(), { order: { timeoutMs: 1000 } });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("reach the backend", async () => {
    const backend = new FakeBackend();
    const run = startRun(backend, { order: { limits: { output_bytes: 5000 } } });
    await run.receipt;
    expect(backend.given).toMatchObject({ runId: run.runId, mode: "mapped", maxOutputBytes: 5000 });
    expect(backend.given?.now()).toBeInstanceOf(Date);
    expect(backend.given?.signal.aborted).toBe(false);
  });
});

describe("the tools of a run", () => {
  it("are not approved if nobody is there to approve them", async () => {
    const answers: unknown[] = [];
    const { decisions, receipt } = await finishRun(asking(answers), { order: ask });
    expect(answers).toEqual([
      { verdict: "deny", reason: expect.stringMatching(/require_approval_for.*, and it was not approved$/) },
    ]);
    expect(decisions.map(({ verdict }) => verdict)).toEqual(["approval_denied"]);
    expect(receipt.observed?.policy_decisions).toEqual(decisions);
    expect(receipt.termination?.reason).toBe("completed");
  });

  it("are approved by the approver of the caller, who learns who asks", async () => {
    const answers: unknown[] = [];
    const approve = vi.fn(async () => true);
    const { receipt } = await finishRun(asking(answers), { order: ask, options: { approver: { approve } } });
    expect(answers).toMatchObject([{ verdict: "allow" }]);
    expect(approve).toHaveBeenCalledWith(
      expect.objectContaining({
        runId: receipt.meta.run_id,
        caller: "fake",
        subject: "Write",
        input: { a: 1 },
      }),
      expect.any(AbortSignal),
    );
  });

  it("are denied if the approver of the caller takes longer than the caller allows", async () => {
    const answers: unknown[] = [];
    const approver = { approve: () => new Promise<boolean>(() => undefined) };
    await finishRun(asking(answers), { order: ask, options: { approver, approvalTimeoutMs: 1 } });
    expect(answers).toMatchObject([{ reason: expect.stringContaining("nobody answered in time") }]);
  });

  it("of a backend that does not ask end the run", async () => {
    const backend = new FakeBackend((context) => untilCancelled(context, call));
    const { error } = await finishRun(backend, { order: ask });
    expect(error?.code).toBe("policy_approval_required");
  });
});

describe("the enforcement of a run", () => {
  it.each([
    ["copy", "delta"],
    ["overlay", "delta"],
    ["none", "advisory"],
  ] as const)(
    "of a confined backend in isolation %s makes rules about writing %s",
    async (isolation, write) => {
      workspace.isolation = isolation;
      const backend = new FakeBackend();
      backend.confinement = { level: "L3", selfTest: [], network: "none" };
      const { enforcement, receipt } = await finishRun(backend, { workspace });
      expect([enforcement.level, enforcement.write]).toEqual(["L3", write]);
      expect(receipt.observed?.enforcement).toEqual(enforcement);
    },
  );
});
