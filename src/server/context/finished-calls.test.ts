import { describe, expect, it } from "vitest";
import type { Caller, OpenCall } from "../../gateway/index.ts";
import { KeySlots } from "../limits/key-slots.ts";
import { FinishedCalls } from "./finished-calls.ts";

const ada: Caller = {
  name: "ada",
  tenant: "t",
  owner: "key:ada",
  roles: ["caller"],
  isOnlyKey: false,
  readsUnowned: false,
  mode: undefined,
  mayUse: () => true,
  maxConcurrent: 9,
};

function call(more: Partial<OpenCall> = {}): OpenCall & { left: string[] } {
  const left: string[] = [];
  return { runId: "r", leave: (reason) => left.push(reason), recorded: Promise.resolve(), left, ...more };
}

function finished(taken: number): { slots: KeySlots; calls: FinishedCalls } {
  const slots = KeySlots.forOneThread();
  for (let count = 0; count < taken; count += 1) slots.take(ada);
  return { slots, calls: new FinishedCalls(slots) };
}

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let is = false;
  void promise.then(() => {
    is = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return is;
}

describe("finished calls", () => {
  it("return the slot at once, also of a call that never started", () => {
    const { slots, calls } = finished(2);
    calls.add(ada, call());
    calls.add(ada, undefined);
    expect([slots.total, calls.backgroundCount]).toEqual([0, 0]);
  });

  it("return no slot for a call that took none", async () => {
    const { slots, calls } = finished(1);
    calls.add(undefined, call());
    calls.add(undefined, undefined);
    const work = Promise.withResolvers<void>();
    calls.add(undefined, call({ background: work.promise }));
    expect([slots.total, calls.backgroundCount]).toEqual([1, 1]);
    work.resolve();
    await work.promise;
    expect([slots.total, calls.backgroundCount]).toEqual([1, 0]);
  });

  it.each(["resolve", "reject"] as const)(
    "return the slot of a background call when its work settles (%s)",
    async (settle) => {
      const { slots, calls } = finished(1);
      const work = Promise.withResolvers<void>();
      calls.add(ada, call({ background: work.promise }));
      expect([slots.total, calls.backgroundCount]).toEqual([1, 1]);
      work[settle]();
      await Promise.allSettled([work.promise]);
      expect([slots.total, calls.backgroundCount]).toEqual([0, 0]);
    },
  );

  it("stop the work that is still going on", async () => {
    const { calls } = finished(2);
    const [running, done] = [
      call({ background: new Promise(() => undefined) }),
      call({ background: Promise.resolve() }),
    ];
    calls.add(ada, running);
    calls.add(ada, done);
    await new Promise((resolve) => setImmediate(resolve));
    calls.stopBackground();
    expect([running.left, done.left]).toEqual([["shutting_down"], []]);
  });

  it("wait for the receipts of calls that were open when draining started, in the background or not", async () => {
    const { calls } = finished(3);
    const receipts = [0, 1].map(() => Promise.withResolvers<void>());
    calls.add(ada, call({ recorded: new Promise(() => undefined) }));
    calls.add(ada, call({ background: new Promise(() => undefined), recorded: receipts[0]!.promise }));
    calls.startDraining();
    calls.add(ada, call({ recorded: receipts[1]!.promise }));
    const recorded = calls.recorded();
    expect(await isSettled(recorded)).toBe(false);
    receipts[0]!.resolve();
    expect(await isSettled(recorded)).toBe(false);
    receipts[1]!.reject(new Error("disk full"));
    expect(await isSettled(recorded)).toBe(true);
  });

  it("have no receipts to wait for before draining starts", async () => {
    const { calls } = finished(1);
    calls.add(ada, call({ recorded: new Promise(() => undefined) }));
    expect(await isSettled(calls.recorded())).toBe(true);
  });
});
