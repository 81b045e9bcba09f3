import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WorkOrderOptions } from "../contract/index.ts";
import { FakeBackend, type FakeRun, report, say } from "./fixtures/fake-backend.ts";
import { FakeWorkspace } from "./fixtures/fake-workspace.ts";
import { finishRun, type TestRun } from "./fixtures/start-run.ts";

let workspace: FakeWorkspace;
beforeEach(() => {
  workspace = new FakeWorkspace();
});
afterEach(() => workspace.close());

const outputSchema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
const resuming = { session_resume: "native" } as const;

/** A backend that answers each turn with the next text, and notes the orders. */
function answering(
  texts: readonly string[],
  more: Partial<typeof report> = {},
  capabilities: object = resuming,
) {
  const orders: Parameters<FakeRun>[0]["workOrder"][] = [];
  const backend = new FakeBackend(async function* ({ workOrder }) {
    orders.push(workOrder);
    yield [say(texts[orders.length - 1] ?? "nothing more")];
    return { ...report, session: "s-1", usage: { input_tokens: 10, estimated_cost_usd: 0.5 }, ...more };
  });
  backend.facts = { ...backend.facts, capabilities: { ...backend.facts.capabilities, ...capabilities } };
  return { backend, orders };
}

const finish = (backend: FakeBackend, order: WorkOrderOptions = {}, options: TestRun["options"] = {}) =>
  finishRun(backend, { workspace, order: { outputSchema, ...order }, options });

