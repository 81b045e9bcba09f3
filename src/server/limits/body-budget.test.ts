import { describe, expect, it } from "vitest";
import { BodyBudget, bodyLimitsOf, noRoomForBody } from "./body-budget.ts";
import { KeySlotTable } from "./key-slot-table.ts";

const KIB = 1024;
const limits = { total: 100 * KIB, perKey: 75 * KIB };

describe("the budget for request bodies", () => {
  it("gives as much as its limit to several keys, and what was returned again", () => {
    const budget = BodyBudget.forOneThread(limits);
    expect([budget.take(75 * KIB, "a"), budget.take(25 * KIB, "b"), budget.used]).toEqual([
      true,
      true,
      100 * KIB,
    ]);
    expect([budget.take(1, "b"), budget.used]).toEqual([false, 100 * KIB]);
    budget.release(5 * KIB, "a");
    expect([budget.take(6 * KIB, "b"), budget.take(5 * KIB, "b")]).toEqual([false, true]);
    budget.release(70 * KIB, "a");
    budget.release(30 * KIB, "b");
    expect([budget.used, budget.take(75 * KIB, "b")]).toEqual([0, true]);
  });

  it("leaves room for others whatever one key takes", () => {
    const budget = BodyBudget.forOneThread(limits);
    expect([budget.take(75 * KIB, "a"), budget.take(1, "a"), budget.take(25 * KIB, "b")]).toEqual([
      true,
      false,
      true,
    ]);
    budget.release(1, "a");
    expect([budget.take(1, "a"), budget.take(1, "a")]).toEqual([true, false]);
  });

  it("remembers what a key still holds, down to the last byte", () => {
    const budget = BodyBudget.forOneThread(limits);
    budget.take(75 * KIB, "a");
    budget.release(75 * KIB - 1, "a");
    expect([budget.take(75 * KIB, "a"), budget.take(75 * KIB - 1, "a")]).toEqual([false, true]);
  });

  it("counts the bodies of all threads, and forgets those of a thread that died", () => {
    const table = new KeySlotTable(2);
    const [first, second] = [0, 1].map((row) => new BodyBudget(limits, table.memory.bodies, row));
    expect([first!.take(60 * KIB, "a"), second!.take(41 * KIB, "a"), second!.take(40 * KIB, "a")]).toEqual([
      true,
      false,
      true,
    ]);
    expect([first!.used, second!.used]).toEqual([60 * KIB, 40 * KIB]);
    table.clearRow(0);
    expect(second!.take(30 * KIB, "b")).toBe(true);
  });

  it("counts small bodies by their bytes, and a thread's sum in whole KiB", () => {
    const budget = BodyBudget.forOneThread(limits);
    for (let body = 0; body < 2048; body += 1) expect(budget.take(10, `key-${body % 4}`)).toBe(true);
    expect(budget.used).toBe(20 * KIB);
  });

  it("is shared by the connections of a key", () => {
    const budget = BodyBudget.forOneThread(limits);
    const share = budget.shareOf("a");
    expect([share.take(75 * KIB), share.take(1), budget.used]).toEqual([true, false, 75 * KIB]);
    share.release(75 * KIB);
    expect(budget.used).toBe(0);
  });
});

describe("the limits of the budget", () => {
  it("are the configured ones, and three quarters for one key", () => {
    expect(bodyLimitsOf({ max_body_bytes: 32 * KIB, max_total_body_bytes: 256 * KIB })).toEqual({
      total: 256 * KIB,
      perKey: 192 * KIB,
    });
  });

  it("always leave room for one body of the largest size", () => {
    const budget = BodyBudget.forOneThread(
      bodyLimitsOf({ max_body_bytes: 5000, max_total_body_bytes: 1024 }),
    );
    expect([budget.take(5000, "a"), budget.take(2000, "b")]).toEqual([true, false]);
  });
});

describe("the error of a body that finds no room", () => {
  it("names the setting and says when to try again", () => {
    expect(noRoomForBody()).toMatchObject({
      code: "too_many_calls",
      details: { setting: "gateway.max_total_body_bytes", retry_after_secs: 1 },
    });
  });
});
