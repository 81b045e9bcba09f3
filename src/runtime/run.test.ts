import { describe, expect, it } from "vitest";
import { type Backend, mockBackend, type RunReport } from "../backends/index.ts";
import { AbpError, type AgentEvent, buildWorkOrder, openPolicy, parseDocument } from "../contract/index.ts";
import { sealReceipt, validateReceipt } from "../receipts/index.ts";
import { type RunOptions, runWorkOrder } from "./run.ts";

const orderId = "01890a5d-ac96-774b-bcce-b302099a8057";

function options(more: Partial<RunOptions> = {}): RunOptions {
  let clock = Date.parse("2026-01-01T00:00:00Z");
  let count = 0;
  return {
    backend: mockBackend,
    now: () => new Date(clock++),
    newId: () => `00000000-0000-7000-8000-${String(++count).padStart(12, "0")}`,
    signal: new AbortController().signal,
    software: { name: "agent-backplane", version: "0.0.0" },
    ...more,
  };
}

function backendThat(run: Backend["run"]): Backend {
  return { ...mockBackend, run };
}

const started: AgentEvent = { ts: "2026-01-01T00:00:00Z", type: "run_started", message: "x" };
const report: RunReport = { outcome: "complete", usage: {}, usageRaw: {}, artifacts: [], harnessOk: true };

describe("a run", () => {
  it("ends in a receipt that is valid when it is sealed, with what was observed beside what was reported", async () => {
    const order = buildWorkOrder(orderId, "say hello");
    const seen: string[] = [];
    const { receipt, error } = await runWorkOrder(
      order,
      options({ onEvent: (event) => seen.push(event.type) }),
    );
    expect(error).toBeUndefined();
    expect(receipt).toMatchObject({
      outcome: "complete",
      termination: { reason: "completed" },
      observed: { policy: "open", sandbox_level: "L0", software: { name: "agent-backplane" } },
      reported: [{ by: "mock", outcome: "complete" }],
      negotiation: { verdict: "accept" },
    });
    expect(receipt.decision_id).toBe(receipt.negotiation?.decision_id);
    expect(seen).toEqual(receipt.trace.map((event) => event.type));
    expect(validateReceipt(JSON.stringify(sealReceipt(receipt)))).toMatchObject({ ok: true, errors: [] });
    parseDocument("receipt", JSON.parse(JSON.stringify(receipt)));
  });

  it("is refused with a receipt when a capability is missing, and the backend never begins", async () => {
    let began = false;
    const backend = backendThat(async function* () {
      began = true;
      yield started;
      return report;
    });
    const requirements = [{ capability: "mcp_client", min_support: "native" } as const];
    const order = buildWorkOrder(orderId, "x", { requirements });
    const { receipt, error, decision } = await runWorkOrder(order, options({ backend }));
    expect(began).toBe(false);
    expect(error?.code).toBe("capability_unsupported");
    expect(decision.verdict).toBe("reject");
    expect(receipt).toMatchObject({ outcome: "failed", termination: { reason: "refused" } });
    expect(receipt.trace.at(-1)).toMatchObject({ type: "error", error_code: "capability_unsupported" });
  });

  it("takes the order's strictness before the configured one", async () => {
    const requirements = [{ capability: "tool_read", min_support: "emulated" } as const];
    const strict = buildWorkOrder(orderId, "x", { requirements, compatibility: "strict" });
    expect((await runWorkOrder(strict, options({ mode: "best_effort" }))).decision.verdict).toBe("reject");
    const lax = buildWorkOrder(orderId, "x", { requirements });
    expect((await runWorkOrder(lax, options({ mode: "best_effort" }))).decision.verdict).toBe("accept");
  });

  it("that its caller cancels ends at once, even if the backend does not listen", async () => {
    const controller = new AbortController();
    const backend = backendThat(async function* () {
      yield started;
      controller.abort("SIGINT");
      await new Promise(() => undefined);
      return report;
    });
    const result = await runWorkOrder(
      buildWorkOrder(orderId, "x"),
      options({ backend, signal: controller.signal }),
    );
    expect(result.error?.code).toBe("run_cancelled");
    expect(result.receipt).toMatchObject({ outcome: "failed", termination: { reason: "cancelled" } });
    expect(result.receipt.trace.map((event) => event.type)).toEqual(["run_started", "error"]);
  });

  it("that reaches its time limit says so", async () => {
    const backend = backendThat(async function* () {
      yield started;
      await new Promise(() => undefined);
      return report;
    });
    const order = buildWorkOrder(orderId, "x", { timeoutMs: 20 });
    const result = await runWorkOrder(order, options({ backend }));
    expect(result.error?.code).toBe("run_timed_out");
    expect(result.receipt.termination?.reason).toBe("timed_out");
  });

  it("whose backend throws keeps the events so far and names the fault", async () => {
    const backend = backendThat(async function* () {
      yield started;
      throw new Error("pipe broke");
    });
    const { receipt, error } = await runWorkOrder(buildWorkOrder(orderId, "x"), options({ backend }));
    expect(error?.code).toBe("backend_crashed");
    expect(receipt.trace.map((event) => event.type)).toEqual(["run_started", "error"]);
    expect(receipt.termination?.message).toContain("pipe broke");
  });

  it("begins only with a policy whose patterns all compile, those of the floors included", async () => {
    const bad = { ...openPolicy(), deny_read: ["["] };
    const order = buildWorkOrder(orderId, "x");
    await expect(runWorkOrder({ ...order, policy: bad }, options())).rejects.toMatchObject({
      code: "policy_invalid",
    });
    await expect(runWorkOrder(order, options({ policyFloors: [bad] }))).rejects.toMatchObject({
      code: "policy_invalid",
    });
  });

  it("says in its receipt that a policy was there but not enforced", async () => {
    const floor = { ...openPolicy(), deny_read: ["**/.env"] };
    const { receipt } = await runWorkOrder(buildWorkOrder(orderId, "x"), options({ policyFloors: [floor] }));
    expect(receipt.observed?.policy).toBe("advisory");
  });

  it("refuses an order that cannot be meant, and lists every reason", async () => {
    const order = buildWorkOrder(orderId, "  ", {
      workspace: { root: "" },
      policy: { allowed_tools: ["Bash"], disallowed_tools: ["Bash"] },
      context: { snippets: [{ name: " ", content: "x" }] },
      config: { model: " ", max_turns: 0, max_budget_usd: -1 },
    });
    const error = await runWorkOrder(order, options()).catch((thrown: unknown) => thrown);
    expect(AbpError.is(error) && error.details["issues"]).toEqual([
      { path: "$.task", message: "is blank" },
      { path: "$.workspace.root", message: "is empty" },
      { path: "$.config.model", message: "is blank" },
      { path: "$.config.max_turns", message: "is 0, so that nothing could happen" },
      { path: "$.config.max_budget_usd", message: "is -1, expected a positive amount" },
      { path: "$.context.snippets[0].name", message: "is blank" },
      { path: "$.policy.allowed_tools[0]", message: 'is "Bash", which is disallowed as well' },
    ]);
  });
});
