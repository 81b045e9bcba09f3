import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ResponseStore } from "../ledger/response-store.ts";
import type { Store } from "../ledger/store.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

const DAY = 24 * 60 * 60 * 1000;
let directory: string;
let time: number;
let store: Store;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-responses-"));
  time = Date.parse("2026-03-01T08:00:00Z");
  store = await openTestStore(directory, { origin: "t.test", now: () => new Date(time) });
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

const ofOwner = (owner: string, readsUnowned = false) =>
  store.ledger("a").contentOf({ owner, readsUnowned }).responses;
const response = (body: unknown, more: object = {}) => ({
  ...{ id: "r1", createdAt: new Date(time), runId: "run", engine: "e", isNative: false },
  ...{ input: "hi", body, itemIds: ["item"], ...more },
});
/** What an owner reads: the bodies, and the first events. */
const read = async (responses: ResponseStore) => [
  (await responses.find("r1"))?.body,
  (await responses.findByItem("item"))?.body,
  (await responses.readEvents("r1", 0))?.lines,
];

describe("the responses that nobody owns", () => {
  beforeEach(async () => {
    const unowned = ofOwner("");
    await unowned.keep(response("nobody's", { isPending: true }));
    await unowned.addEvents("r1", 0, ["one"]);
  });

  it("are read by those who may, and by no others", async () => {
    expect(await read(ofOwner("me", true))).toEqual(["nobody's", "nobody's", ["one"]]);
    expect(await read(ofOwner("me"))).toEqual([undefined, undefined, undefined]);
  });

  it("are read after one's own of the same id", async () => {
    const mine = ofOwner("me", true);
    await mine.keep(response("mine"));
    expect((await mine.find("r1"))?.body).toBe("mine");
    expect((await ofOwner("").find("r1"))?.body).toBe("nobody's");
  });

  it("are changed by those who may, and by no others", async () => {
    const [others, mine] = [ofOwner("me"), ofOwner("me", true)];
    expect([await others.addEvents("r1", 1, ["x"]), await others.finish("r1", "x")]).toEqual([false, false]);
    expect(await others.remove("r1")).toBe(false);
    expect([await mine.addEvents("r1", 1, ["two"]), await mine.finish("r1", "done")]).toEqual([true, true]);
    expect(await mine.readEvents("r1", 1)).toEqual({ firstSeq: 1, lines: ["two"] });
    expect([await mine.remove("r1"), await mine.find("r1")]).toEqual([true, undefined]);
  });
});

describe("a response", () => {
  it("is read back as it was kept, without the ids of its items", async () => {
    const mine = ofOwner("me");
    const { itemIds: _, ...first } = response({ output: [] }, { isNative: true });
    await mine.keep({ ...first, itemIds: ["item"] });
    const second = { ...first, id: "r2", previousId: "r1", isNative: false, isPending: true, body: null };
    await mine.keep(second);
    expect(await mine.chain("r2")).toStrictEqual([first, second]);
    expect(await mine.findByItem("item")).toStrictEqual(first);
  });

  it("is gone once its days are over, with its items", async () => {
    const mine = ofOwner("me");
    await mine.keep(response("mine", { isPending: true }));
    time += 30 * DAY - 1;
    expect(await read(mine)).toEqual(["mine", "mine", undefined]);
    time += 1;
    expect(await read(mine)).toEqual([undefined, undefined, undefined]);
    await expect(mine.chain("r1")).rejects.toMatchObject({
      code: "response_not_found",
      message: 'there is no stored response "r1"',
    });
    expect([await mine.addEvents("r1", 0, ["one"]), await mine.finish("r1", "x")]).toEqual([false, false]);
    expect(await mine.remove("r1")).toBe(false);
  });

  it("that is the newest is found by an item of several", async () => {
    const mine = ofOwner("me");
    await mine.keep(response("old", { createdAt: new Date(time - 2) }));
    await mine.keep(response("new", { id: "r2", createdAt: new Date(time - 1) }));
    expect((await mine.findByItem("item"))?.body).toBe("new");
  });

  it("gives its events from a number on, in the pieces in which they came", async () => {
    const mine = ofOwner("me");
    await mine.keep(response(null, { isPending: true }));
    expect(await mine.addEvents("r1", 0, ["a", "b", "c"])).toBe(true);
    expect(await mine.addEvents("r1", 2, ["x"])).toBe(false);
    expect(await mine.addEvents("r1", 3, ["d"])).toBe(true);
    const pieces = await Promise.all([0, 1, 2, 3, 4].map((from) => mine.readEvents("r1", from)));
    expect(pieces).toEqual([
      { firstSeq: 0, lines: ["a", "b", "c"] },
      { firstSeq: 1, lines: ["b", "c"] },
      { firstSeq: 2, lines: ["c"] },
      { firstSeq: 3, lines: ["d"] },
      undefined,
    ]);
  });

  it("that ends adds its turn to the conversation in the same step", async () => {
    const content = store.ledger("a").contentOf({ owner: "me", readsUnowned: false });
    await content.conversations.create({ id: "c", createdAt: new Date(time), metadata: {} }, []);
    await content.responses.keep(response(null, { isPending: true }));
    const turn = { conversation: "c", items: [{ id: "i", item: "said" }] };
    expect(await content.responses.finish("r1", "done", ["late"], turn)).toBe(true);
    expect(await content.responses.finish("r1", "again", [], turn)).toBe(false);
    expect(await content.conversations.items("c")).toEqual([{ id: "i", item: "said" }]);
    expect((await content.responses.findByItem("late"))?.body).toBe("done");
  });
});
