import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRun, origin, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import type { Ledger, StoredEvent } from "../../ledger/ledger.ts";
import type { Store } from "../../ledger/store.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";

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

  it("reads on from the middle of a row, without a gap", async () => {
    expect(await rest(ledger.readEvents(runId(1), 3)[Symbol.asyncIterator]())).toEqual([3, 4, 5]);
  });
});
