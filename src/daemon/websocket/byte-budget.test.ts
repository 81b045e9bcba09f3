import { expect, it } from "vitest";
import { ByteBudget } from "./byte-budget.ts";

it("a budget is taken up to its limit, and nothing of what exceeds it", () => {
  const budget = new ByteBudget(10);
  expect([budget.take(6), budget.take(5), budget.used]).toEqual([true, false, 6]);
  expect([budget.take(4), budget.take(1), budget.used]).toEqual([true, false, 10]);
  budget.release(3);
  expect([budget.used, budget.take(3), budget.take(1)]).toEqual([7, true, false]);
});
