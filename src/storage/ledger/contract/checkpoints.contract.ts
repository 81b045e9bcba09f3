import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../../lib/index.ts";
import { verifyBundle } from "../../../receipts/index.ts";
import { codeOf, keys, origin, receiptOf } from "../fixtures/runs.ts";
import type { OpenStore } from "../fixtures/store-harness.ts";
import type { Ledger } from "../ledger.ts";

const tenant = "a";

/** What every store must do with checkpoints. */
export function describeCheckpoints(name: string, open: OpenStore): void {
  const openLedger = async (): Promise<Ledger> => (await open()).ledger(tenant);
  const append = async (ledger: Ledger, ...numbers: number[]) => {
    for (const number of numbers) await ledger.append(receiptOf(number));
  };

  describe(`${name}: checkpoints`, () => {
    it("are not signed twice for one size, and cover everything acknowledged", async () => {
      const ledger = await openLedger();
      await append(ledger, 0);
      const [first, again] = await Promise.all([ledger.checkpoint(), ledger.checkpoint()]);
      expect(again).toBe(first);
      await append(ledger, 1);
      expect(parseCheckpoint(await ledger.checkpoint()).size).toBe(2);
    });

    it("need a key, unless one is stored", async () => {
      const store = await open();
      const reader = (await open({ mode: "read" })).ledger(tenant);
      expect(await codeOf(reader.checkpoint())).toBe("key_not_found");
      const signed = await store.ledger(tenant).checkpoint();
      expect(parseCheckpoint(signed).size).toBe(0);
      expect(await reader.checkpoint()).toBe(signed);
    });

    it("are signed at the end for what was added", async () => {
      const store = await open();
      await append(store.ledger(tenant), 0, 1);
      await store.close();
      const reader = (await open({ mode: "read" })).ledger(tenant);
      expect(parseCheckpoint(await reader.checkpoint()).size).toBe(2);
    });

    it("are part of bundles that verify offline", async () => {
      const store = await open();
      const ledger = store.ledger(tenant);
      await Promise.all(Array.from({ length: 600 }, (_, number) => ledger.append(receiptOf(number))));
      const expected = { keys, origin: `${origin}/${tenant}`, tenant };
      for (const seq of [0, 1, 255, 256, 300, 511, 512, 598, 599]) {
        expect(verifyBundle(await ledger.prove(seq), expected)).toMatchObject({ ok: true, chain: { seq } });
      }
      expect(await codeOf(ledger.prove(600))).toBe("receipt_not_found");
      await store.close();
      const reader = (await open({ mode: "read" })).ledger(tenant);
      expect(verifyBundle(await reader.prove(2), expected).ok).toBe(true);
    });
  });
}
