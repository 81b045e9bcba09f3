import { describe, expect, it } from "vitest";
import { audit, codeOf, openRun, origin, receiptOf, runId } from "../fixtures/runs.ts";
import type { OpenStore } from "../fixtures/store-harness.ts";
import type { Ledger } from "../ledger.ts";

const tenant = "a";

/** What every store must do with receipts, and writers of the same log. */
export function describeReceipts(name: string, open: OpenStore): void {
  const openLedger = async (): Promise<Ledger> => (await open()).ledger(tenant);
  const append = async (ledger: Ledger, ...numbers: number[]) => {
    for (const number of numbers) await ledger.append(receiptOf(number));
  };

  describe(`${name}: receipts`, () => {
    it("are kept over a restart, by place and by run", async () => {
      const first = await open();
      await append(first.ledger(tenant), 0, 1, 2);
      await first.close();
      const ledger = await openLedger();
      expect(await ledger.size()).toBe(3);
      expect((await ledger.read(1))?.runId).toBe(runId(1));
      expect((await ledger.find(runId(2)))?.seq).toBe(2);
      expect(await ledger.find(runId(9))).toBeUndefined();
      for (const seq of [3, -1, 0.5, 2 ** 40]) expect(await ledger.read(seq)).toBeUndefined();
      await append(ledger, 3);
      expect(await audit(ledger, tenant)).toEqual([]);
    });

    it("are found as soon as they are acknowledged, with the place that was told", async () => {
      const ledger = await openLedger();
      const place = await ledger.append(receiptOf(0));
      const stored = await ledger.find(runId(0));
      expect(stored).toMatchObject({ ...place, seq: 0, runId: runId(0) });
      expect(stored?.receipt.chain).toMatchObject({ origin: `${origin}/a`, tenant, seq: 0, prev: null });
    });

    it("are read by page, upwards and downwards, up to both ends", async () => {
      const ledger = await openLedger();
      expect([await ledger.page(0, 5, false), await ledger.page(0, 5, true)]).toEqual([[], []]);
      await append(ledger, 0, 1, 2, 3, 4);
      const page = async (...args: Parameters<Ledger["page"]>) =>
        (await ledger.page(...args)).map(({ seq }) => seq);
      expect(await page(0, 3, false)).toEqual([0, 1, 2]);
      expect(await page(3, 9, false)).toEqual([3, 4]);
      expect(await page(5, 9, false)).toEqual([]);
      expect(await page(-2, 1, false)).toEqual([0]);
      expect(await page(4, 2, true)).toEqual([4, 3]);
      expect(await page(2 ** 40, 9, true)).toEqual([4, 3, 2, 1, 0]);
      expect(await page(1, 9, true)).toEqual([1, 0]);
      expect(await page(-1, 9, true)).toEqual([]);
      expect(await page(2, 0, true)).toEqual([]);
      expect(await ledger.page(2, 1, true)).toEqual([await ledger.read(2)]);
    });

    it("come many at once, in order and without a gap", async () => {
      const ledger = await openLedger();
      const places = await Promise.all(
        Array.from({ length: 700 }, (_, number) => ledger.append(receiptOf(number))),
      );
      expect(places.map(({ seq }) => seq)).toEqual(places.map((_, index) => index));
      expect(await audit(ledger, tenant)).toEqual([]);
    });

    it("are one for each run: a second is refused, and the others go on", async () => {
      const ledger = await openLedger();
      const codes = [0, 0, 1].map((number) => codeOf(ledger.append(receiptOf(number))));
      expect(await Promise.all(codes)).toEqual(["accepted", "receipt_duplicate", "accepted"]);
      expect(await codeOf(ledger.append(receiptOf(1)))).toBe("receipt_duplicate");
      expect(await audit(ledger, tenant)).toEqual([]);
    });

    it("that cannot be written as JSON are refused alone", async () => {
      const ledger = await openLedger();
      const bad = { ...receiptOf(0), usage_raw: { cost: Number.NaN } };
      const [refused, taken] = [ledger.append(bad), ledger.append(receiptOf(1))];
      expect(await codeOf(refused)).not.toBe("accepted");
      expect((await taken).seq).toBe(0);
    });

    it("of one tenant are not seen by another, and each has a log of its own", async () => {
      const store = await open();
      await append(store.ledger("a"), 0, 1);
      await append(store.ledger("b"), 0);
      expect([await store.ledger("a").size(), await store.ledger("b").size()]).toEqual([2, 1]);
      expect(await store.ledger("b").find(runId(1))).toBeUndefined();
      expect(await audit(store.ledger("a"), "a")).toEqual([]);
      expect(await audit(store.ledger("b"), "b")).toEqual([]);
      expect(await store.ledger("c").size()).toBe(0);
      expect(() => store.ledger("two words")).toThrow("origin");
    });

    it("are listed as many as there are when the reading starts", async () => {
      const ledger = await openLedger();
      await append(ledger, 0, 1);
      const seen: number[] = [];
      for await (const { seq } of ledger.entries()) {
        seen.push(seq);
        await append(ledger, 10 + seq);
      }
      expect(seen).toEqual([0, 1]);
    });
  });

  describe(`${name}: writers`, () => {
    it("share one unbroken log", async () => {
      const [one, other] = [await openLedger(), await openLedger()];
      await Promise.all(
        Array.from({ length: 100 }, (_, number) =>
          (number % 2 === 0 ? one : other).append(receiptOf(number)),
        ),
      );
      expect(await one.size()).toBe(100);
      expect(await audit(other, tenant)).toEqual([]);
    });

    it("let readers look on, who can change nothing", async () => {
      const ledger = await openLedger();
      await append(ledger, 0);
      const reader = (await open({ mode: "read" })).ledger(tenant);
      expect(await reader.size()).toBe(1);
      expect(await codeOf(reader.append(receiptOf(1)))).toBe("receipt_store_failed");
      expect(await codeOf(reader.begin(openRun(1)))).toBe("receipt_store_failed");
      await append(ledger, 1);
      expect((await reader.read(1))?.runId).toBe(runId(1));
    });

    it("take nothing after they are closed", async () => {
      const store = await open();
      const ledger = store.ledger(tenant);
      const last = ledger.append(receiptOf(0));
      await store.close();
      await last;
      expect(await codeOf(ledger.append(receiptOf(1)))).toBe("receipt_store_failed");
      expect(await (await openLedger()).size()).toBe(1);
    });
  });
}
