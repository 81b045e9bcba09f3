import { describe, expect, it } from "vitest";
import { codeOf, me, openRun, runId } from "../fixtures/runs.ts";
import type { OpenStore } from "../fixtures/store-harness.ts";
import type { Ledger } from "../ledger.ts";
import type { KeptResponse } from "../response-store.ts";

const tenant = "a";
const now = () => new Date("2026-03-01T09:00:00Z");

/** What every store must do with kept responses. */
export function describeResponses(name: string, open: OpenStore): void {
  const openLedger = async (): Promise<Ledger> => (await open()).ledger(tenant);
  describe(`${name}: responses`, () => {
    const response = (id: string, previousId?: string): KeptResponse => ({
      id,
      ...(previousId === undefined ? {} : { previousId }),
      createdAt: new Date("2026-03-01T08:00:00.500Z"),
      runId: runId(1),
      engine: "e",
      isNative: true,
      input: [{ role: "user", content: `to ${id}` }],
      body: { id, output: ["ü"] },
    });

    it("are kept, found and continued", async () => {
      const { responses } = (await openLedger()).contentOf(me);
      await responses.keep(response("r1"));
      await responses.keep(response("r2", "r1"));
      await responses.keep(response("r3", "r2"));
      await responses.keep(response("x", "r1"));
      expect(await responses.find("r2")).toEqual(response("r2", "r1"));
      expect((await responses.chain("r3")).map(({ id }) => id)).toEqual(["r1", "r2", "r3"]);
      expect(await responses.find("r9")).toBeUndefined();
    });

    it("are kept and found however long they are", async () => {
      const { responses, conversations, threads } = (await openLedger()).contentOf(me);
      const texts = ["x".repeat(1_500_000), '漢 "quoted" \n😀'.repeat(100_000)];
      const long = { ...response("r1"), input: [{ text: texts[0] }], body: { id: "r1", output: texts } };
      await responses.keep(long);
      expect(await responses.find("r1")).toEqual(long);
      expect(await responses.chain("r1")).toEqual([long]);
      const items = [{ id: "i1", item: { type: "message", texts } }];
      await conversations.create({ id: "c1", createdAt: long.createdAt, metadata: {} }, items);
      await conversations.addItems("c1", [{ ...items[0]!, id: "i2" }]);
      expect(await conversations.items("c1")).toEqual([...items, { ...items[0]!, id: "i2" }]);
      await threads.keep("t1", undefined, texts);
      expect(await threads.find("t1")).toEqual(texts);
    });

    it("that were removed are gone, and so is what continues them", async () => {
      const { responses } = (await openLedger()).contentOf(me);
      await responses.keep(response("r1"));
      await responses.keep(response("r2", "r1"));
      expect([await responses.remove("r1"), await responses.remove("r1")]).toEqual([true, false]);
      expect(await responses.find("r1")).toBeUndefined();
      expect(await codeOf(responses.chain("r2"))).toBe("response_not_found");
      await responses.keep(response("loop", "loop"));
      expect(await codeOf(responses.chain("loop"))).toBe("response_not_found");
    });

    it("under one id differ by their owner, and are never mixed", async () => {
      const ledger = await openLedger();
      const other = ledger.contentOf({ owner: "key:other", readsUnowned: true }).responses;
      const { responses } = ledger.contentOf(me);
      await responses.keep(response("r1"));
      expect([await other.find("r1"), await other.remove("r1")]).toEqual([undefined, false]);
      expect(await codeOf(other.chain("r1"))).toBe("response_not_found");
      await other.keep({ ...response("r1"), body: "theirs" });
      expect([(await responses.find("r1"))?.body, (await other.find("r1"))?.body]).toEqual([
        response("r1").body,
        "theirs",
      ]);
    });

    it("that two runs kept under one id are repeated, and cannot be continued", async () => {
      const { responses } = (await openLedger()).contentOf(me);
      await responses.keep(response("r1"));
      await responses.keep({ ...response("r1"), runId: runId(2), body: "last" });
      await responses.keep(response("r2", "r1"));
      expect(await responses.find("r1")).toEqual({ ...response("r1"), isRepeated: true });
      expect(await codeOf(responses.chain("r1"))).toBe("id_repeated");
      expect(await codeOf(responses.chain("r2"))).toBe("id_repeated");
      expect(await responses.remove("r1")).toBe(true);
      await responses.keep(response("r1"));
      expect(await responses.chain("r1")).toEqual([response("r1")]);
    });

    it("that are pending get their body once, and only the body changes", async () => {
      const { responses } = (await openLedger()).contentOf(me);
      await responses.keep({ ...response("r1", "r0"), isPending: true });
      await responses.keep({ ...response("r2"), isPending: true });
      expect(await responses.find("r1")).toEqual({ ...response("r1", "r0"), isPending: true });
      expect(await responses.finish("r1", { id: "r1", status: "completed" })).toBe(true);
      expect(await responses.find("r1")).toEqual({
        ...response("r1", "r0"),
        body: { id: "r1", status: "completed" },
      });
      expect(await responses.finish("r1", "late")).toBe(false);
      expect((await responses.find("r1"))?.body).toEqual({ id: "r1", status: "completed" });
      expect((await responses.find("r2"))?.isPending).toBe(true);
    });

    it("that were never pending, never kept or removed cannot be finished", async () => {
      const store = await open();
      const { responses } = store.ledger(tenant).contentOf(me);
      await responses.keep(response("whole"));
      await responses.keep({ ...response("gone"), isPending: true });
      await responses.remove("gone");
      await responses.keep({ ...response("theirs"), isPending: true });
      expect(await responses.finish("whole", 1)).toBe(false);
      expect(await responses.finish("gone", 1)).toBe(false);
      expect(await responses.finish("unknown", 1)).toBe(false);
      expect(await store.ledger("b").contentOf(me).responses.finish("theirs", 1)).toBe(false);
      expect(await responses.find("whole")).toEqual(response("whole"));
      expect(await responses.find("gone")).toBeUndefined();
    });

    it("that several connections finish at the same time take the body of exactly one", async () => {
      const [one, other] = [await openLedger(), await openLedger()];
      for (let turn = 0; turn < 10; turn += 1) {
        const id = `r${turn}`;
        await one.contentOf(me).responses.keep({ ...response(id), isPending: true });
        const results = await Promise.all(
          [one, other, one, other].map((ledger, at) =>
            ledger.contentOf(me).responses.finish(id, `body ${at}`),
          ),
        );
        const winners = results.flatMap((isWinner, at) => (isWinner ? [`body ${at}`] : []));
        expect(winners).toHaveLength(1);
        expect((await other.contentOf(me).responses.find(id))?.body).toBe(winners[0]);
      }
    });

    it("of an interrupted run stay pending, and the run has its receipt", async () => {
      const first = await open();
      await first.ledger(tenant).begin(openRun(1));
      await first
        .ledger(tenant)
        .contentOf(me)
        .responses.keep({ ...response("r1"), isPending: true });
      await first.close();
      const second = await open();
      const ledger = second.ledger(tenant);
      expect(await ledger.findOpen(runId(1))).toBeDefined();
      await second.recover(now);
      expect(await ledger.contentOf(me).responses.find("r1")).toEqual({ ...response("r1"), isPending: true });
      expect(await ledger.findOpen(runId(1))).toBeUndefined();
      expect((await ledger.find(runId(1)))?.receipt.termination?.reason).toBe("interrupted");
      expect(await ledger.contentOf(me).responses.finish("r1", { status: "failed" })).toBe(true);
    });

    it("belong to their tenant", async () => {
      const store = await open();
      await store.ledger("a").contentOf(me).responses.keep(response("r1"));
      expect(await store.ledger("b").contentOf(me).responses.find("r1")).toBeUndefined();
      expect(await store.ledger("b").contentOf(me).responses.remove("r1")).toBe(false);
    });
  });
}
