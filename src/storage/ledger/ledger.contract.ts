import type { KeyObject } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../lib/index.ts";
import { verifyBundle } from "../../receipts/index.ts";
import { describeConversations } from "./conversations.contract.ts";
import { describeEvents } from "./events.contract.ts";
import { describeEvidence } from "./evidence.contract.ts";
import { audit, codeOf, keys, me, openRun, origin, privateKey, receiptOf, runId } from "./fixtures/runs.ts";
import type { Ledger } from "./ledger.ts";
import type { ContentOwner } from "./owned-content.ts";
import { describeResourceOwners } from "./resource-owners.contract.ts";
import type { KeptResponse } from "./response-store.ts";
import type { Store } from "./store.ts";

/** How the suite gets at an implementation. */
export interface StoreHarness {
  /** Makes room for one test. */
  setUp(): Promise<void> | void;
  /** Opens the store of this test, again and again if asked. */
  open(options?: { readonly key?: KeyObject; readonly mode?: "write" | "read" }): Promise<Store>;
  tearDown(): Promise<void> | void;
}

/** The parts of the suite, each of which a test may run by itself. */
export type StorePart =
  | "receipts"
  | "open runs"
  | "events"
  | "evidence"
  | "conversations"
  | "resource owners"
  | "checkpoints"
  | "responses";

const tenant = "a";
const now = () => new Date("2026-03-01T09:00:00Z");

/** What every store must do, whatever it is made of: all of it, or some parts. */
export function describeStore(name: string, harness: StoreHarness, ...only: readonly StorePart[]): void {
  const has = (part: StorePart): boolean => only.length === 0 || only.includes(part);
  const stores: Store[] = [];
  const open = async (options?: Parameters<StoreHarness["open"]>[0]) => {
    const store = await harness.open({ key: privateKey, ...options });
    stores.push(store);
    return store;
  };
  const openLedger = async (): Promise<Ledger> => (await open()).ledger(tenant);
  const append = async (ledger: Ledger, ...numbers: number[]) => {
    for (const number of numbers) await ledger.append(receiptOf(number));
  };

  beforeEach(() => harness.setUp());
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await harness.tearDown();
  });

  if (has("receipts"))
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

  if (has("receipts"))
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

  if (has("open runs"))
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

  if (has("events")) describeEvents(name, open);
  if (has("evidence")) describeEvidence(name, open);
  if (has("conversations")) describeConversations(name, open);
  if (has("resource owners")) describeResourceOwners(name, open);

  if (has("checkpoints"))
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

  if (has("responses"))
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
        expect(await ledger.contentOf(me).responses.find("r1")).toEqual({
          ...response("r1"),
          isPending: true,
        });
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

  if (has("responses"))
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

  if (has("responses"))
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
