import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MessagePort } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { connectStore } from "../choose-store.ts";
import { codeOf, me, origin, privateKey, receiptOf, runId } from "../ledger/fixtures/runs.ts";
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
/** The files that this process has open, if the system tells. */
function openFiles(): string[] {
  const descriptors = "/proc/self/fd";
  if (!existsSync(descriptors)) return [];
  return readdirSync(descriptors).flatMap((name) => {
    try {
      return readlinkSync(join(descriptors, name));
    } catch {
      // The descriptor with which the directory was listed is closed already.
      return [];
    }
  });
}
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
  directory = mkdtempSync(join(tmpdir(), "abp-lifecycle-"));
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(directory, { recursive: true });
});

describe("a store", () => {
  it("gives one ledger for each tenant", async () => {
    const store = await open();
    expect(store.ledger("a")).toBe(store.ledger("a"));
    expect(store.ledger("a")).not.toBe(store.ledger("b"));
  });

  it("that cannot be opened leaves no lock and nothing open", async () => {
    const store = await open();
    await store.ledger("a").append(receiptOf(0));
    await store.close();
    expect(await codeOf(open({ origin: "other.example" }))).toBe("receipt_origin_mismatch");
    expect(lockFiles()).toEqual([]);
    expect(openFiles().filter((path) => path.startsWith(directory))).toEqual([]);
  });

  it("that cannot become an owner is not opened", async () => {
    mkdirSync(directory, { recursive: true });
    const database = new DatabaseSync(join(directory, "owners"));
    database.exec("CREATE TABLE t (x)");
    database.close();
    await expect(open()).rejects.toThrow();
    rmSync(join(directory, "owners"));
  });

  it("is shared with other threads only if its writer is one, and until it is closed", async () => {
    const notOpen = expect.objectContaining({
      code: "receipt_store_failed",
      message: "the store is closed or not open for writing",
      where: directory,
    });
    const inline = await open({ writer: "inline" });
    expect(() => inline.share()).toThrow(notOpen);
    const store = await open({ writer: "thread" });
    const { transferList } = store.share();
    expect(transferList).toEqual([expect.any(MessagePort)]);
    (transferList[0] as MessagePort).close();
    const closing = store.close();
    expect(() => store.share()).toThrow(notOpen);
    await closing;
    expect(() => store.share()).toThrow(notOpen);
  });

  it("that only reads has neither an owner nor a way to write", async () => {
    await (await open()).close();
    const reader = await open({ mode: "read" });
    expect(lockFiles()).toEqual([]);
    expect(await codeOf(reader.recover(() => new Date()))).toBe("receipt_store_failed");
    expect(await codeOf(reader.ledger("a").contentOf(me).responses.keep(response))).toBe(
      "receipt_store_failed",
    );
    expect(() => reader.share()).toThrow(expect.objectContaining({ code: "receipt_store_failed" }));
    await reader.close();
    expect(await codeOf(reader.ledger("a").size())).toBe("receipt_store_failed");
  });

  it("deletes expired content in the background, and keeps the rest", async () => {
    let time = Date.parse("2026-03-01T08:00:00Z");
    const now = () => new Date(time);
    const retention = { responses_days: 1, reasoning_days: 1, events_days: 30, resources_days: 1 };
    const first = await open({ now, retention });
    await first.ledger("a").contentOf(me).responses.keep(response);
    first.ledger("a").contentOf(me).custody.hold("old", { dialect: "d", thinking: [] });
    await first
      .ledger("a")
      .contentOf(me)
      .resourceOwners.keep([{ engine: "e", id: "file-1" }]);
    await first.close();
    time += 24 * 60 * 60 * 1000;
    const second = await open({ now, retention });
    await second
      .ledger("a")
      .contentOf(me)
      .responses.keep({ ...response, id: "r2", createdAt: now() });
    second.ledger("a").contentOf(me).custody.hold("new", { dialect: "d", thinking: [] });
    await second
      .ledger("a")
      .contentOf(me)
      .resourceOwners.keep([{ engine: "e", id: "file-2" }]);
    const rows = () => {
      const database = new DatabaseSync(join(directory, "ledger.db"), { readOnly: true });
      const ids = [
        "SELECT id FROM responses",
        "SELECT tool_call_id AS id FROM custody",
        "SELECT id FROM engine_resources",
      ].map((sql) =>
        database
          .prepare(sql)
          .all()
          .map(({ id }) => id),
      );
      database.close();
      return ids;
    };
    await eventually(() => expect(rows()).toEqual([["r2"], ["new"], ["file-2"]]));
  });

  it("deletes nothing if content is kept for ever", async () => {
    const retention = { responses_days: 0, reasoning_days: 0, events_days: 30, resources_days: 365 };
    const now = () => new Date("2099-01-01T00:00:00Z");
    const store = await open({ now, retention });
    await store.ledger("a").contentOf(me).responses.keep(response);
    await store.close();
    const again = await open({ now, retention });
    await again.ledger("a").append(receiptOf(0));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await again.ledger("a").contentOf(me).responses.find("r1")).toEqual(response);
  });

  it("lets one of two threads finish a pending response", async () => {
    const store = await open({ writer: "thread" });
    const connected = connectStore(store.share().data, { now: () => new Date("2026-03-01T09:00:00Z") });
    stores.unshift(connected);
    for (let turn = 0; turn < 5; turn += 1) {
      const id = `r${turn}`;
      await store
        .ledger("a")
        .contentOf(me)
        .responses.keep({ ...response, id });
      const results = await Promise.all(
        [connected, store].map((one, at) => one.ledger("a").contentOf(me).responses.finish(id, at)),
      );
      expect(results.filter((isWinner) => isWinner)).toHaveLength(1);
      expect((await connected.ledger("a").contentOf(me).responses.find(id))?.body).toBe(
        results.indexOf(true),
      );
    }
  });
});
