import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ExpiringTable, RareWrite } from "../batch/batch.ts";
import { ExpirySweeper, type SweeperParts } from "./expiry-sweeper.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = new Date("2026-03-31T00:00:00Z");

/** How many expired rows each table has. */
let rows: Record<ExpiringTable, number>;
let writes: RareWrite[];
let failures: number;
let sweeper: ExpirySweeper;

function make(more: Partial<SweeperParts> = {}): ExpirySweeper {
  return new ExpirySweeper({
    retention: { responses_days: 30, reasoning_days: 10, events_days: 7, resources_days: 365 },
    now: () => now,
    reader: { hasExpired: (table) => rows[table] > 0 },
    client: {
      write: async (write) => {
        writes.push(write);
        if (failures-- > 0) throw new Error("disk full");
        if (write.kind !== "expire") return true;
        const deleted = Math.min(rows[write.table], write.limit);
        rows[write.table] -= deleted;
        return deleted === write.limit;
      },
    },
    ...more,
  });
}

const none: Record<ExpiringTable, number> = {
  responses: 0,
  custody: 0,
  engine_responses: 0,
  engine_resources: 0,
  events: 0,
  conversations: 0,
  threads: 0,
  run_changes: 0,
  once_answers: 0,
};

beforeEach(() => {
  vi.useFakeTimers();
  rows = { ...none };
  writes = [];
  failures = 0;
  sweeper = make();
});
afterEach(() => {
  sweeper.stop();
  vi.useRealTimers();
});

describe("the sweeper of expired content", () => {
  it("deletes every kind when the store opens, each by its own age", async () => {
    for (const table of Object.keys(none) as ExpiringTable[]) rows[table] = 1;
    sweeper.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(writes).toEqual([
      { kind: "expire", table: "responses", cutoff: now.getTime() - 30 * DAY, limit: 64 },
      { kind: "expire", table: "custody", cutoff: now.getTime() - 10 * DAY, limit: 64 },
      { kind: "expire", table: "engine_responses", cutoff: now.getTime() - 30 * DAY, limit: 64 },
      { kind: "expire", table: "engine_resources", cutoff: now.getTime() - 365 * DAY, limit: 64 },
      { kind: "expire", table: "events", cutoff: now.getTime() - 7 * DAY, limit: 64 },
      { kind: "expire", table: "conversations", cutoff: now.getTime() - 30 * DAY, limit: 64 },
      { kind: "expire", table: "threads", cutoff: now.getTime() - 5 * MINUTE, limit: 64 },
      { kind: "expire", table: "run_changes", cutoff: now.getTime() - 7 * DAY, limit: 64 },
      { kind: "expire", table: "once_answers", cutoff: now.getTime() - DAY, limit: 64 },
    ]);
  });

  it("writes nothing if nothing has expired", async () => {
    sweeper.start();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(writes).toEqual([]);
  });

  it("looks again every ten minutes", async () => {
    sweeper.start();
    await vi.advanceTimersByTimeAsync(0);
    rows.custody = 1;
    await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
    expect(writes).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(writes).toHaveLength(1);
  });

  it("deletes many rows in bounded batches, with a pause after each", async () => {
    rows.responses = 150;
    sweeper.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(rows.responses).toBe(86);
    await vi.advanceTimersByTimeAsync(49);
    expect(rows.responses).toBe(86);
    await vi.advanceTimersByTimeAsync(1);
    expect(rows.responses).toBe(22);
    await vi.advanceTimersByTimeAsync(50);
    expect([rows.responses, writes.length]).toEqual([0, 3]);
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    expect(writes).toHaveLength(3);
  });

  it("tries again later if a deletion fails", async () => {
    rows.responses = 1;
    failures = 1;
    sweeper.start();
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    expect([writes.length, rows.responses]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(rows.responses).toBe(0);
  });

  it("tries again later if the store cannot be read", async () => {
    let isBroken = true;
    rows.responses = 1;
    const hasExpired = () => {
      if (isBroken) throw new Error("disk I/O error");
      return rows.responses > 0;
    };
    sweeper = make({ reader: { hasExpired } });
    sweeper.start();
    await vi.advanceTimersByTimeAsync(0);
    isBroken = false;
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(rows.responses).toBe(0);
  });

  it("deletes nothing after it was stopped", async () => {
    rows.responses = 1;
    sweeper.start();
    sweeper.stop();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect([writes, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it("that is stopped during a deletion starts no other", async () => {
    rows = { ...none, responses: 100, custody: 1 };
    const gate = Promise.withResolvers<boolean>();
    sweeper = make({
      client: {
        write: (write) => {
          writes.push(write);
          return gate.promise;
        },
      },
    });
    sweeper.start();
    await vi.advanceTimersByTimeAsync(0);
    sweeper.stop();
    gate.resolve(true);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect([writes.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
