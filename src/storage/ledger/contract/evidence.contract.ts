import { describe, expect, it } from "vitest";
import { type Evidence, MAX_EVIDENCE } from "../evidence-store.ts";
import type { Store } from "../store.ts";

const START = Date.parse("2026-03-01T09:00:00Z");

function evidence(changes: Partial<Evidence> = {}): Evidence {
  return {
    engine: "e",
    model: "m",
    pattern: "p",
    value: "temperature",
    learnedAt: START,
    ...changes,
  };
}

/** What every store must do with evidence. */
export function describeEvidence(
  name: string,
  open: (options?: { readonly mode?: "write" | "read" }) => Promise<Store>,
): void {
  describe(`${name}: evidence`, () => {
    it("is found at once, for its engine and model alone", async () => {
      const { evidence: store } = (await open()).ledger("a");
      expect(store.find("e", "m", 0)).toEqual([]);
      store.learn(evidence());
      store.learn(evidence({ pattern: "q", learnedAt: START + 1 }));
      expect(store.find("e", "m", 0).map(({ pattern }) => pattern)).toEqual(["p", "q"]);
      expect(store.find("e", "other", 0)).toEqual([]);
      expect(store.find("other", "m", 0)).toEqual([]);
    });

    it("is kept over a restart, and listed by a reader", async () => {
      const store = await open();
      store.ledger("a").evidence.learn(evidence());
      await store.close();
      expect((await open({ mode: "read" })).ledger("a").evidence.list(0)).toEqual([evidence()]);
      expect((await open()).ledger("a").evidence.find("e", "m", 0)).toEqual([evidence()]);
    });

    it("never reaches another tenant", async () => {
      const store = await open();
      store.ledger("a").evidence.learn(evidence());
      expect(store.ledger("b").evidence.find("e", "m", 0)).toEqual([]);
      await store.close();
      const again = await open();
      expect(again.ledger("b").evidence.list(0)).toEqual([]);
      expect(again.ledger("a").evidence.list(0)).toHaveLength(1);
    });

    it("is left out once it is older than asked for", async () => {
      const { evidence: store } = (await open()).ledger("a");
      store.learn(evidence());
      expect(store.find("e", "m", START - 1)).toHaveLength(1);
      expect(store.find("e", "m", START)).toEqual([]);
    });

    it("that is learned again counts from then on, once", async () => {
      const store = await open();
      store.ledger("a").evidence.learn(evidence());
      store.ledger("a").evidence.learn(evidence({ learnedAt: START + 5 }));
      expect(store.ledger("a").evidence.find("e", "m", 0)).toEqual([evidence({ learnedAt: START + 5 })]);
      await store.close();
      expect((await open()).ledger("a").evidence.list(0)).toEqual([evidence({ learnedAt: START + 5 })]);
    });

    it("is limited in number: the oldest goes", async () => {
      const store = await open();
      for (let at = 0; at < MAX_EVIDENCE + 5; at += 1)
        store.ledger("a").evidence.learn(evidence({ model: `m${at}`, learnedAt: START + at }));
      store.ledger("b").evidence.learn(evidence());
      await store.close();
      const again = await open();
      const models = again
        .ledger("a")
        .evidence.list(0)
        .map(({ model }) => model);
      expect([models.length, models[0]]).toEqual([MAX_EVIDENCE, "m5"]);
      expect(again.ledger("b").evidence.list(0)).toHaveLength(1);
    });
  });
}
