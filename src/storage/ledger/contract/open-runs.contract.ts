import { describe, expect, it } from "vitest";
import { audit, openRun, receiptOf, runId } from "../fixtures/runs.ts";
import type { OpenStore } from "../fixtures/store-harness.ts";
import type { Ledger } from "../ledger.ts";

const tenant = "a";
const now = () => new Date("2026-03-01T09:00:00Z");

/** What every store must do with runs that have begun. */
export function describeOpenRuns(name: string, open: OpenStore): void {
  const openLedger = async (): Promise<Ledger> => (await open()).ledger(tenant);
  const append = async (ledger: Ledger, ...numbers: number[]) => {
    for (const number of numbers) await ledger.append(receiptOf(number));
  };

  describe(`${name}: open runs`, () => {
    it("are known from their beginning to their receipt", async () => {
      const ledger = await openLedger();
      await Promise.all([0, 1, 2].map((number) => ledger.begin(openRun(number))));
      expect(await ledger.findOpen(runId(1))).toEqual(openRun(1));
      expect(await ledger.findOpen(runId(7))).toBeUndefined();
      await append(ledger, 1);
      expect(await ledger.findOpen(runId(1))).toBeUndefined();
      expect(await ledger.findOpen(runId(2))).toEqual(openRun(2));
    });

    it("of a writer that is gone get one receipt that says so", async () => {
      const first = await open();
      for (const number of [0, 1, 2]) await first.ledger(tenant).begin(openRun(number));
      await first.ledger("b").begin(openRun(1));
      await append(first.ledger(tenant), 1);
      await first.close();
      const second = await open();
      expect(await second.recover(now)).toBe(3);
      const ledger = second.ledger(tenant);
      const { receipt } = (await ledger.find(runId(2))) as NonNullable<
        Awaited<ReturnType<typeof ledger.find>>
      >;
      expect(receipt).toMatchObject({
        outcome: "failed",
        mode: "passthrough",
        backend: { id: "mock" },
        meta: { started_at: "2026-03-01T08:00:00.250Z", finished_at: "2026-03-01T09:00:00.000Z" },
        termination: { reason: "interrupted", code: "run_interrupted" },
        observed: { request: openRun(2).request, facts: openRun(2).facts },
      });
      expect((await ledger.find(runId(1)))?.receipt.outcome).toBe("complete");
      expect((await second.ledger("b").find(runId(1)))?.receipt.outcome).toBe("failed");
      expect([await second.recover(now), await ledger.size()]).toEqual([3, 3]);
      expect(await ledger.findOpen(runId(2))).toBeUndefined();
      expect(await audit(ledger, tenant)).toEqual([]);
    });

    it("of a living writer are left alone", async () => {
      const living = await openLedger();
      await living.begin(openRun(0));
      const other = await open();
      expect(await other.recover(now)).toBe(0);
      await append(living, 0);
      expect((await living.find(runId(0)))?.receipt.outcome).toBe("complete");
    });

    it("are recovered once by two at a time", async () => {
      const first = await open();
      for (let number = 0; number < 30; number += 1) await first.ledger(tenant).begin(openRun(number));
      await first.close();
      const [one, other] = [await open(), await open()];
      const counts = await Promise.all([one.recover(now), other.recover(now)]);
      expect((counts[0] as number) + (counts[1] as number)).toBe(30);
      expect(await audit(one.ledger(tenant), tenant)).toEqual([]);
    });

    it("end before they begin under no clock", async () => {
      const first = await open();
      await first.ledger(tenant).begin(openRun(0));
      await first.close();
      const second = await open();
      await second.recover(() => new Date("2020-01-01T00:00:00Z"));
      expect((await second.ledger(tenant).find(runId(0)))?.receipt.meta.duration_ms).toBe(0);
    });
  });
}
