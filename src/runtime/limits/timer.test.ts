import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { Budget } from "./budget.ts";
import { Timer } from "./timer.ts";
import { TurnCounter } from "./turn-counter.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("ends after its delay, and begins anew after a start or a stop", () => {
  const onEnd = vi.fn();
  const timer = new Timer(100, onEnd);
  timer.start();
  vi.advanceTimersByTime(99);
  timer.start();
  vi.advanceTimersByTime(99);
  timer.stop();
  vi.advanceTimersByTime(100);
  expect([onEnd.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
  timer.start();
  vi.advanceTimersByTime(100);
  expect(onEnd).toHaveBeenCalledOnce();
});

it("has the longest delay that a timer can have, if its own is longer", () => {
  const set = vi.spyOn(globalThis, "setTimeout");
  new Timer(2 ** 31, () => undefined).start();
  new Timer(2 ** 31 - 2, () => undefined).start();
  new Timer(undefined, () => undefined).start();
  expect(set.mock.calls.map(([, delay]) => delay)).toEqual([2_147_483_647, 2_147_483_646]);
});

it.each([
  [["assistant_message"], 1],
  [["assistant_delta"], 1],
  [["tool_call"], 1],
  [["warning", "tool_result"], 0],
  [["assistant_message", "warning", "tool_call", "tool_call"], 1],
  [["tool_call", "tool_result", "tool_result", "assistant_message"], 2],
] as const)("counts the turns of %j as %i", (types, turns) => {
  const counter = new TurnCounter();
  for (const type of types) counter.observe({ type });
  expect(counter.turns).toBe(turns);
});

it("takes the larger of the reported and the metered cost, and the highest that was reported", () => {
  let metered = 0;
  const budget = new Budget(() => metered);
  for (const usage of [undefined, null, 5, "5", {}, { estimated_cost_usd: "9" }]) budget.report(usage);
  expect(budget.spentUsd).toBe(0);
  budget.report({ estimated_cost_usd: 2 });
  budget.report({ estimated_cost_usd: 1 });
  budget.observe({ type: "warning", message: "", ts: "" } as AgentEvent);
  expect([budget.spentUsd, budget.spending]).toEqual([2, { reportedUsd: 2, meteredUsd: 0 }]);
  metered = 3;
  expect(budget.spentUsd).toBe(3);
  expect(new Budget(() => undefined).spentUsd).toBe(0);
});
