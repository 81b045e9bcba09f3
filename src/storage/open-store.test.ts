import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCheckpoint } from "../lib/index.ts";
import { trustKeys, verifyBundle } from "../receipts/index.ts";
import { connectStore } from "./choose-store.ts";
import { KeyStore } from "./keys/index.ts";
import { codeOf, me, openRun, receiptOf, runId } from "./ledger/fixtures/runs.ts";
import type { KeptResponse, Store, StoreConfig } from "./ledger/index.ts";
import { type OpenStoreOptions, openStore } from "./open-store.ts";

let root: string;
let config: StoreConfig;
let stores: Store[];
const open = async (options?: OpenStoreOptions, more: Partial<StoreConfig> = {}) => {
  const store = await openStore({ ...config, ...more }, options);
  stores.push(store);
  return store;
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-open-"));
  config = {
    receipts_dir: join(root, "receipts"),
    receipts: { origin: "abp.example/log", keys_dir: join(root, "keys") },
  };
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(root, { recursive: true });
});

describe("opening the store of a configuration", () => {
  it("makes the first key and signs with it", async () => {
    const ledger = (await open()).ledger("a");
    const { seq } = await ledger.append(receiptOf(0));
    const keys = trustKeys(await new KeyStore(config.receipts.keys_dir).keySet());
    const expected = { keys, origin: "abp.example/log/a", tenant: "a" };
    expect(verifyBundle(await ledger.prove(seq), expected).ok).toBe(true);
  });

  it("signs with the key in force", async () => {
    const store = new KeyStore(config.receipts.keys_dir);
    await store.create();
    const { key_id } = await store.rotate();
    const ledger = (await open({ writer: "inline" })).ledger("a");
    await ledger.append(receiptOf(0));
    const keys = trustKeys(await store.keySet());
    const expected = { keys, origin: "abp.example/log/a", tenant: "a" };
    expect(verifyBundle(await ledger.prove(0), expected)).toMatchObject({ ok: true, key: key_id });
    expect((await store.list()).length).toBe(2);
  });

  it("passes its clock and its source of randomness to the keys", async () => {
    const now = () => new Date("2026-02-03T04:05:06Z");
    await open({ writer: "inline", now, random: () => Buffer.alloc(32, 7) });
    const again = new KeyStore(join(root, "others"), { now, random: () => Buffer.alloc(32, 7) });
    const { key_id } = await again.create();
    const [key] = await new KeyStore(config.receipts.keys_dir).list();
    expect(key).toMatchObject({ key_id, not_before: "2026-02-03T04:05:06.000Z" });
  });

  it("is refused if the key in force cannot be used, before anything is made", async () => {
    const { key_id } = await new KeyStore(config.receipts.keys_dir).create();
    chmodSync(join(config.receipts.keys_dir, `${key_id}.key`), 0o644);
    expect(await codeOf(open())).toBe("key_file_unsafe");
    expect(existsSync(config.receipts_dir)).toBe(false);
  });

  it("for reading makes neither keys nor files, and changes nothing", async () => {
    expect(await codeOf(open({ mode: "read" }))).toBe("receipt_store_failed");
    expect([existsSync(config.receipts_dir), existsSync(config.receipts.keys_dir)]).toEqual([false, false]);
    const writer = await open({ writer: "inline" });
    await writer.ledger("a").append(receiptOf(0));
    const reader = await open({ mode: "read" });
    expect(await reader.ledger("a").size()).toBe(1);
    expect(await codeOf(reader.ledger("a").append(receiptOf(1)))).toBe("receipt_store_failed");
  });

  it("shares a store with a writer thread, and only such a one", async () => {
    const store = await open();
    const { data, transferList } = store.share();
    expect(data).toMatchObject({
      kind: "sqlite",
      port: transferList[0],
      directory: config.receipts_dir,
      origin: "abp.example/log",
      retention: { responses_days: 30, reasoning_days: 30, events_days: 30, resources_days: 365 },
    });
    const connected = connectStore(data);
    stores.unshift(connected);
    expect((await connected.ledger("a").append(receiptOf(0))).seq).toBe(0);
    expect(() => connected.share()).toThrow(expect.objectContaining({ code: "receipt_store_failed" }));
    const inline = await open({ writer: "inline" });
    expect(() => inline.share()).toThrow(expect.objectContaining({ code: "receipt_store_failed" }));
    await store.close();
    expect(() => store.share()).toThrow(expect.objectContaining({ code: "receipt_store_failed" }));
  });
});

