import { describe, expect, it } from "vitest";
import { codeOf, receiptOf, runId } from "../fixtures/runs.ts";
import type { Store } from "../store.ts";
import { newApproval, newRun, onceOf } from "./fixtures/submissions.ts";

const AT = new Date("2026-03-01T08:02:00Z");

/** What every store must do with effects that happen once. Its clock stands at the time of `onceOf`. */
export function describeOnce(name: string, open: () => Promise<Store>): void {
  describe(`${name}: an effect with an idempotency key`, () => {
    it("happens once, over a restart too, and a repeated request gets the first answer", async () => {
      const first = await open();
      await first.runs.submit(newRun(1), onceOf("k"));
      await first.close();
      const store = await open();
      await expect(store.runs.submit(newRun(2), onceOf("k", { answer: "other" }))).rejects.toMatchObject({
        code: "idempotency_repeated",
        details: { answer: '{"run_id":"1"}' },
      });
      expect(await store.once.find("key:me submit_run", "k")).toEqual({
        bodyDigest: "ab".repeat(32),
        answer: '{"run_id":"1"}',
      });
      expect(await store.runs.find(runId(2))).toBeUndefined();
      expect(await store.runs.changes(0, 10)).toHaveLength(1);
    });

    it("is refused for another body, and has no effect then", async () => {
      const store = await open();
      await store.runs.submit(newRun(1), onceOf("k"));
      const other = onceOf("k", { bodyDigest: "cd".repeat(32) });
      expect(await codeOf(store.runs.submit(newRun(2), other))).toBe("idempotency_mismatch");
      expect(await store.runs.find(runId(2))).toBeUndefined();
    });

    it("happens once though many requests come together", async () => {
      const store = await open();
      const codes = await Promise.all(
        Array.from({ length: 20 }, (_, number) => codeOf(store.runs.submit(newRun(number), onceOf("k")))),
      );
      expect(codes).toEqual(["accepted", ...Array(19).fill("idempotency_repeated")]);
      expect(await store.runs.list({}, { limit: 100 })).toHaveLength(1);
    });

    it("means something only within its scope", async () => {
      const store = await open();
      await store.runs.submit(newRun(1), onceOf("k"));
      await store.runs.submit(newRun(2), onceOf("k", { scope: "key:other submit_run" }));
      expect(await store.runs.list({}, { limit: 10 })).toHaveLength(2);
      expect(await store.once.find("none", "k")).toBeUndefined();
    });

    it("is not kept if there was none", async () => {
      const store = await open();
      expect(await store.runs.requestCancel(runId(1), "why", onceOf("k"))).toBe(false);
      await store.runs.submit(newRun(1));
      expect(await codeOf(store.runs.submit(newRun(1), onceOf("s")))).toBe("id_repeated");
      expect([
        await store.once.find(onceOf("k").scope, "k"),
        await store.once.find(onceOf("s").scope, "s"),
      ]).toEqual([undefined, undefined]);
      expect(await store.runs.requestCancel(runId(1), "why", onceOf("k"))).toBe(true);
    });

    it("may come again after a day", async () => {
      const store = await open();
      const dayBefore = new Date(onceOf("k").at.getTime() - 24 * 60 * 60 * 1000);
      await store.runs.submit(newRun(1), onceOf("k", { at: dayBefore, answer: "old" }));
      expect(await store.once.find(onceOf("k").scope, "k")).toBeUndefined();
      await store.runs.submit(newRun(2), onceOf("k"));
      expect((await store.once.find(onceOf("k").scope, "k"))?.answer).toBe('{"run_id":"1"}');
      expect(await codeOf(store.runs.submit(newRun(3), onceOf("k")))).toBe("idempotency_repeated");
    });

    it("is any effect of the control plane", async () => {
      const store = await open();
      const { runs, approvals, accessKeys } = store;
      await runs.submit(newRun(1));
      await approvals.open(newApproval(1));
      const key = { name: "n", tokenSha256: "ab".repeat(32), settings: "{}", createdAt: AT };
      const decision = { state: "allowed", decidedBy: "boss", at: AT } as const;
      const effects = [
        () => approvals.decide("apr_1", decision, onceOf("decide")),
        () => runs.requestCancel(runId(1), "why", onceOf("cancel")),
        () => accessKeys.create(key, onceOf("create")),
        () => accessKeys.set("n", '{"a":1}', onceOf("set")),
        () => accessKeys.revoke("n", AT, onceOf("revoke")),
      ];
      for (const effect of effects) {
        expect(await codeOf(effect())).toBe("accepted");
        expect(await codeOf(effect())).toBe("idempotency_repeated");
      }
      await store.ledger("a").append(receiptOf(1));
      const remove = () => runs.remove(runId(1), onceOf("remove"));
      expect([await remove(), await codeOf(remove())]).toEqual([true, "idempotency_repeated"]);
    });
  });
}
