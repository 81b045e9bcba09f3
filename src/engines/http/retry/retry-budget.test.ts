import { describe, expect, it } from "vitest";
import { RetryBudget } from "./retry-budget.ts";

function count(budget: RetryBudget, now: number, calls: number): void {
  for (let call = 0; call < calls; call++) budget.count(now);
}

/** Takes every retry that is allowed at this time. */
function takeAll(budget: RetryBudget, now: number): number {
  let taken = 0;
  while (budget.take(now)) taken++;
  return taken;
}

describe("a retry budget", () => {
  it("allows three retries without any call", () => {
    expect(takeAll(new RetryBudget(), 0)).toBe(3);
  });

  it.each([
    [30, 3],
    [39, 3],
    [40, 4],
    [100, 10],
  ])("allows of %i calls a tenth, and at least three: %i", (calls, retries) => {
    const budget = new RetryBudget();
    count(budget, 0, calls);
    expect(takeAll(budget, 0)).toBe(retries);
  });

  it("counts everything of the last 30 s", () => {
    const budget = new RetryBudget();
    count(budget, 0, 100);
    expect(takeAll(budget, 0)).toBe(10);
    expect(takeAll(budget, 29_999)).toBe(0);
    // With the next window, the last one counts in full and then less and less.
    expect(takeAll(budget, 30_000)).toBe(0);
  });

  it("counts the previous window by the share of it that is less than 30 s ago", () => {
    const budget = new RetryBudget();
    count(budget, 0, 200);
    expect(takeAll(budget, 0)).toBe(20);
    count(budget, 45_000, 200);
    // At the middle of the window: 200 + 100 calls allow 30 retries, and 10 of the 20 before still count.
    expect(takeAll(budget, 45_000)).toBe(20);
    // The new window has 200 calls and 20 retries; of the window before it, a quarter is left.
    expect(takeAll(budget, 52_500)).toBe(0);
  });

  it("keeps its windows aligned when they follow each other", () => {
    const budget = new RetryBudget();
    count(budget, 10_000, 100);
    expect(takeAll(budget, 10_000)).toBe(10);
    // The window that began at 0 ended at 30,000, so at 45,000 half of it counts: 5 of at least 3, but 5 of 50 calls.
    expect(takeAll(budget, 45_000)).toBe(0);
    // At 59,999 nearly nothing of it counts.
    expect(takeAll(budget, 59_999)).toBe(2);
    // The window from 60,000 on follows the one with 2 retries.
    expect(takeAll(budget, 60_000)).toBe(1);
  });

  it("forgets both windows after a gap of two windows", () => {
    const budget = new RetryBudget();
    count(budget, 0, 1000);
    expect(takeAll(budget, 0)).toBe(100);
    expect(takeAll(budget, 60_000)).toBe(3);
    // A new window begins with the first call after the gap.
    expect(takeAll(budget, 89_999)).toBe(0);
  });

  it("moves its window with calls as well", () => {
    const budget = new RetryBudget();
    expect(takeAll(budget, 0)).toBe(3);
    budget.count(30_000);
    budget.count(60_000);
    expect(takeAll(budget, 60_000)).toBe(3);
  });
});