describe("the retention of a store", () => {
  const day = 24 * 60 * 60 * 1000;
  const created = Date.parse("2026-03-01T00:00:00Z");
  const response: KeptResponse = {
    id: "r1",
    createdAt: new Date(created),
    runId: "run",
    engine: "e",
    isNative: false,
    isPending: true,
    input: 1,
    body: 2,
  };

  /** Keeps a response and reasoning on the first day, and looks for both after so many days. */
  async function findAfter(
    days: number,
    more: Partial<StoreConfig> = {},
    isReopened = false,
  ): Promise<unknown[]> {
    let time = created;
    const now = () => new Date(time);
    let store = await open({ writer: "inline", now }, more);
    await store.ledger("a").contentOf(me).responses.keep(response);
    store.ledger("a").contentOf(me).custody.hold("call", { dialect: "d", thinking: [] });
    if (isReopened) {
      await store.close();
      store = await open({ writer: "inline", now }, more);
    }
    time = created + days * day;
    const { responses, custody } = store.ledger("a").contentOf(me);
    const found = [(await responses.find("r1")) !== undefined, custody.find("call") !== undefined];
    const isChained = await codeOf(responses.chain("r1"));
    const isFinished = await responses.finish("r1", 3);
    return [...found, isChained, isFinished, await responses.remove("r1")];
  }
  const present = [true, true, "accepted", true, true];
  const gone = [false, false, "response_not_found", false, false];

  it("is 30 days if the configuration says nothing", async () => {
    expect(await findAfter(29.99)).toEqual(present);
    expect(await findAfter(30)).toEqual(gone);
  });

  it("is as many days as the configuration says, for each kind", async () => {
    const retention = { responses_days: 2, reasoning_days: 4, events_days: 30, resources_days: 365 };
    expect(await findAfter(1.99, { retention })).toEqual(present);
    expect(await findAfter(3, { retention })).toEqual([false, true, "response_not_found", false, false]);
    expect(await findAfter(4, { retention })).toEqual(gone);
  });

  it("is the same after the store was opened again", async () => {
    expect(await findAfter(29.99, {}, true)).toEqual(present);
    expect(await findAfter(30, {}, true)).toEqual(gone);
  });

  it("is unlimited if the configuration says 0", async () => {
    const retention = { responses_days: 0, reasoning_days: 0, events_days: 30, resources_days: 365 };
    expect(await findAfter(40_000, { retention })).toEqual(present);
  });

  it("holds in the threads that the store is shared with", async () => {
    let time = created;
    const now = () => new Date(time);
    const store = await open(
      { now },
      { retention: { responses_days: 1, reasoning_days: 1, events_days: 30, resources_days: 365 } },
    );
    const connected = connectStore(store.share().data, { now });
    stores.unshift(connected);
    await connected.ledger("a").contentOf(me).responses.keep(response);
    connected.ledger("a").contentOf(me).custody.hold("call", { dialect: "d", thinking: [] });
    expect(await connected.ledger("a").contentOf(me).responses.find("r1")).toEqual(response);
    time += day;
    expect(await connected.ledger("a").contentOf(me).responses.find("r1")).toBeUndefined();
    expect(connected.ledger("a").contentOf(me).custody.find("call")).toBeUndefined();
  });
});

describe("a store with runs that an ended process left open", () => {
  const begin = async () => {
    const store = await openStore(config, { writer: "inline" });
    for (const number of [1, 2]) await store.ledger("a").begin(openRun(number));
    await store.close();
  };

  it("has receipts for them, signed, when it was opened for writing", async () => {
    await begin();
    const store = await openStore(config, { writer: "inline", now: () => new Date("2026-03-01T09:00:00Z") });
    const ledger = store.ledger("a");
    expect((await ledger.find(runId(1)))?.receipt.termination?.reason).toBe("interrupted");
    expect([await ledger.size(), await store.recover(() => new Date())]).toEqual([2, 2]);
    const reader = await openStore(config, { mode: "read" });
    expect(parseCheckpoint(await reader.ledger("a").checkpoint()).size).toBe(2);
    await reader.close();
    await store.close();
  });

  it("keeps them open when it is opened for reading", async () => {
    await begin();
    const reader = await openStore(config, { mode: "read" });
    expect([await reader.ledger("a").size(), (await reader.ledger("a").findOpen(runId(1)))?.runId]).toEqual([
      0,
      runId(1),
    ]);
    await reader.close();
  });
});
