import { describe, expect, it } from "vitest";
import type { ConversationStore, KeptItem } from "../conversation-store.ts";
import { codeOf, me, runId } from "../fixtures/runs.ts";
import type { OwnedContent } from "../owned-content.ts";
import type { Store } from "../store.ts";
import { MAX_THREADS } from "../thread-store.ts";

const createdAt = new Date("2026-03-01T08:00:00.500Z");
const other = { owner: "key:other", readsUnowned: true };

function item(id: string): KeptItem {
  return { id, item: { type: "message", content: `ü ${id}` } };
}

const idsOf = (items: readonly KeptItem[]) => items.map(({ id }) => id);

/** What every store must do with conversations, threads, and the items and events of responses. */
export function describeConversations(name: string, open: () => Promise<Store>): void {
  const openContent = async (owner = me): Promise<OwnedContent> =>
    (await open()).ledger("a").contentOf(owner);
  const openConversation = async (...ids: string[]): Promise<ConversationStore> => {
    const { conversations } = await openContent();
    await conversations.create({ id: "c", createdAt, metadata: { a: "1" } }, ids.map(item));
    return conversations;
  };

  describe(`${name}: conversations`, () => {
    it("are kept over a restart with their items in order", async () => {
      const store = await open();
      const first = store.ledger("a").contentOf(me).conversations;
      await first.create({ id: "c", createdAt, metadata: null }, [item("i1")]);
      expect(await first.addItems("c", [item("i3"), item("i2")])).toBe(true);
      await store.close();
      const { conversations } = await openContent();
      expect(await conversations.find("c")).toEqual({ id: "c", createdAt, metadata: null });
      expect(await conversations.items("c")).toEqual([item("i1"), item("i3"), item("i2")]);
    });

    it("have an id of their own", async () => {
      const conversations = await openConversation("i1");
      expect(await codeOf(conversations.create({ id: "c", createdAt, metadata: {} }, [item("i2")]))).toBe(
        "id_repeated",
      );
      expect(idsOf(await conversations.items("c"))).toEqual(["i1"]);
    });

    it("change their metadata and nothing else", async () => {
      const conversations = await openConversation("i1");
      expect(await conversations.update("c", { b: "2" })).toBe(true);
      expect(await conversations.find("c")).toEqual({ id: "c", createdAt, metadata: { b: "2" } });
      expect(idsOf(await conversations.items("c"))).toEqual(["i1"]);
      expect(await conversations.update("none", {})).toBe(false);
    });

    it("that were removed are gone with their items", async () => {
      const conversations = await openConversation("i1");
      expect([await conversations.remove("c"), await conversations.remove("c")]).toEqual([true, false]);
      expect(await conversations.find("c")).toBeUndefined();
      expect(await conversations.items("c")).toEqual([]);
      expect(await conversations.findItem("i1")).toBeUndefined();
      expect(await conversations.addItems("c", [item("i2")])).toBe(false);
      await conversations.create({ id: "c", createdAt, metadata: {} }, []);
      expect(await conversations.items("c")).toEqual([]);
    });

    it("list their items in pages, from either end", async () => {
      const conversations = await openConversation("i1", "i2", "i3", "i4");
      const page = async (after: string | undefined, limit: number, isNewestFirst: boolean) =>
        idsOf(await conversations.items("c", { after, limit, isNewestFirst }));
      expect(await page(undefined, 2, false)).toEqual(["i1", "i2"]);
      expect(await page("i2", 9, false)).toEqual(["i3", "i4"]);
      expect(await page(undefined, 3, true)).toEqual(["i4", "i3", "i2"]);
      expect(await page("i2", 3, true)).toEqual(["i1"]);
      expect(await page("none", 3, true)).toEqual([]);
    });

    it("have items however long they are, from either end and alone", async () => {
      const long = (id: string) => ({ id, item: { text: `${id}${"ü".repeat(1024 * 1024)}` } });
      const { conversations } = await openContent();
      const all = [long("i1"), item("i2"), long("i3")];
      await conversations.create({ id: "c", createdAt, metadata: null }, all);
      expect(await conversations.items("c")).toEqual(all);
      expect(await conversations.items("c", { limit: 9, isNewestFirst: true })).toEqual(all.toReversed());
      expect(await conversations.findItem("i3")).toEqual(all[2]);
    });

    it("find an item that two of them have in the one that is named", async () => {
      const conversations = await openConversation("i1");
      const second = { id: "i1", item: "of the other" };
      await conversations.create({ id: "d", createdAt, metadata: null }, [second]);
      expect(await conversations.findItem("i1", "c")).toEqual(item("i1"));
      expect(await conversations.findItem("i1", "d")).toEqual(second);
    });

    it("lose one item, and take the next one at the end", async () => {
      const conversations = await openConversation("i1", "i2");
      expect(await conversations.removeItem("c", "i2")).toBe(true);
      expect(await conversations.removeItem("c", "i2")).toBe(false);
      expect(await conversations.removeItem("none", "i1")).toBe(false);
      await conversations.addItems("c", [item("i3")]);
      expect(idsOf(await conversations.items("c"))).toEqual(["i1", "i3"]);
    });

    it("find an item in one conversation or in any of the owner's", async () => {
      const conversations = await openConversation("i1");
      expect(await conversations.findItem("i1")).toEqual(item("i1"));
      expect(await conversations.findItem("i1", "c")).toEqual(item("i1"));
      expect(await conversations.findItem("i1", "d")).toBeUndefined();
    });

    it("belong to their owner and tenant", async () => {
      const store = await open();
      const mine = store.ledger("a").contentOf(me).conversations;
      await mine.create({ id: "c", createdAt, metadata: {} }, [item("i1")]);
      for (const content of [store.ledger("a").contentOf(other), store.ledger("b").contentOf(me)]) {
        const { conversations } = content;
        expect(await conversations.find("c")).toBeUndefined();
        expect(await conversations.items("c")).toEqual([]);
        expect(await conversations.findItem("i1")).toBeUndefined();
        expect(await conversations.addItems("c", [item("x")])).toBe(false);
        expect(await conversations.removeItem("c", "i1")).toBe(false);
        expect(await conversations.update("c", {})).toBe(false);
        expect(await conversations.remove("c")).toBe(false);
      }
      expect(idsOf(await mine.items("c"))).toEqual(["i1"]);
    });
  });

  describe(`${name}: threads`, () => {
    it("are found by their last answer alone", async () => {
      const { threads } = await openContent();
      await threads.keep("m1", undefined, { messages: ["ü"] });
      expect(await threads.find("m1")).toEqual({ messages: ["ü"] });
      await threads.keep("m2", "m1", { messages: ["ü", "b"] });
      expect(await threads.find("m1")).toBeUndefined();
      expect(await threads.find("m2")).toEqual({ messages: ["ü", "b"] });
    });

    it("are kept and found however long they are", async () => {
      const { threads } = await openContent();
      const state = { messages: ["ü".repeat(1024 * 1024)] };
      await threads.keep("m1", undefined, state);
      expect(await threads.find("m1")).toEqual(state);
    });

    it("under one id hold what was kept last", async () => {
      const { threads } = await openContent();
      await threads.keep("m1", undefined, 1);
      await threads.keep("m1", undefined, 2);
      expect(await threads.find("m1")).toBe(2);
    });

    it("belong to their owner and tenant", async () => {
      const store = await open();
      await store.ledger("a").contentOf(me).threads.keep("m1", undefined, 1);
      await store.ledger("a").contentOf(other).threads.keep("m2", "m1", 2);
      expect(await store.ledger("a").contentOf(other).threads.find("m1")).toBeUndefined();
      expect(await store.ledger("b").contentOf(me).threads.find("m1")).toBeUndefined();
      expect(await store.ledger("a").contentOf(me).threads.find("m1")).toBe(1);
    });

    it("are limited: the oldest go first", async () => {
      const { threads } = await openContent();
      const kept = Array.from({ length: MAX_THREADS + 1 }, (_, at) => threads.keep(`m${at}`, undefined, at));
      await Promise.all(kept);
      expect(await threads.find("m0")).toBeUndefined();
      expect(await threads.find("m1")).toBe(1);
      expect(await threads.find(`m${MAX_THREADS}`)).toBe(MAX_THREADS);
    });
  });

  describe(`${name}: items of responses`, () => {
    const response = (id: string, at: Date, itemIds: readonly string[]) => ({
      ...{ id, createdAt: at, runId: runId(1), engine: "e", isNative: false, input: [], itemIds },
      body: { id },
    });

    it("lead to the newest response that has them, until it is removed", async () => {
      const { responses } = await openContent();
      await responses.keep(response("r1", createdAt, ["i1", "i2"]));
      await responses.keep(response("r2", new Date(createdAt.getTime() + 1), ["i2"]));
      expect((await responses.findByItem("i1"))?.id).toBe("r1");
      expect((await responses.findByItem("i2"))?.id).toBe("r2");
      await responses.remove("r2");
      expect((await responses.findByItem("i2"))?.id).toBe("r1");
      await responses.remove("r1");
      expect(await responses.findByItem("i2")).toBeUndefined();
    });

    it("of a pending response are found once it is finished", async () => {
      const { responses } = await openContent();
      await responses.keep({ ...response("r1", createdAt, []), isPending: true });
      expect(await responses.finish("r1", { id: "r1" }, ["i1"])).toBe(true);
      expect(await responses.finish("r1", { id: "r1" }, ["i2"])).toBe(false);
      expect((await responses.findByItem("i1"))?.id).toBe("r1");
      expect(await responses.findByItem("i2")).toBeUndefined();
    });

    it("get into a conversation together with the end of the response, once", async () => {
      const { responses, conversations } = await openContent();
      await conversations.create({ id: "c1", createdAt, metadata: {} }, [{ id: "i0", item: 0 }]);
      for (const id of ["r1", "r2"])
        await responses.keep({ ...response(id, createdAt, []), isPending: true });
      const turn = { conversation: "c1", items: [{ id: "i1", item: { a: 1 } }] };
      expect(await responses.finish("r1", {}, [], turn)).toBe(true);
      expect(await responses.finish("r1", {}, [], turn)).toBe(false);
      expect(await conversations.items("c1")).toEqual([{ id: "i0", item: 0 }, ...turn.items]);
      await conversations.remove("c1");
      expect(await responses.finish("r2", { done: 2 }, [], turn)).toBe(true);
      expect((await responses.find("r2"))?.body).toEqual({ done: 2 });
      expect(await conversations.find("c1")).toBeUndefined();
    });

    it("belong to their owner", async () => {
      const store = await open();
      await store
        .ledger("a")
        .contentOf(me)
        .responses.keep(response("r1", createdAt, ["i1"]));
      expect(await store.ledger("a").contentOf(other).responses.findByItem("i1")).toBeUndefined();
    });
  });

  describe(`${name}: events of responses`, () => {
    const pending = {
      ...{ id: "r1", createdAt, runId: runId(1), engine: "e", isNative: false, input: [], body: {} },
      isPending: true,
    };

    it("are read from any of them on, while the response is pending and afterwards", async () => {
      const { responses } = await openContent();
      await responses.keep(pending);
      expect(await responses.addEvents("r1", 0, ['{"a":1}', '{"b":2}'])).toBe(true);
      expect(await responses.addEvents("r1", 2, ['{"c":3}'])).toBe(true);
      await responses.finish("r1", {});
      expect(await responses.readEvents("r1", 0)).toEqual({ firstSeq: 0, lines: ['{"a":1}', '{"b":2}'] });
      expect(await responses.readEvents("r1", 1)).toEqual({ firstSeq: 1, lines: ['{"b":2}'] });
      expect(await responses.readEvents("r1", 2)).toEqual({ firstSeq: 2, lines: ['{"c":3}'] });
      expect(await responses.readEvents("r1", 3)).toBeUndefined();
    });

    it("have no gap, and none follows the end of the response", async () => {
      const { responses } = await openContent();
      await responses.keep(pending);
      expect(await responses.addEvents("r1", 1, ["1"])).toBe(false);
      expect(await responses.addEvents("r1", 0, ["0"])).toBe(true);
      expect(await responses.addEvents("r1", 0, ["0"])).toBe(false);
      await responses.finish("r1", {});
      expect(await responses.addEvents("r1", 1, ["1"])).toBe(false);
      expect(await responses.addEvents("none", 0, ["0"])).toBe(false);
    });

    it("are gone with their response, and belong to its owner", async () => {
      const store = await open();
      const { responses } = store.ledger("a").contentOf(me);
      await responses.keep(pending);
      await responses.addEvents("r1", 0, ["0"]);
      const strange = store.ledger("a").contentOf(other).responses;
      expect(await strange.readEvents("r1", 0)).toBeUndefined();
      expect(await strange.addEvents("r1", 1, ["1"])).toBe(false);
      await responses.remove("r1");
      expect(await responses.readEvents("r1", 0)).toBeUndefined();
    });
  });
}
