import { describe, expect, it } from "vitest";
import { me, runId } from "../fixtures/runs.ts";
import type { OpenStore } from "../fixtures/store-harness.ts";
import type { Ledger } from "../ledger.ts";
import type { ContentOwner } from "../owned-content.ts";

const tenant = "a";

/** What every store must do with kept reasoning, and the ids of responses that engines keep. */
export function describeReasoning(name: string, open: OpenStore): void {
  describe(`${name}: reasoning`, () => {
    const held = (text: string) => ({ dialect: "a", thinking: [], signature: text });

    it("is found at once, and after a restart", async () => {
      const store = await open();
      const { custody } = store.ledger(tenant).contentOf(me);
      custody.hold("call-1", held("s"));
      expect(custody.find("call-1")).toEqual(held("s"));
      for (let number = 0; number < 3000; number += 1) custody.hold(`more-${number}`, held(`${number}`));
      expect(custody.find("call-1")).toEqual(held("s"));
      await store.close();
      const again = await open();
      expect(again.ledger(tenant).contentOf(me).custody.find("call-1")).toEqual(held("s"));
      const other = { owner: "key:other", readsUnowned: true };
      expect(again.ledger(tenant).contentOf(other).custody.find("call-1")).toBeUndefined();
      expect(again.ledger(tenant).contentOf(me).custody.find("more-0")).toEqual(held("0"));
      expect(again.ledger("b").contentOf(me).custody.find("call-1")).toBeUndefined();
    });
  });

  describe(`${name}: ids that engines keep`, () => {
    const statusesOf = async (ledger: Ledger, id: string, owner = me) =>
      Object.fromEntries(await ledger.contentOf(owner).engineResponses.find(id));
    const other: ContentOwner = { owner: "key:other", readsUnowned: true };

    it("belong to the owner whose call got them, at once and after a restart", async () => {
      const store = await open();
      const [ledger, elsewhere] = [store.ledger(tenant), store.ledger("b")];
      ledger.contentOf(me).engineResponses.record("e", "resp_1", runId(1));
      expect(await statusesOf(ledger, "resp_1")).toEqual({ e: "own" });
      expect(await statusesOf(ledger, "resp_1", other)).toEqual({ e: "foreign" });
      expect(await statusesOf(elsewhere, "resp_1")).toEqual({ e: "foreign" });
      expect(await statusesOf(ledger, "resp_2")).toEqual({});
      await store.close();
      const again = await open();
      expect(await statusesOf(again.ledger(tenant), "resp_1")).toEqual({ e: "own" });
    });

    it("that an engine gives out twice are repeated for all that hold them", async () => {
      const store = await open();
      const [ledger, elsewhere] = [store.ledger(tenant), store.ledger("b")];
      const own = ledger.contentOf(me).engineResponses;
      own.record("e", "twice", runId(1));
      own.record("e", "twice", runId(1));
      expect(await statusesOf(ledger, "twice")).toEqual({ e: "own" });
      own.record("e", "twice", runId(2));
      own.record("e", "shared", runId(1));
      own.record("f", "shared", runId(1));
      elsewhere.contentOf(me).engineResponses.record("e", "shared", runId(3));
      expect(await statusesOf(ledger, "twice")).toEqual({ e: "repeated" });
      expect(await statusesOf(ledger, "shared")).toEqual({ e: "repeated", f: "own" });
      expect(await statusesOf(elsewhere, "shared")).toEqual({ e: "repeated", f: "foreign" });
      expect(await statusesOf(ledger, "shared", other)).toMatchObject({ f: "foreign" });
    });
  });
}
