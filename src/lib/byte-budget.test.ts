import { expect, test } from "vitest";
import { ByteBudget } from "./byte-budget.ts";

test("a budget is taken up to its limit, and not a byte beyond it", () => {
  const budget = new ByteBudget(10);
  expect([budget.take(6), budget.take(4), budget.take(1)]).toEqual([true, true, false]);
  expect(budget.used).toBe(10);
});

test("a refused request takes nothing, and released bytes can be taken again", () => {
  const budget = new ByteBudget(10);
  budget.take(8);
  expect([budget.take(3), budget.used]).toEqual([false, 8]);
  budget.release(5);
  expect([budget.used, budget.take(7)]).toEqual([3, true]);
});
