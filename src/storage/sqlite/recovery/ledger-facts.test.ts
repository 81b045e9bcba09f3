import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openRun, origin, receiptOf } from "../../ledger/fixtures/runs.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";
import { hasLedger, newestReceiptTime, readOpenRuns } from "./ledger-facts.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-ledger-facts-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

async function fill(...ends: string[]): Promise<void> {
  const store = await openTestStore(directory, { origin });
  for (const [number, finished_at] of ends.entries()) {
    const receipt = receiptOf(number);
    await store
      .ledger(number % 2 === 0 ? "a" : "b")
      .append({ ...receipt, meta: { ...receipt.meta, finished_at } });
  }
  await store.ledger("a").begin(openRun(99));
  await store.close();
}

describe("facts of a ledger", () => {
  it("are not known without a ledger, and none is made", () => {
    expect([hasLedger(directory), newestReceiptTime(directory), readOpenRuns(directory, "a")]).toEqual([
      false,
      undefined,
      { running: 0, interrupted: 0 },
    ]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it("include the latest end of a run, of any tenant and in any order", async () => {
    await fill("2026-03-01T08:00:01.000Z", "2026-04-01T08:00:01.250Z", "2026-03-01T08:00:01.500Z");
    expect(newestReceiptTime(directory)).toEqual(new Date("2026-04-01T08:00:01.250Z"));
    expect([hasLedger(directory), readOpenRuns(directory, "a")]).toEqual([
      true,
      { running: 0, interrupted: 1 },
    ]);
  });

  it("include the latest end if older receipts have no fraction, in any time zone", async () => {
    vi.stubEnv("TZ", "Asia/Tokyo");
    await fill("2026-03-01T08:00:01Z");
    expect(newestReceiptTime(directory)).toEqual(new Date("2026-03-01T08:00:01Z"));
  });

  it("include no end if there is no receipt, or one whose time cannot be read", async () => {
    await fill();
    expect(newestReceiptTime(directory)).toBeUndefined();
    const database = new DatabaseSync(join(directory, "ledger.db"));
    database.exec("INSERT INTO receipts (place, log, run_id, leaf, body) VALUES (1, 1, 'x', x'', x'7b7d')");
    database.close();
    expect(newestReceiptTime(directory)).toBeUndefined();
  });
});
