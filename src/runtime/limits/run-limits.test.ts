import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AgentEvent, buildWorkOrder, type WorkOrderOptions } from "../../contract/index.ts";
import { RunControl } from "../ending/run-control.ts";
import { RunLimits } from "./run-limits.ts";

const ts = "2026-01-01T00:00:00Z";
const text: AgentEvent = { ts, type: "assistant_message", text: "x" };
const delta: AgentEvent = { ts, type: "assistant_delta", text: "x" };
const call = {
  ts,
  type: "tool_call",
  tool_name: "t",
  tool_use_id: null,
  parent_tool_use_id: null,
  input: {},
} as const;
const result = {
  ts,
  type: "tool_result",
  tool_name: "t",
  tool_use_id: null,
  output: "",
  is_error: false,
} as const;

function limitsOf(
  options: WorkOrderOptions,
  more: {
    backendTimeoutMs?: number;
    meteredCostUsd?: () => number;
    idleMs?: number;
    calls?: () => { ended: number; open: number };
  } = {},
) {
  const control = new RunControl();
  const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x", options);
  const { backendTimeoutMs, meteredCostUsd = () => undefined, ...idle } = more;
  const limits = new RunLimits({ order, backendTimeoutMs, meteredCostUsd, ...idle }, control);
  const ending = () => [control.cause?.error.code, control.cause?.reason];
  return { control, limits, ending };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the limits of a run", () => {
  it.each([
    [{ timeoutMs: 50 }, undefined],
    [{ timeoutMs: 90_000 }, 50],
    [{}, 50],
  ])("end it after the shorter of its own and its backend's time: %j, %s", (options, backendTimeoutMs) => {
    const { limits, ending } = limitsOf(options, backendTimeoutMs === undefined ? {} : { backendTimeoutMs });
    limits.start();
    vi.advanceTimersByTime(49);
    expect(ending()).toEqual([undefined, undefined]);
    vi.advanceTimersByTime(1);
    expect(ending()).toEqual(["run_timed_out", "timed_out"]);
  });

  it("S31 end it if it sends no event for too long, and only while it is waited for", () => {
    const { limits, ending } = limitsOf({ limits: { idle_ms: 100 } });
    limits.start();
    limits.waiting();
    vi.advanceTimersByTime(99);
    limits.working();
    vi.advanceTimersByTime(1000);
    limits.waiting();
    vi.advanceTimersByTime(99);
    limits.waiting();
    vi.advanceTimersByTime(99);
    expect(ending()).toEqual([undefined, undefined]);
    vi.advanceTimersByTime(1);
    expect(ending()).toEqual(["run_idle", "timed_out"]);
  });

  describe("if nobody names an idle limit", () => {
    const MINUTE = 60_000;
    const idleOf = (more: Parameters<typeof limitsOf>[1] = {}) => {
      const run = limitsOf({}, more);
      run.limits.start();
      run.limits.waiting();
      return run;
    };

    it("end it after 15 minutes of silence, counted from the last event", () => {
      const { limits, ending, control } = idleOf();
      vi.advanceTimersByTime(14 * MINUTE);
      limits.working();
      limits.observe(text, 0);
      limits.waiting();
      vi.advanceTimersByTime(15 * MINUTE - 1);
      expect(ending()).toEqual([undefined, undefined]);
      vi.advanceTimersByTime(1);
      expect(ending()).toEqual(["run_idle", "timed_out"]);
      expect(control.cause?.error.message).toBe("the run sent no event and made no model call for 900 s");
    });

    it("end it after the time of its backend, and never if that is 0", () => {
      const { ending } = idleOf({ idleMs: MINUTE });
      const endless = idleOf({ idleMs: 0 });
      vi.advanceTimersByTime(MINUTE);
      expect(ending()).toEqual(["run_idle", "timed_out"]);
      vi.advanceTimersByTime(1000 * MINUTE);
      expect(endless.ending()).toEqual([undefined, undefined]);
    });

    it("count no time in which a model call is under way, or in which one ended", () => {
      const calls = { ended: 0, open: 1 };
      const { ending } = idleOf({ calls: () => ({ ...calls }) });
      vi.advanceTimersByTime(90 * MINUTE);
      Object.assign(calls, { ended: 1, open: 0 });
      vi.advanceTimersByTime(15 * MINUTE);
      expect(ending()).toEqual([undefined, undefined]);
      vi.advanceTimersByTime(15 * MINUTE);
      expect(ending()).toEqual(["run_idle", "timed_out"]);
    });

    it.each([
      ["without ids", null],
      ["with an id", "t1"],
    ])("give a tool an hour, and the usual time after its result, %s", (_, id) => {
      const { limits, ending } = idleOf();
      limits.observe({ ...call, tool_use_id: id }, 0);
      limits.waiting();
      vi.advanceTimersByTime(59 * MINUTE);
      expect(ending()).toEqual([undefined, undefined]);
      const ended = idleOf();
      for (const event of [call, result]) ended.limits.observe({ ...event, tool_use_id: id }, 0);
      ended.limits.waiting();
      const spoken = idleOf();
      for (const event of [{ ...call, tool_use_id: id }, text]) spoken.limits.observe(event, 0);
      spoken.limits.waiting();
      vi.advanceTimersByTime(15 * MINUTE);
      expect([ending(), ended.ending(), spoken.ending()]).toEqual(Array(3).fill(["run_idle", "timed_out"]));
    });

    it.each([
      ["their own limit", { limits: { idle_ms: MINUTE } }],
      ["the usual one", {}],
    ])("count no time in which an approval is waited for: %s", async (_, options) => {
      const { limits, ending } = limitsOf(options);
      limits.waiting();
      const { promise, resolve } = Promise.withResolvers<string>();
      const asked = limits.whileAsked(promise);
      limits.waiting();
      vi.advanceTimersByTime(300 * MINUTE);
      expect(ending()).toEqual([undefined, undefined]);
      resolve("yes");
      expect(await asked).toBe("yes");
      vi.advanceTimersByTime(15 * MINUTE);
      expect(ending()).toEqual(["run_idle", "timed_out"]);
    });
  });

  it("end it at the first event of a turn too many; text and calls up to the next result are one turn", () => {
    const { limits, ending, control } = limitsOf({ config: { max_turns: 2 } });
    for (const event of [delta, text, call, call, result, result, text, call, result])
      limits.observe(event, 0);
    expect(ending()).toEqual([undefined, undefined]);
    limits.observe(call, 0);
    expect(ending()).toEqual(["run_turns_exceeded", "failed"]);
    expect(control.cause?.error.message).toBe("the run began turn 3 of 2");
  });

  it.each([
    ["usage", { ...text, usage: { estimated_cost_usd: 1.01 } }],
    ["ext.usage", { ...text, ext: { usage: { estimated_cost_usd: 1.01 } } }],
  ])("end it if an event states a cost above the budget in %s", (_, event) => {
    const { limits, ending } = limitsOf({ config: { max_budget_usd: 1 } });
    limits.observe({ ...text, usage: { estimated_cost_usd: 1 } } as AgentEvent, 0);
    limits.observe({ ...text, usage: { estimated_cost_usd: "2" } } as unknown as AgentEvent, 0);
    limits.observe({ ...text, usage: null } as unknown as AgentEvent, 0);
    expect(ending()).toEqual([undefined, undefined]);
    limits.observe(event as AgentEvent, 0);
    expect(ending()).toEqual(["run_budget_exceeded", "failed"]);
    expect(limits.budget()).toEqual({ limit_usd: 1, reported_usd: 1.01, metered_usd: null });
    expect(limitsOf({}).limits.budget()).toBeUndefined();
  });

  it("end it if the report at the end states a cost above the budget", () => {
    const { limits, ending } = limitsOf({ config: { max_budget_usd: 1 } });
    limits.report({ estimated_cost_usd: 3 });
    expect(ending()).toEqual(["run_budget_exceeded", "failed"]);
  });

  it("end it if the gateway metered more than the budget, also without an event", () => {
    let cost = 0;
    const { limits, ending } = limitsOf({ config: { max_budget_usd: 1 } }, { meteredCostUsd: () => cost });
    limits.start();
    limits.checkBudget();
    expect(ending()).toEqual([undefined, undefined]);
    cost = 2;
    limits.checkBudget();
    expect(ending()).toEqual(["run_budget_exceeded", "failed"]);
    expect(limits.budget()).toEqual({ limit_usd: 1, reported_usd: 0, metered_usd: 2 });
  });

  it("end it if its events are longer than its output may be", () => {
    const { limits, ending } = limitsOf({ limits: { output_bytes: 10 } });
    limits.observe(text, 10);
    expect(ending()).toEqual([undefined, undefined]);
    limits.observe(text, 11);
    expect(ending()).toEqual(["sidecar_output_exceeded", "failed"]);
  });

  it("leave a run without limits alone, and leave no timer behind", () => {
    const { limits, ending } = limitsOf({ timeoutMs: 10 }, { meteredCostUsd: () => 9 });
    limits.start();
    limits.waiting();
    limits.stop();
    expect(vi.getTimerCount()).toBe(0);
    const free = limitsOf({}, { idleMs: 0 });
    free.limits.start();
    free.limits.waiting();
    for (let turn = 0; turn < 99; turn += 1)
      for (const event of [call, result]) free.limits.observe(event, 1e9);
    expect([ending(), free.ending(), vi.getTimerCount()]).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      0,
    ]);
  });
});