describe("an answer that breaks its schema", () => {
  it("is asked for once more in the same session, which the events and the receipt say", async () => {
    const { backend, orders } = answering(['{"a":"x"}', '{"a":1}']);
    const { receipt, error, events } = await finish(backend);
    expect(error).toBeUndefined();
    expect(receipt.outcome).toBe("complete");
    expect(receipt.reported?.[0]?.["structured_output"]).toEqual({ a: 1 });
    expect(orders.map(({ resume }) => resume)).toEqual([
      undefined,
      { run_id: receipt.meta.run_id, session: "s-1" },
    ]);
    expect(orders[1]).toMatchObject({ task: expect.stringContaining("/a: "), output_schema: outputSchema });
    expect(orders[1]?.task).toContain(JSON.stringify(outputSchema));
    expect(orders[1]?.task).not.toContain("do it");
    expect(orders[1]?.context).toEqual({ files: [], snippets: [] });
    expect(backend.calls).toEqual(["open", "run", "close", "open", "run", "close"]);
    const repairs = events.flatMap((event) => event.ext?.["repair"] ?? []);
    expect(repairs).toEqual([
      { round: 1, of: 1, in_session: true, errors: [{ path: "/a", message: expect.any(String) }] },
    ]);
    expect(receipt.negotiation?.emulations.at(-1)).toEqual({
      capability: "structured_output_json_schema",
      emulator: "order.repair",
      fidelity: "minor",
      strategy: {
        type: "post_processing",
        detail: "Ask for the answer once more, with its faults: 1 round in the same session",
      },
    });
  });

  it("costs what both turns cost", async () => {
    const { backend } = answering(["{}", '{"a":1}']);
    const { receipt } = await finish(backend, { config: { max_budget_usd: 2 } });
    expect(receipt.usage).toMatchObject({ input_tokens: 20, estimated_cost_usd: 1 });
    expect(receipt.usage_raw).toEqual({ turns: [{}, {}] });
    expect(receipt.observed?.["budget"]).toMatchObject({ reported_usd: 1 });
  });

  it("ends the run at its budget, counted over both turns", async () => {
    const { backend } = answering(["{}", '{"a":1}']);
    const { error } = await finish(backend, { config: { max_budget_usd: 0.8 } });
    expect(error?.code).toBe("run_budget_exceeded");
  });

  it.each([
    [undefined, 2],
    [0, 1],
    [3, 4],
  ])("is never complete: with %s rounds it fails after %i turns", async (repairRounds, turns) => {
    const { backend, orders } = answering(["{}", "{}", "[]", "no", "{}"]);
    const { receipt, error } = await finish(backend, {}, { repairRounds });
    expect([error?.code, receipt.outcome, orders.length]).toEqual([
      "capability_emulation_failed",
      "failed",
      turns,
    ]);
    expect(receipt.negotiation?.emulations.some(({ emulator }) => emulator === "order.repair")).toBe(
      turns > 1,
    );
  });

  it("is corrected by a fresh turn if the backend cannot go on, and only if there was JSON", async () => {
    for (const [more, capabilities] of [
      [{}, { session_resume: "unsupported" }],
      [{ session: undefined }, resuming],
    ] as const) {
      const { backend, orders } = answering(['it is {"a":"x"}', '{"a":2}'], more, capabilities);
      const { receipt, error, events } = await finish(backend);
      expect([error, receipt.reported?.[0]?.["structured_output"]]).toEqual([undefined, { a: 2 }]);
      expect(orders[1]).not.toHaveProperty("resume");
      for (const part of ["do it", 'it is {"a":"x"}', JSON.stringify(outputSchema)])
        expect(orders[1]?.task).toContain(part);
      expect(events.find((event) => event.ext?.["repair"] !== undefined)?.ext?.["repair"]).toMatchObject({
        in_session: false,
      });
      expect(receipt.negotiation?.emulations.at(-1)?.["strategy"]).toMatchObject({
        detail: "Ask for the answer once more, with its faults: 1 round in a new session",
      });
      workspace.close();
      workspace = new FakeWorkspace();
    }
    const { backend, orders } = answering(["I am done", '{"a":2}'], {}, { session_resume: "unsupported" });
    const { error } = await finish(backend);
    expect([error?.code, orders.length]).toEqual(["capability_emulation_failed", 1]);
  });

  it("is not asked for again in passthrough, after the last turn, or once the run is cancelled", async () => {
    const { backend, orders } = answering(["{}", '{"a":1}']);
    await finish(backend, { config: { max_turns: 1 } });
    expect(orders).toHaveLength(1);
    const passing = answering(["{}", '{"a":1}'], {}, { structured_output_json_schema: "native" });
    passing.backend.facts = { ...passing.backend.facts, mode: "passthrough" };
    const vendor = { abp: { mode: "passthrough" } };
    const { error } = await finish(passing.backend, { config: { vendor } });
    expect([error?.code, passing.orders.length]).toEqual(["capability_emulation_failed", 1]);
    const cancelled = answering(["{}"]);
    cancelled.backend.onClose = async () => controller.abort("enough");
    const controller = new AbortController();
    const ended = await finish(cancelled.backend, {}, { signal: controller.signal });
    expect([ended.error?.code, cancelled.orders.length]).toEqual(["run_cancelled", 1]);
  });

  it("fails with its faults if the second turn cannot start or fails", async () => {
    const { backend } = answering(["{}", '{"a":1}']);
    backend.onOpen = async () => {
      if (backend.calls.filter((call) => call === "open").length > 1) throw new Error("no second time");
    };
    const { error, receipt } = await finish(backend);
    expect(error?.code).toBe("capability_emulation_failed");
    expect(receipt.observed?.["warnings"]).toContain(
      "the agent could not be given another message: the backend failed: no second time",
    );
    workspace.close();
    workspace = new FakeWorkspace();
    let turns = 0;
    const failing = new FakeBackend(async function* () {
      turns += 1;
      yield [say(turns === 1 ? "{}" : '{"a":1}')];
      return { ...report, session: "s", outcome: turns === 1 ? "complete" : "failed" };
    });
    failing.facts = { ...failing.facts, capabilities: resuming };
    const failed = await finish(failing);
    expect([failed.error?.code, failed.receipt.outcome]).toEqual(["capability_emulation_failed", "failed"]);
  });
});
