import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RunningCall } from "../exchange/call-account.ts";
import { costs, meteredCall } from "../fixtures/metered-call.ts";
import { testCaller } from "../fixtures/test-context.ts";
import { RunAccount, type RunAccountParts } from "./run-account.ts";

const RUN = "00000000-0000-7000-8000-0000000000aa";

function open(more: Partial<RunAccountParts> = {}) {
  const reports: string[] = [];
  const told: string[] = [];
  const account = new RunAccount({
    runId: RUN,
    token: "abp_run-key",
    caller: testCaller({ name: "ada" }),
    budgetUsd: null,
    report: (message) => void reports.push(message),
    onClosed: () => void told.push("closed"),
    ...more,
  });
  return { account, reports, told };
}

const codeOf = (work: () => void) => {
  try {
    work();
    return "none";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** A promise that tells whether it has settled. */
function watch(promise: Promise<unknown>) {
  const state = { isSettled: false };
  void promise.then(() => {
    state.isSettled = true;
  });
  return state;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the account of a run", () => {
  it("counts what an open call has cost so far against the budget", () => {
    const { account } = open({ budgetUsd: 1 });
    expect(codeOf(() => account.check(0.9))).toBe("none");
    expect(codeOf(() => account.check(1))).toBe("run_budget_exceeded");
    account.meter(meteredCall({ cost: costs(0.5) }));
    expect(codeOf(() => account.check())).toBe("none");
    expect(codeOf(() => account.check(0.5))).toBe("run_budget_exceeded");
  });

  it("accepts its own key and no other", () => {
    const { account } = open();
    expect([account.token, account.caller.name]).toEqual(["abp_run-key", "ada"]);
    const keys = ["abp_run-key", "abp_run-keY", "abp_run-ke", "", "x".repeat(10_000)];
    expect(keys.map((key) => account.accepts(key))).toEqual([true, false, false, false, false]);
  });

  it("takes calls until its budget is spent, to the cent", () => {
    const { account } = open({ budgetUsd: 0.8 });
    expect(codeOf(() => account.check())).toBe("none");
    account.meter(meteredCall({ cost: costs(0.7) }));
    expect(codeOf(() => account.check())).toBe("none");
    account.meter(meteredCall({ cost: costs(0.1) }));
    expect(codeOf(() => account.check())).toBe("run_budget_exceeded");
    expect(() => account.check()).toThrow(
      "the model calls of the run cost 0.8 USD, and its budget is 0.8 USD",
    );
    expect(account.spentUsd()).toBe(0.8);
  });

  it("takes no call with a budget of nothing, and every call without a budget", () => {
    expect(codeOf(() => open({ budgetUsd: 0 }).account.check())).toBe("run_budget_exceeded");
    const { account } = open();
    account.meter(meteredCall({ cost: costs(1e9) }));
    expect(codeOf(() => account.check())).toBe("none");
  });

  it("tells the cost of all calls after each call whose cost is known", () => {
    const { account } = open();
    account.meter(meteredCall({ cost: costs(1) }));
    const told: number[] = [];
    account.onSpent = (usd) => told.push(usd);
    account.meter(meteredCall({ cost: costs(2) }));
    account.meter(meteredCall());
    account.meter(meteredCall({ cost: costs(0) }));
    expect(told).toEqual([3, 3]);
  });

  it("reports a listener that fails, and has metered the call", () => {
    const { account, reports } = open();
    account.onSpent = () => {
      throw new Error("no");
    };
    account.meter(meteredCall({ cost: costs(2) }));
    expect([account.spentUsd(), reports]).toEqual([2, ["a listener for the cost of a run failed"]]);
  });

  it("refuses calls from the moment it closes, and says what was metered", async () => {
    const { account, told } = open({ budgetUsd: 1 });
    account.meter(meteredCall({ cost: costs(0.5) }));
    account.addReceipt({ seq: 0, runId: "call-1", sha256: "ab" });
    expect(account.ended).toBeUndefined();
    const closing = account.close();
    expect([codeOf(() => account.check()), account.ended?.code, told]).toEqual([
      "run_not_found",
      "run_not_found",
      ["closed"],
    ]);
    expect(account.ended?.message).toContain(RUN);
    expect(await closing).toMatchObject({
      calls: 1,
      usage: { estimated_cost_usd: 0.5 },
      receipts: [{ run_id: "call-1", sha256: "ab" }],
    });
    expect(account.close()).toBe(closing);
    expect(told).toEqual(["closed"]);
  });

  it("is closed already when it ends the calls under way", async () => {
    const { account } = open();
    const seen: string[] = [];
    const call = (name: string): RunningCall => ({
      leave: (reason) =>
        void seen.push(
          name,
          reason,
          codeOf(() => account.check()),
        ),
    });
    const [first, second] = [call("first"), call("second")];
    account.enter(first);
    account.enter(second);
    account.exit(first);
    await account.close();
    expect(seen).toEqual(["second", "run_ended", "run_not_found"]);
  });

  it("waits for all work, and for work that the end of a call adds", async () => {
    const { account } = open();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    account.waitFor(first.promise);
    account.enter({
      leave: () => {
        account.meter(meteredCall());
        account.waitFor(second.promise);
      },
    });
    const closing = account.close();
    const state = watch(closing);
    first.reject(new Error("failed"));
    await nextTurn();
    expect(state.isSettled).toBe(false);
    account.addReceipt({ seq: 0, runId: "late", sha256: "cd" });
    second.resolve();
    expect((await closing).receipts).toEqual([{ run_id: "late", sha256: "cd" }]);
  });

  it("gives up receipts that are not durable after 30 seconds, and says so", async () => {
    vi.useFakeTimers();
    const { account, reports } = open();
    account.meter(meteredCall());
    account.waitFor(new Promise(() => undefined));
    const closing = account.close();
    const state = watch(closing);
    await vi.advanceTimersByTimeAsync(29_999);
    expect([state.isSettled, reports]).toEqual([false, []]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await closing).receipts_omitted).toBe(1);
    expect(reports).toEqual(["receipts of a run were not durable when it ended"]);
  });

  it("leaves no timer behind", async () => {
    vi.useFakeTimers();
    const { account, reports } = open();
    await account.close();
    const waiting = open().account;
    waiting.waitFor(Promise.resolve());
    await waiting.close();
    expect([vi.getTimerCount(), reports]).toEqual([0, []]);
  });
});
