import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRun, origin, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import type { Ledger, StoredEvent } from "../../ledger/ledger.ts";
import type { Store } from "../../ledger/store.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { SqliteEvents } from "./sqlite-events.ts";

const DAY = 24 * 60 * 60 * 1000;
let directory: string;
let store: Store;
let ledger: Ledger;
let time: number;

const change = (sql: string) => {
  const database = new DatabaseSync(join(directory, "ledger.db"));
  database.exec(sql);
  database.close();
};
const events = () => ledger.readEvents(runId(1), 0)[Symbol.asyncIterator]();
const rest = async (iterator: AsyncIterator<StoredEvent>) => {
  const seqs: number[] = [];
  for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) {
    seqs.push(step.value.seq);
  }
  return seqs;
};

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-events-"));
  time = Date.UTC(2026, 0, 1);
  store = await openTestStore(directory, { origin, now: () => new Date(time) });
  ledger = store.ledger("a");
  await ledger.begin(openRun(1));
  for (let seq = 0; seq < 6; seq += 2) {
    await ledger.appendEvents(runId(1), seq, [`${seq}`, `${seq + 1}`]);
    time += DAY;
  }
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

describe("reading the events of a run", () => {
  it("reports an event that is missing", async () => {
    change("DELETE FROM events WHERE first_seq = 2");
    const reading = events();
    await reading.next();
    await reading.next();
    await expect(reading.next()).rejects.toThrow("event 2 of run");
  });

  it("begins after the events that have expired, whether they are deleted or not", async () => {
    await ledger.append(receiptOf(1));
    time += 27 * DAY;
    expect(await rest(events())).toEqual([2, 3, 4, 5]);
    change("DELETE FROM events WHERE first_seq = 0");
    expect(await rest(events())).toEqual([2, 3, 4, 5]);
    time += DAY - 1;
    expect(await rest(events())).toEqual([2, 3, 4, 5]);
    time += 1;
    expect(await rest(events())).toEqual([4, 5]);
    time += DAY;
    expect(await rest(events())).toEqual([]);
  });

  it("leaves out events that expire while they are read", async () => {
    await ledger.append(receiptOf(1));
    const reading = events();
    await reading.next();
    await reading.next();
    change("DELETE FROM events WHERE first_seq < 4");
    expect(await rest(reading)).toEqual([4, 5]);
  });

  it("finds nothing for a tenant without a log, and in a store without a table of events", async () => {
    for await (const event of store.ledger("new").readEvents(runId(1), 0)) expect(event).toBeUndefined();
    change("DROP TABLE events");
    expect(await rest(events())).toEqual([]);
  });

  it("reads what a run adds between the last look and its end", async () => {
    const parts = { reader: () => reader, retention: { events_days: 30 }, now: () => new Date(time) };
    const reader = new LedgerReader(directory);
    const isOpen = async () => {
      change(
        `INSERT INTO events SELECT id, '${runId(1)}', 6, 1, ${time}, '6' FROM logs WHERE tenant = 'a' ON CONFLICT DO NOTHING`,
      );
      return false;
    };
    const following = new SqliteEvents("a", parts as unknown as LedgerParts);
    const reading = following.read(runId(1), 5, isOpen, { follow: true });
    expect(await rest(reading[Symbol.asyncIterator]())).toEqual([5, 6]);
    reader.close();
  });

  it("waits for a run that is open only if it follows it", async () => {
    let asked = 0;
    const isOpen = async () => {
      asked += 1;
      return asked < 4;
    };
    const reader = new LedgerReader(directory);
    const parts = { reader: () => reader, retention: { events_days: 30 }, now: () => new Date(time) };
    const own = new SqliteEvents("a", parts as unknown as LedgerParts);
    expect(await rest(own.read(runId(1), 4, isOpen, {})[Symbol.asyncIterator]())).toEqual([4, 5]);
    expect(asked).toBe(0);
    expect(await rest(own.read(runId(1), 4, isOpen, { follow: true })[Symbol.asyncIterator]())).toEqual([
      4, 5,
    ]);
    expect(asked).toBe(4);
    reader.close();
  });

  it("reads on from the middle of a row, without a gap", async () => {
    expect(await rest(ledger.readEvents(runId(1), 3)[Symbol.asyncIterator]())).toEqual([3, 4, 5]);
  });
});
