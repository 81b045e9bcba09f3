import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { me, openRun, origin, privateKey, receiptOf, runId } from "../ledger/fixtures/runs.ts";
import type { KeptResponse } from "../ledger/response-store.ts";
import type { Store } from "../ledger/store.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

let directory: string;
let stores: Store[];
const open = async (options: Partial<Parameters<typeof openTestStore>[1]> = {}) => {
  const store = await openTestStore(directory, { origin, key: privateKey, ...options });
  stores.push(store);
  return store;
};
const lockFiles = () => readdirSync(join(directory, "owners")).filter((name) => name.endsWith(".lock"));
const response: KeptResponse = {
  id: "r1",
  createdAt: new Date("2026-03-01T08:00:00Z"),
  runId: runId(1),
  engine: "e",
  isNative: false,
  isPending: true,
  input: 1,
  body: 2,
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-store-end-"));
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(directory, { recursive: true });
});

describe.each(["thread", "inline"] as const)("a store with its writer %s", (writer) => {
  it("is closed once, after everything asked for is written", async () => {
    const store = await open({ writer });
    const ledger = store.ledger("a");
    const asked = [
      ledger.begin(openRun(0)),
      ledger.append(receiptOf(0)),
      ledger.contentOf(me).responses.keep(response),
      ledger.append(receiptOf(1)),
    ];
    const closing = store.close();
    expect(store.close()).toBe(closing);
    await closing;
    await Promise.all(asked);
    const again = await open();
    expect(await again.ledger("a").size()).toBe(2);
    expect(await again.ledger("a").contentOf(me).responses.find("r1")).toEqual(response);
  });

  it("merges the write-ahead log into the database at its end", async () => {
    const store = await open({ writer });
    await store.ledger("a").append(receiptOf(0));
    await store.close();
    expect(readdirSync(directory).sort()).toEqual(["checkpoint-a", "head-a", "ledger.db", "owners"]);
    expect(lockFiles()).toEqual([]);
  });

  it("leaves its lock file behind while runs of it are open", async () => {
    const store = await open({ writer });
    await store.ledger("a").begin(openRun(0));
    await store.close();
    expect(lockFiles()).toHaveLength(1);
    const next = await open();
    expect(await next.recover(() => new Date())).toBe(1);
    await next.close();
    expect(lockFiles()).toEqual([]);
  });

  it("refuses everything after its end", async () => {
    const store = await open({ writer });
    const ledger = store.ledger("a");
    await store.close();
    const calls = [
      ledger.size(),
      ledger.findOpen(runId(0)),
      store.recover(() => new Date()),
      ledger.begin(openRun(0)),
      ledger.append(receiptOf(0)),
    ];
    const notOpen = "the store is closed or not open for writing";
    const failures = [notOpen, notOpen, notOpen, "the store is closed", "the store is closed"];
    expect(await Promise.all(calls.map((call) => call.catch((error: unknown) => error)))).toEqual(
      failures.map((message) =>
        expect.objectContaining({ code: "receipt_store_failed", message, where: directory }),
      ),
    );
  });
});
