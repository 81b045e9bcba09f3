import { describe, expect, it } from "vitest";
import { buildReceipt, type Receipt } from "../../../contract/index.ts";
import { codeOf, eventLines, receiptOf, runId } from "../fixtures/runs.ts";
import type { Store } from "../store.ts";
import { newApproval, newRun, SUBMITTED_AT } from "./fixtures/submissions.ts";
import type { RunState } from "./run-store.ts";

const STARTED_AT = new Date("2026-03-01T08:00:01Z");
const ENDED_AT = new Date("2026-03-01T08:00:02Z");

type Ending = Pick<Parameters<typeof buildReceipt>[0], "outcome"> & {
  readonly reason?: "completed" | "failed" | "refused" | "cancelled" | "timed_out";
};

function endOf(number: number, { outcome, reason }: Ending): Receipt {
  const { meta } = receiptOf(number);
  const facts = { runId: meta.run_id, workOrderId: meta.work_order_id, backend: { id: "mock" }, outcome };
  return buildReceipt(
    { ...facts, startedAt: STARTED_AT, finishedAt: ENDED_AT },
    reason === undefined ? {} : { termination: { reason } },
  );
}

/** What every store must do with submitted runs. */
export function describeRuns(
  name: string,
  open: (options?: { readonly mode?: "write" | "read" }) => Promise<Store>,
): void {
  const openWith = async (...numbers: number[]): Promise<Store> => {
    const store = await open();
    for (const number of numbers) await store.runs.submit(newRun(number));
    return store;
  };
  const statesOf = async ({ runs }: Store) =>
    (await runs.changes(0, 100)).map(({ runId: id, state, logSize }) => [
      Number(id.slice(-12)),
      state,
      logSize,
    ]);

  describe(`${name}: submitted runs`, () => {
    it("are pending, are kept over a restart, and have ids of their own", async () => {
      const store = await openWith(1);
      expect(await codeOf(store.runs.submit(newRun(1, { tenant: "b" })))).toBe("id_repeated");
      await store.close();
      const reader = await open({ mode: "read" });
      expect(await reader.runs.find(runId(1))).toEqual({ ...newRun(1), state: "pending", isWaiting: false });
      expect(await reader.runs.find(runId(2))).toBeUndefined();
      expect(await reader.runs.changes(0, 10)).toEqual([
        {
          id: 1,
          tenant: "a",
          owner: "key:me",
          runId: runId(1),
          state: "pending",
          at: SUBMITTED_AT,
          logSize: 0,
        },
      ]);
    });

    it("are claimed once, and are in the journal from then on", async () => {
      const store = await openWith(1);
      const { runs } = store;
      const claims = await Promise.all([runs.claim(runId(1), STARTED_AT), runs.claim(runId(1), STARTED_AT)]);
      expect(claims).toEqual([true, false]);
      expect(await runs.claim(runId(2), STARTED_AT)).toBe(false);
      expect(await runs.find(runId(1))).toMatchObject({ state: "running", startedAt: STARTED_AT });
      expect(await store.ledger("a").findOpen(runId(1))).toEqual({
        runId: runId(1),
        workOrderId: "00000000-0000-4000-8000-000000000002",
        startedAt: STARTED_AT,
        backendId: "mock",
        mode: "mapped",
      });
      await store.ledger("a").appendEvents(runId(1), 0, eventLines(1, 0, 2));
    });

    it("end with their receipt, as it says, together with a change of their state", async () => {
      const endings: [Ending, RunState, string][] = [
        [{ outcome: "complete", reason: "completed" }, "completed", "completed"],
        [{ outcome: "partial", reason: "completed" }, "completed", "completed"],
        [{ outcome: "failed", reason: "cancelled" }, "cancelled", "cancelled"],
        [{ outcome: "failed", reason: "timed_out" }, "failed", "timed_out"],
        [{ outcome: "failed", reason: "refused" }, "failed", "refused"],
        [{ outcome: "complete" }, "completed", "completed"],
        [{ outcome: "partial" }, "failed", "failed"],
      ];
      const store = await openWith(...endings.keys());
      for (const [number, [ending, state, reason]] of endings.entries()) {
        await store.runs.claim(runId(number), STARTED_AT);
        await store.ledger("a").append(endOf(number, ending));
        expect(await store.runs.find(runId(number))).toEqual({
          ...newRun(number),
          state,
          reason,
          startedAt: STARTED_AT,
          endedAt: ENDED_AT,
          isWaiting: false,
        });
      }
      const changes = (await statesOf(store)).slice(endings.length);
      expect(changes).toEqual(
        endings.flatMap(([, state], number) => [
          [number, "running", number],
          [number, state, number + 1],
        ]),
      );
    });

    it("that wait are cancelled by their one receipt, and are not claimed after it", async () => {
      const store = await openWith(1);
      expect(await store.runs.requestCancel(runId(1), "no longer needed")).toBe(true);
      expect(await store.runs.find(runId(1))).toMatchObject({
        state: "pending",
        cancelReason: "no longer needed",
      });
      const cancelled = endOf(1, { outcome: "failed", reason: "cancelled" });
      expect((await store.ledger("a").append(cancelled)).seq).toBe(0);
      expect(await store.runs.find(runId(1))).toMatchObject({ state: "cancelled", endedAt: ENDED_AT });
      expect(await store.runs.claim(runId(1), STARTED_AT)).toBe(false);
      expect(await codeOf(store.ledger("a").append(cancelled))).toBe("receipt_duplicate");
      expect(await statesOf(store)).toEqual([
        [1, "pending", 0],
        [1, "cancelled", 1],
      ]);
    });

    it("take one request to cancel, and none after their end", async () => {
      const store = await openWith(1, 2);
      const { runs } = store;
      expect([await runs.requestCancel(runId(1), "a"), await runs.requestCancel(runId(1), "b")]).toEqual([
        true,
        false,
      ]);
      await store.ledger("a").append(endOf(2, { outcome: "complete" }));
      expect([await runs.requestCancel(runId(2), "a"), await runs.requestCancel(runId(3), "a")]).toEqual([
        false,
        false,
      ]);
      expect((await runs.find(runId(1)))?.cancelReason).toBe("a");
      expect((await runs.find(runId(2)))?.cancelReason).toBeUndefined();
    });

    it("of a process that ended are interrupted, and those that wait still wait", async () => {
      const first = await openWith(1, 2);
      await first.runs.claim(runId(1), STARTED_AT);
      await first.ledger("a").appendEvents(runId(1), 0, eventLines(1, 0, 2));
      await first.close();
      const store = await open();
      expect(await store.recover(() => ENDED_AT)).toBe(1);
      const { receipt } = (await store.ledger("a").find(runId(1)))!;
      expect([receipt.outcome, receipt.termination?.reason]).toEqual(["failed", "interrupted"]);
      expect(await store.runs.find(runId(1))).toEqual({
        ...newRun(1),
        state: "failed",
        reason: "interrupted",
        startedAt: STARTED_AT,
        endedAt: ENDED_AT,
        isWaiting: false,
      });
      expect((await store.runs.find(runId(2)))?.state).toBe("pending");
      expect(await statesOf(store)).toEqual([
        [1, "pending", 0],
        [2, "pending", 0],
        [1, "running", 0],
        [1, "failed", 1],
      ]);
    });

    it("are ended by a store that did not submit them, once it was asked to cancel them", async () => {
      const [one, other] = [await open(), await open()];
      await one.runs.submit(newRun(1));
      await other.runs.requestCancel(runId(1), "why");
      await other.ledger("a").append(endOf(1, { outcome: "failed", reason: "cancelled" }));
      expect((await one.runs.find(runId(1)))?.state).toBe("cancelled");
      expect(await one.runs.claim(runId(1), STARTED_AT)).toBe(false);
    });

    it("do not end by a receipt of another tenant", async () => {
      const store = await openWith(1);
      await store.ledger("b").append(endOf(1, { outcome: "complete" }));
      expect((await store.runs.find(runId(1)))?.state).toBe("pending");
      await store.ledger("a").append(endOf(1, { outcome: "complete" }));
      expect((await store.runs.find(runId(1)))?.state).toBe("completed");
    });

    it("are listed with the newest first, by what they are and whose", async () => {
      const store = await open();
      const { runs } = store;
      await runs.submit(newRun(1));
      await runs.submit(newRun(2, { owner: "key:other", keyName: "other" }));
      await runs.submit(newRun(3, { tenant: "b", backend: "claude" }));
      await runs.submit(newRun(4));
      await runs.claim(runId(4), STARTED_AT);
      await store.ledger("a").append(endOf(1, { outcome: "complete" }));
      const list = async (...args: Parameters<typeof runs.list>) =>
        (await runs.list(...args)).map(({ runId: id }) => Number(id.slice(-12)));
      expect(await list({}, { limit: 10 })).toEqual([4, 3, 2, 1]);
      expect(await list({}, { limit: 2 })).toEqual([4, 3]);
      expect(await list({}, { before: runId(3), limit: 2 })).toEqual([2, 1]);
      expect(await list({}, { before: runId(1), limit: 2 })).toEqual([]);
      expect(await list({}, { before: runId(9), limit: 2 })).toEqual([]);
      expect(await list({ tenant: "a" }, { limit: 10 })).toEqual([4, 2, 1]);
      expect(await list({ tenant: "a", owner: "key:me" }, { limit: 10 })).toEqual([4, 1]);
      expect(await list({ states: ["completed", "running"] }, { limit: 10 })).toEqual([4, 1]);
      expect(await list({ states: [] }, { limit: 10 })).toEqual([]);
      expect(await list({ backend: "claude" }, { limit: 10 })).toEqual([3]);
      expect(await list({ keyName: "other", states: ["pending"] }, { limit: 10 })).toEqual([2]);
    });

    it("wait by priority, then by submission, for each tenant", async () => {
      const store = await open();
      const { runs } = store;
      for (const [number, priority] of [0, 5, -1, 5, 0].entries())
        await runs.submit(newRun(number, { priority }));
      await runs.submit(newRun(9, { tenant: "b" }));
      await runs.claim(runId(4), STARTED_AT);
      const waiting = await runs.pending("a", 10);
      expect(waiting.map(({ runId: id }) => Number(id.slice(-12)))).toEqual([1, 3, 0, 2]);
      expect(await runs.pending("a", 1)).toEqual([waiting[0]]);
      expect(await runs.pending("none", 10)).toEqual([]);
      expect(await runs.pendingCounts()).toEqual(
        new Map([
          ["a", 4],
          ["b", 1],
        ]),
      );
    });

    it("say whether an approval of them is open, which their end expires", async () => {
      const store = await openWith(1);
      await store.runs.claim(runId(1), STARTED_AT);
      await store.approvals.open(newApproval(1));
      expect((await store.runs.find(runId(1)))?.isWaiting).toBe(true);
      expect((await store.runs.list({}, { limit: 1 }))[0]?.isWaiting).toBe(true);
      await store.ledger("a").append(endOf(1, { outcome: "failed", reason: "timed_out" }));
      expect((await store.runs.find(runId(1)))?.isWaiting).toBe(false);
      expect(await store.approvals.find("apr_1")).toMatchObject({ state: "expired", decidedAt: ENDED_AT });
    });

    it("are removed after their end, and their receipt and changes stay", async () => {
      const store = await openWith(1);
      expect(await store.runs.remove(runId(1))).toBe(false);
      await store.ledger("a").append(endOf(1, { outcome: "complete" }));
      expect([await store.runs.remove(runId(1)), await store.runs.remove(runId(1))]).toEqual([true, false]);
      expect(await store.runs.find(runId(1))).toBeUndefined();
      expect((await store.ledger("a").find(runId(1)))?.seq).toBe(0);
      expect(await statesOf(store)).toHaveLength(2);
    });

    it("have changes whose numbers grow over restarts, read from any of them on", async () => {
      const first = await openWith(1, 2);
      await first.close();
      const { runs } = await openWith(3);
      const changes = await runs.changes(0, 10);
      expect(changes.map(({ id }) => id)).toEqual([1, 2, 3]);
      expect(await runs.changes(1, 1)).toEqual([changes[1]]);
      expect(await runs.changes(3, 10)).toEqual([]);
    });

    it("of many at once are all there, each with one change", async () => {
      const store = await open();
      const numbers = Array.from({ length: 300 }, (_, number) => number);
      await Promise.all(numbers.map((number) => store.runs.submit(newRun(number))));
      await Promise.all(numbers.map((number) => store.runs.claim(runId(number), STARTED_AT)));
      await Promise.all(
        numbers.map((number) => store.ledger("a").append(endOf(number, { outcome: "complete" }))),
      );
      expect(await store.runs.list({ states: ["completed"] }, { limit: 1000 })).toHaveLength(300);
      const changes = await store.runs.changes(600, 1000);
      expect(changes.map(({ logSize }) => logSize)).toEqual(numbers.map((number) => number + 1));
    });

    it("are not taken by a store that only reads", async () => {
      await openWith(1);
      const reader = await open({ mode: "read" });
      expect(await codeOf(reader.runs.submit(newRun(2)))).toBe("receipt_store_failed");
      expect(await codeOf(reader.runs.claim(runId(1), STARTED_AT))).toBe("receipt_store_failed");
    });
  });
}
