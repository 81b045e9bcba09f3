import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BackendRegistry } from "../backends/index.ts";
import { AbpError } from "../contract/index.ts";
import { FakeBackend, report, say, untilCancelled } from "./fixtures/fake-backend.ts";
import { FakeLog } from "./fixtures/fake-log.ts";
import { added, FakeWorkspace } from "./fixtures/fake-workspace.ts";
import { finishRun, order, startRun } from "./fixtures/start-run.ts";
import { runStreaming } from "./run-streaming.ts";

let log: FakeLog;
let workspace: FakeWorkspace;
beforeEach(() => {
  log = new FakeLog();
  workspace = new FakeWorkspace();
});
afterEach(() => workspace.close());

const full = new AbpError("workspace_full", "the disk is full");

describe("every ending of a run leaves one receipt", () => {
  it("completed: the beginning is durable before anything is staged or started, and processes end before the check", async () => {
    const backend = new FakeBackend();
    const calls: string[] = [];
    log.beforeBegin = () => {
      calls.push(...workspace.calls, ...backend.calls);
    };
    workspace.onAfter = async () => {
      calls.push(...backend.calls, `closed ${backend.isClosed}`);
    };
    const steps: string[] = [];
    const { receipt, error, verification } = await finishRun(backend, {
      workspace,
      options: { log, onStep: (step) => steps.push(step) },
    });
    expect([error, receipt.outcome, receipt.termination, verification.ok]).toEqual([
      undefined,
      "complete",
      { reason: "completed" },
      true,
    ]);
    expect(calls).toEqual(["open", "run", "close", "closed true"]);
    expect(log.endings).toEqual(["completed"]);
    expect(workspace.calls).toEqual(["stage", "after", "remove"]);
    expect(steps).toEqual([
      "resolve",
      "policy",
      "stage",
      "dispatch",
      "negotiate",
      "observe",
      "verify",
      "receipt",
    ]);
  });

  it.each(["workspace_over_budget", "workspace_unstable"] as const)(
    "W08 failed: %s shows while the agent works, which ends the run at once",
    async (code) => {
      const started = Promise.withResolvers<void>();
      workspace.onBefore = async () => {
        await started.promise;
        throw new AbpError(code, "the workspace is not fit");
      };
      const backend = new FakeBackend(async function* (context) {
        started.resolve();
        return yield* untilCancelled(context);
      });
      const { receipt, error } = await finishRun(backend, { workspace, options: { log } });
      expect([error?.code, receipt.termination?.code, receipt.termination?.reason]).toEqual([
        code,
        code,
        "failed",
      ]);
      expect(receipt.observed?.workspace?.complete).toBe(false);
      expect(workspace.calls).toEqual(["stage", "remove"]);
      expect(backend.calls).toEqual(["open", "run", "close"]);
    },
  );

  it("W08 failed: an unfit workspace that shows while the backend starts keeps it from running", async () => {
    const opened = Promise.withResolvers<void>();
    workspace.onBefore = async () => {
      await opened.promise;
      throw new AbpError("workspace_over_budget", "the workspace is too large");
    };
    const backend = new FakeBackend();
    backend.onOpen = async () => {
      opened.resolve();
      await new Promise(setImmediate);
    };
    const { error } = await finishRun(backend, { workspace, options: { log } });
    expect(error?.code).toBe("workspace_over_budget");
    expect(backend.calls).not.toContain("run");
  });

  it("failed: the workspace cannot be read, for a reason that has no code", async () => {
    workspace.onBefore = () => Promise.reject(new Error("the scan thread ended"));
    const { error } = await finishRun(new FakeBackend(untilCancelled), { workspace, options: { log } });
    expect(error).toMatchObject({
      code: "execution_workspace_error",
      message: "the workspace cannot be read: the scan thread ended",
    });
  });

  it("cancelled: a workspace that could not be read to its end because of it is no other cause", async () => {
    const cancelled = Promise.withResolvers<void>();
    workspace.onBefore = async () => {
      await cancelled.promise;
      throw new Error("aborted");
    };
    const run = startRun(
      new FakeBackend(async function* (context) {
        run.cancel("enough");
        cancelled.resolve();
        return yield* untilCancelled(context);
      }),
      { workspace, options: { log } },
    );
    expect((await run.result).error?.code).toBe("run_cancelled");
  });

  it("partial: the backend says so", async () => {
    const run = finishRun(async function* () {
      yield [];
      return { ...report, outcome: "partial" as const };
    });
    expect((await run).receipt).toMatchObject({ outcome: "partial", termination: { reason: "completed" } });
  });

  it("failed: the backend says so", async () => {
    const { receipt, error } = await finishRun(async function* () {
      yield [];
      return { ...report, outcome: "failed" as const };
    });
    expect([receipt.outcome, receipt.termination?.reason, error]).toEqual(["failed", "failed", undefined]);
  });

  it("S26 failed: the backend crashes; events and changes so far are kept", async () => {
    workspace.changes = [added("new.txt")];
    const backend = new FakeBackend(async function* () {
      yield [say("so far")];
      throw new AbpError("sidecar_exited_without_final", "it ended with signal SIGSEGV");
    });
    backend.end = { exit: { code: null, signal: "SIGSEGV" }, sidecar: { stderr_tail: "oops" } };
    const { receipt, error, patch, events } = await finishRun(backend, { workspace, options: { log } });
    expect(error?.code).toBe("sidecar_exited_without_final");
    expect(receipt).toMatchObject({
      outcome: "failed",
      termination: { reason: "failed", code: "sidecar_exited_without_final" },
      observed: { exit: { code: null, signal: "SIGSEGV" }, sidecar: { stderr_tail: "oops" } },
      trace: [{ text: "so far" }, { type: "error", error_code: "backend_crashed" }],
    });
    expect(patch?.patch.bytes).toBe(8);
    expect(events.map(({ type }) => type)).toEqual(["assistant_message", "error"]);
    expect(log.endings).toEqual(["failed"]);
  });

  it.each([
    ["S02", "sidecar_exited_before_hello", { code: 0, signal: null }],
    ["S03", "sidecar_exited_before_hello", { code: null, signal: "SIGSEGV" }],
    ["S04", "sidecar_hello_timeout", { code: null, signal: "SIGKILL" }],
  ] as const)(
    "%s failed: the process ends before its hello (%s), and its exit and standard error are recorded",
    async (_, code, exit) => {
      const backend = new FakeBackend();
      const details = { exit, stderr_tail: "no key", incomplete_line_hex: "7b" };
      backend.onOpen = () => Promise.reject(new AbpError(code, "it did not start", { details }));
      const { receipt } = await finishRun(backend, { workspace, options: { log } });
      expect(receipt.termination).toMatchObject({ reason: "failed", code });
      expect(receipt.observed).toMatchObject({
        exit,
        sidecar: { stderr_tail: "no key", incomplete_line_hex: "7b" },
      });
      expect(workspace.calls).toEqual(["stage", "after", "remove"]);
    },
  );

  it("S03 failed: a real program that ends before its hello leaves its exit and standard error", async () => {
    const program = "process.stderr.write('no key is set'); process.exit(3)";
    const entry = { type: "sidecar", command: process.execPath, args: ["-e", program] } as const;
    workspace.isolation = "none";
    const run = runStreaming(
      new BackendRegistry({ broken: entry }).find("broken"),
      order({ workspace: { root: workspace.runsDir, mode: "pass_through" } }),
      { software: { name: "test", version: "1" }, workspaceDir: "/stages", sandbox: "off" },
      workspace.parts,
    );
    expect((await run.receipt).observed).toMatchObject({
      exit: { code: 3, signal: null },
      sidecar: { stderr_tail: "no key is set" },
    });
  });

  it("failed: an error without a code is a crash of the backend", async () => {
    const { error } = await finishRun(async function* () {
      yield [];
      throw new Error("boom");
    });
    expect([error?.code, error?.message]).toEqual(["backend_crashed", "the backend failed: boom"]);
    const text = await finishRun(async function* () {
      yield [];
      throw "no error at all";
    });
    expect(text.error?.message).toBe("the backend failed: no error at all");
  });

  it("refused: a known backend lacks a capability, so nothing is staged or started", async () => {
    const backend = new FakeBackend();
    backend.known = backend.facts;
    const { receipt, error } = await finishRun(backend, {
      workspace,
      order: { requirements: [{ capability: "mcp_client", min_support: "native" }] },
      options: { log },
    });
    expect([error?.code, receipt.termination?.reason]).toEqual(["capability_unsupported", "refused"]);
    expect([backend.calls, workspace.calls, log.calls]).toEqual([
      [],
      [],
      ["begin", "begun", "append", "prove"],
    ]);
  });

  it("S09 refused: a backend that must be started lacks a capability, so it gets no order", async () => {
    const backend = new FakeBackend();
    const { receipt, decision } = await finishRun(backend, {
      workspace,
      order: { requirements: [{ capability: "mcp_client", min_support: "native" }] },
      options: { log },
    });
    expect(receipt.termination).toMatchObject({ reason: "refused", code: "capability_unsupported" });
    expect(receipt.negotiation?.verdict).toBe("reject");
    expect(decision?.verdict).toBe("reject");
    expect(backend.calls).toEqual(["open", "close"]);
    expect(workspace.calls.at(-1)).toBe("remove");
  });

  it("refused: the required level is not reached, although the backend opened", async () => {
    const backend = new FakeBackend();
    const { receipt } = await finishRun(backend, { order: { requireSandbox: "L3" } });
    expect(receipt.termination).toMatchObject({ reason: "refused", code: "sandbox_level_unmet" });
    expect(receipt.observed?.enforcement).toMatchObject({ level: "L0", required: "L3" });
    expect(backend.calls).toEqual(["open", "close"]);
    expect(backend.opened?.sandbox.required).toBe("L3");
  });

  it("refused: the level cannot be reached on this machine, before anything is staged or started", async () => {
    const fault = new AbpError("sandbox_level_unmet", "no", {
      advice: "Install bubblewrap.",
      details: { level: "L3", reason: "bubblewrap is not installed", missing: "bubblewrap" },
    });
    const wishes: unknown[] = [];
    const levelFault = (wish: unknown) => {
      wishes.push(wish);
      return fault;
    };
    const backend = new FakeBackend();
    const named = await finishRun(backend, { workspace, options: { log, sandbox: "L3" }, levelFault });
    expect(named.error).toBe(fault);
    backend.leastLevel = "L3";
    for (const sandbox of [undefined, "auto"] as const) {
      const { receipt, error } = await finishRun(backend, {
        workspace,
        options: { log, sandbox },
        levelFault,
      });
      expect(error).toMatchObject({
        code: "sandbox_level_unmet",
        message:
          "fake does not start below L3 unless you name a level: bubblewrap is not installed. Set ABP_SANDBOX__LEVEL=off to run it without a sandbox.",
        advice: "Install bubblewrap.",
        details: fault.details,
      });
      expect(receipt.termination).toMatchObject({ reason: "refused", message: error?.message });
    }
    const both = { order: { requireSandbox: "L2" }, levelFault } as const;
    // A lower level would not do here.
    expect((await finishRun(backend, both)).error).toBe(fault);
    const least = { level: "auto", required: "L3" };
    expect(wishes).toEqual([{ level: "L3", required: "L3" }, least, least, least]);
    expect([backend.calls, workspace.calls]).toEqual([[], []]);
  });

  it("says before the agent starts which of its limits nothing holds, and records what holds each", async () => {
    const backend = new FakeBackend();
    backend.limits = { processes: 5 };
    const { receipt, events } = await finishRun(backend, {
      options: { resources: { memoryBytes: 7000, writtenBytes: 70 } },
      order: { limits: { written_bytes: 60 } },
      held: { processes: "none", memory: "cgroup" },
    });
    const warning = "the limit processes = 5 is not enforced here: no control group can be made for the run";
    expect(events[0]).toMatchObject({ type: "warning", message: warning });
    expect(receipt.observed?.warnings).toEqual([warning]);
    expect(receipt.observed?.enforcement?.limits).toEqual([
      { limit: "processes", max: 5, by: "none" },
      { limit: "memory_bytes", max: 7000, by: "cgroup" },
      { limit: "written_bytes", max: 60, by: "watch" },
    ]);
    expect(backend.opened?.limits).toEqual({ processes: 5, memoryBytes: 7000 });
    const none = await finishRun(new FakeBackend());
    expect(none.receipt.observed?.enforcement).not.toHaveProperty("limits");
  });

  it("starts a real agent below its level if the user named one, whichever", async () => {
    const backend = new FakeBackend();
    backend.leastLevel = "L3";
    for (const sandbox of ["off", "L0"] as const) {
      const { receipt } = await finishRun(backend, { options: { sandbox } });
      expect([sandbox, receipt.outcome]).toEqual([sandbox, "complete"]);
      expect(receipt.observed?.enforcement?.level).toBe("L0");
    }
    backend.facts = { ...backend.facts, asksBeforeTools: true };
    expect((await finishRun(backend, { options: { sandbox: "L1" } })).receipt.outcome).toBe("complete");
    // Reached or not is judged once more when the backend has started.
    const { error } = await finishRun(backend, {});
    expect(error?.code).toBe("sandbox_level_unmet");
  });

  it("refused: the sandbox itself says that the level is not reached", async () => {
    const backend = new FakeBackend();
    backend.onOpen = () => Promise.reject(new AbpError("sandbox_level_unmet", "no bubblewrap"));
    const { receipt } = await finishRun(backend, { workspace, options: { log, sandbox: "L3" } });
    expect(receipt.termination).toMatchObject({ reason: "refused", code: "sandbox_level_unmet" });
    expect(workspace.calls).toEqual(["stage", "after", "remove"]);
  });

  it("cancelled: the reason reaches the backend, its last events are kept, and its processes are ended", async () => {
    const backend = new FakeBackend(async function* ({ signal }) {
      yield [say("working")];
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      yield [say(`bye: ${signal.reason}`)];
      return report;
    });
    const run = startRun(backend, { options: { log } });
    for await (const event of run.events) {
      if (event.type === "assistant_message" && event.text === "working") run.cancel("enough");
    }
    const { receipt, error } = await run.result;
    expect(error?.code).toBe("run_cancelled");
    expect(receipt.termination).toEqual({
      reason: "cancelled",
      code: "run_cancelled",
      message: "the caller cancelled the run: enough",
    });
    expect(receipt.trace.map((event) => event["text"] ?? event.type)).toEqual([
      "working",
      "bye: the caller cancelled the run: enough",
      "error",
    ]);
    expect(backend.calls).toEqual(["open", "run", "close"]);
  });

  it("S34 cancelled: a cancel before the end of the backend wins over its report", async () => {
    const run = startRun(async function* () {
      yield [];
      run.cancel("now");
      return report;
    });
    expect((await run.receipt).termination?.reason).toBe("cancelled");
  });

  it("S45 cancelled: a signal of the caller ends every run with a receipt, also one that has not begun", async () => {
    const controller = new AbortController();
    const runs = [1, 2, 3].map(() =>
      startRun((context) => untilCancelled(context, say("x")), {
        options: { log, signal: controller.signal },
      }),
    );
    for await (const _ of runs[0]!.events) controller.abort("SIGTERM");
    const late = startRun(new FakeBackend(), { options: { log, signal: controller.signal } });
    const receipts = await Promise.all([...runs, late].map((run) => run.receipt));
    expect(receipts.map(({ termination }) => termination?.reason)).toEqual(Array(4).fill("cancelled"));
    expect(log.endings).toHaveLength(4);
  });

  it("cancelled while it is staged: nothing is started", async () => {
    const backend = new FakeBackend();
    const run = startRun(backend, { workspace, options: { log } });
    workspace.onOpen = async () => {
      run.cancel("changed my mind");
      throw workspace.request!.signal.reason;
    };
    expect((await run.receipt).termination?.reason).toBe("cancelled");
    expect(backend.calls).toEqual([]);
  });

  it("killed: the processes are ended without a grace period", async () => {
    const backend = new FakeBackend((context) => untilCancelled(context, say("x")));
    const run = startRun(backend);
    for await (const _ of run.events) run.kill();
    expect((await run.receipt).termination?.reason).toBe("cancelled");
    expect(backend.calls).toEqual(["open", "run", "kill", "close"]);
  });

  it("failed: staging fails, so nothing is started", async () => {
    const backend = new FakeBackend();
    workspace.onOpen = () => Promise.reject(full);
    const { receipt } = await finishRun(backend, { workspace, options: { log } });
    expect(receipt.termination).toMatchObject({ reason: "failed", code: "workspace_full" });
    expect([backend.calls, log.endings]).toEqual([[], ["failed"]]);
  });

  it("S49 failed: the disk is full when the changes are read; the receipt says that they are not complete", async () => {
    workspace.onAfter = () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }));
    const { receipt, error } = await finishRun(new FakeBackend(), { workspace, options: { log } });
    expect(error?.code).toBe("workspace_full");
    expect(receipt.observed?.workspace).toMatchObject({ complete: false });
    expect(receipt.outcome).toBe("failed");
    expect(workspace.calls.at(-1)).toBe("remove");
    expect(log.endings).toEqual(["failed"]);
  });

  it("failed: the store takes no events, and the receipt says so", async () => {
    log.beforeEvents = () => Promise.reject(new AbpError("receipt_store_failed", "the disk is gone"));
    const { receipt, events } = await finishRun((context) => untilCancelled(context, say("x")), {
      options: { log },
    });
    expect(receipt.termination).toMatchObject({ reason: "failed", code: "receipt_store_failed" });
    expect(events.map(({ type }) => type)).toEqual(["assistant_message", "error"]);
  });

  it("failed: the store cannot record the beginning, so nothing starts", async () => {
    const backend = new FakeBackend();
    log.beforeBegin = () => Promise.reject(new AbpError("receipt_store_failed", "full"));
    const { receipt } = await finishRun(backend, { options: { log } });
    expect(receipt.termination?.code).toBe("receipt_store_failed");
    expect(backend.calls).toEqual([]);
  });

  it("rejects if not even the receipt can be written, and ends the events", async () => {
    log.ledger.append = () => Promise.reject(new AbpError("receipt_store_failed", "full"));
    const run = startRun(new FakeBackend(), { options: { log } });
    const events: unknown[] = [];
    for await (const event of run.events) events.push(event);
    expect(events).toHaveLength(1);
    await expect(run.result).rejects.toThrow("full");
    await expect(run.receipt).rejects.toThrow("full");
  });

  it("records the receipt although a listener throws, and gives its error afterwards", async () => {
    const onStep = () => {
      throw new Error("the listener failed");
    };
    const run = startRun(new FakeBackend(), { options: { log, onStep } });
    expect((await run.receipt).outcome).toBe("complete");
    await expect(run.result).rejects.toThrow("the listener failed");
    expect(log.endings).toEqual(["completed"]);
  });

  it("says in the receipt what of the stage could not be removed", async () => {
    workspace.onRemove = async () => ["/stage/a", "/stage/b"];
    const some = await finishRun(new FakeBackend(), { workspace });
    expect(some.receipt.observed?.warnings).toEqual(["2 paths of the stage could not be removed"]);
    workspace.onRemove = () => Promise.reject(new Error("busy"));
    const none = await finishRun(new FakeBackend(), { workspace });
    expect(none.receipt.observed?.warnings).toEqual(["the stage could not be removed: busy"]);
  });

  it("records the receipt although the backend cannot be closed", async () => {
    const backend = new FakeBackend();
    backend.onClose = () => Promise.reject(new Error("it hangs"));
    const { receipt } = await finishRun(backend, { options: { log } });
    expect(receipt.observed?.warnings).toEqual(["the session of the backend could not be closed: it hangs"]);
    expect(log.endings).toEqual(["completed"]);
  });

  it("throws before anything begins if the order or a policy is invalid", () => {
    const backend = new FakeBackend();
    expect(() => startRun(backend, { order: { config: { max_turns: 0 } } })).toThrow("max_turns");
    expect(() => startRun(backend, { order: { policy: { deny_read: ["["] } } })).toThrow("deny_read[0]");
    expect(() => startRun(backend, { order: { config: { vendor: { abp: { mode: "fast" } } } } })).toThrow(
      'abp.mode is "fast"',
    );
    expect(backend.calls).toEqual([]);
  });

  it("records a failed run if the backend reports content that JSON cannot hold", async () => {
    const odd = () => undefined;
    const event = await finishRun(async function* () {
      yield [say("good"), { ...say("bad"), ext: { odd } }];
      return report;
    });
    expect(event.error?.message).toContain("a receipt cannot hold");
    expect(event.receipt.trace.map(({ type }) => type)).toEqual(["assistant_message", "error"]);
    const claim = await finishRun(async function* () {
      yield [];
      return { ...report, usageRaw: { odd } };
    });
    expect(claim.error?.message).toContain("a receipt cannot hold");
    expect(claim.receipt.outcome).toBe("failed");
  });
});
