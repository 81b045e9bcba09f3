import { describe, expect, it } from "vitest";
import { codeOf, runId } from "../fixtures/runs.ts";
import type { Store } from "../store.ts";
import { newApproval } from "./fixtures/submissions.ts";

const AT = new Date("2026-03-01T08:02:00Z");

/** What every store must do with approvals. */
export function describeApprovals(name: string, open: () => Promise<Store>): void {
  describe(`${name}: approvals`, () => {
    it("are open, are kept over a restart, and have ids of their own", async () => {
      const first = await open();
      const { input: _, ...bare } = newApproval(2);
      await first.approvals.open(newApproval(1));
      await first.approvals.open(bare);
      expect(await codeOf(first.approvals.open(newApproval(1)))).toBe("id_repeated");
      await first.close();
      const { approvals } = await open();
      expect(await approvals.find("apr_1")).toEqual({ ...newApproval(1), state: "open" });
      expect(await approvals.find("apr_2")).toEqual({ ...bare, state: "open" });
      expect(await approvals.find("apr_3")).toBeUndefined();
    });

    it("are noted in the order of the log when they are asked for and decided, each time once", async () => {
      const { approvals, runs } = await open();
      await approvals.open(newApproval(1));
      await approvals.decide("apr_1", { state: "allowed", at: AT });
      await approvals.decide("apr_1", { state: "denied", at: AT });
      const { tenant, owner, runId: run, createdAt } = newApproval(1);
      const change = { tenant, owner, runId: run, state: "running", logSize: 0 };
      expect(await runs.changes(0, 10)).toEqual([
        { ...change, id: 1, at: createdAt, approval: { id: "apr_1", state: "open" } },
        { ...change, id: 2, at: AT, approval: { id: "apr_1", state: "allowed" } },
      ]);
    });

    it("are decided once, with who and why", async () => {
      const { approvals } = await open();
      await approvals.open(newApproval(1));
      const decision = { state: "denied", decidedBy: "boss", reason: "not on a Friday", at: AT } as const;
      const answers = await Promise.all([
        approvals.decide("apr_1", decision),
        approvals.decide("apr_1", { state: "allowed", at: AT }),
      ]);
      expect(answers).toEqual([true, false]);
      expect(await approvals.find("apr_1")).toEqual({
        ...newApproval(1),
        state: "denied",
        decidedBy: "boss",
        decidedAt: AT,
        reason: "not on a Friday",
      });
      expect(await approvals.decide("none", decision)).toBe(false);
    });

    it("are listed with the newest first, by what they are and whose", async () => {
      const { approvals } = await open();
      await approvals.open(newApproval(1));
      await approvals.open(newApproval(2, { owner: "key:other" }));
      await approvals.open(newApproval(3, { tenant: "b" }));
      await approvals.open(newApproval(4, { runId: runId(1) }));
      await approvals.decide("apr_1", { state: "allowed", decidedBy: "boss", at: AT });
      const list = async (...args: Parameters<typeof approvals.list>) =>
        (await approvals.list(...args)).map(({ id }) => id);
      expect(await list({}, { limit: 10 })).toEqual(["apr_4", "apr_3", "apr_2", "apr_1"]);
      expect(await list({}, { before: "apr_3", limit: 1 })).toEqual(["apr_2"]);
      expect(await list({ tenant: "a", owner: "key:me" }, { limit: 10 })).toEqual(["apr_4", "apr_1"]);
      expect(await list({ states: ["open"], tenant: "a" }, { limit: 10 })).toEqual(["apr_4", "apr_2"]);
      expect(await list({ runId: runId(1) }, { limit: 10 })).toEqual(["apr_4", "apr_1"]);
    });

    it("that are open expire all at a start, and no others", async () => {
      const first = await open();
      await first.approvals.open(newApproval(0));
      await first.approvals.decide("apr_0", { state: "allowed", decidedBy: "boss", at: AT });
      await Promise.all(Array.from({ length: 300 }, (_, at) => first.approvals.open(newApproval(at + 1))));
      await first.close();
      const { approvals } = await open();
      expect([await approvals.expireAll(AT), await approvals.expireAll(AT)]).toEqual([300, 0]);
      expect(await approvals.find("apr_300")).toEqual({
        ...newApproval(300),
        state: "expired",
        decidedAt: AT,
      });
      expect((await approvals.find("apr_0"))?.state).toBe("allowed");
    });
  });
}
