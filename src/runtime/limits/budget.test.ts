import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { Budget } from "./budget.ts";
import { TurnCounter } from "./turn-counter.ts";

describe("a budget", () => {
  it("adds up the highest total of each turn", () => {
    const budget = new Budget(() => undefined);
    expect([budget.spending, budget.spentUsd]).toEqual([{ reportedUsd: 0, meteredUsd: undefined }, 0]);
    for (const cost of [1, 3, 2, "9", undefined]) budget.report({ estimated_cost_usd: cost });
    for (const other of [null, undefined, "x", 5]) budget.report(other);
    expect(budget.spentUsd).toBe(3);
    budget.nextTurn();
    budget.observe({ type: "assistant_delta", usage: { estimated_cost_usd: 2 } } as unknown as AgentEvent);
    expect(budget.spentUsd).toBe(5);
    budget.observe({
      type: "assistant_delta",
      ext: { usage: { estimated_cost_usd: 4 } },
    } as unknown as AgentEvent);
    expect(budget.spentUsd).toBe(7);
    budget.nextTurn();
    expect(budget.spentUsd).toBe(7);
  });

  it("counts the metered cost if that is higher", () => {
    let metered: number | undefined = 2;
    const budget = new Budget(() => metered);
    budget.report({ estimated_cost_usd: 1 });
    expect([budget.spending, budget.spentUsd]).toEqual([{ reportedUsd: 1, meteredUsd: 2 }, 2]);
    metered = 0.5;
    expect(budget.spentUsd).toBe(1);
  });
});

it("a turn is one answer of the model, up to the next result of a tool", () => {
  const counter = new TurnCounter();
  const counts = (["run_started", "assistant_delta", "assistant_message", "tool_call"] as const).map(
    (type) => {
      counter.observe({ type });
      return counter.turns;
    },
  );
  expect(counts).toEqual([0, 1, 1, 1]);
  counter.observe({ type: "tool_result" });
  expect(counter.turns).toBe(1);
  counter.observe({ type: "tool_call" });
  expect(counter.turns).toBe(2);
  counter.observe({ type: "assistant_message" });
  expect(counter.turns).toBe(2);
  counter.end();
  counter.observe({ type: "warning" });
  expect(counter.turns).toBe(2);
  counter.observe({ type: "assistant_message" });
  expect(counter.turns).toBe(3);
});
