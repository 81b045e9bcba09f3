import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashLeaf, verifyInclusion } from "../../../lib/index.ts";
import { origin, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";
import { LedgerReader, type LogRow } from "./ledger-reader.ts";

let directory: string;
let reader: LedgerReader;
const log = () => reader.log("a") as LogRow;

/** Fills a log with so many receipts and opens a reader. */
async function fill(count: number): Promise<void> {
  const store = await openTestStore(directory, { origin });
  await store.ledger("b").append(receiptOf(0));
  await Promise.all(
    Array.from({ length: count }, (_, number) => store.ledger("a").append(receiptOf(number))),
  );
  await store.close();
  reader = new LedgerReader(directory);
}
function tamper(sql: string): void {
  const database = new DatabaseSync(join(directory, "ledger.db"));
  database.exec(sql);
  database.close();
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-reader-"));
});
afterEach(() => {
  reader.close();
  rmSync(directory, { recursive: true });
});

describe("the reader", () => {
  it("finds receipts by position and by run, in their own log only", async () => {
    await fill(3);
    expect(reader.receipt(log().id, 2)).toMatchObject({ seq: 2, runId: runId(2) });
    expect(reader.receiptOf(log().id, runId(1))).toMatchObject({ seq: 1, runId: runId(1) });
    expect([reader.hasReceipt(log().id, runId(2)), reader.hasReceipt(log().id, runId(3))]).toEqual([
      true,
      false,
    ]);
    const other = reader.log("b") as LogRow;
    expect([reader.hasReceipt(other.id, runId(2)), reader.receiptOf(other.id, runId(2))]).toEqual([
      false,
      undefined,
    ]);
    expect(reader.receipt(other.id, 1)).toBeUndefined();
  });

  it("has no receipt at a position that is none", async () => {
    await fill(1);
    // 2^32 is the first position of the next log, and -2^32 that of the log before.
    for (const seq of [-1, -(2 ** 32), 0.5, 1, 2 ** 32, 2 ** 60, Number.NaN, Number.POSITIVE_INFINITY])
      expect(reader.receipt(log().id, seq)).toBeUndefined();
    const first = reader.logs()[0] as LogRow;
    expect(reader.receipt(first.id, 2 ** 32)).toBeUndefined();
  });

  it("lists the logs in the order of their making", async () => {
    await fill(1);
    expect(reader.logs().map(({ tenant, size }) => [tenant, size])).toEqual([
      ["b", 1],
      ["a", 1],
    ]);
    expect(reader.log("c")).toBeUndefined();
  });

  it("reads a range, and refuses one with a gap or a moved receipt", async () => {
    await fill(5);
    const numbers = (from: number, count: number) =>
      reader.receipts(log().id, from, count).map(({ seq }) => seq);
    expect(numbers(1, 3)).toEqual([1, 2, 3]);
    expect(() => numbers(3, 3)).toThrow("receipt 5 of the ledger is missing");
    tamper("DELETE FROM receipts WHERE place % 4294967296 = 2");
    expect(() => numbers(1, 3)).toThrow("receipt 2 of the ledger is missing");
    expect(numbers(3, 2)).toEqual([3, 4]);
  });

  it("refuses a receipt whose bytes were changed", async () => {
    await fill(2);
    tamper("UPDATE receipts SET body = x'7b7d' WHERE place % 4294967296 = 1");
    expect(() => reader.receipt(log().id, 1)).toThrow(
      expect.objectContaining({ code: "ledger_damaged", where: join(directory, "ledger.db") }),
    );
    expect(() => reader.receiptOf(log().id, runId(1))).toThrow("receipt 1 of the ledger was changed");
  });

  it("proves receipts at every size, also across many subtrees", async () => {
    await fill(1100);
    for (const [seq, size] of [
      [0, 1],
      [0, 255],
      [255, 256],
      [3, 257],
      [511, 512],
      [512, 700],
      [1099, 1100],
    ] as const) {
      const proof = reader.inclusionProof(log().id, seq, size);
      const root = reader.root(log(), size);
      const stored = reader.receipt(log().id, seq)!;
      expect([
        seq,
        size,
        verifyInclusion({ leafHash: hashLeaf(stored.bytes), index: seq, size, root }, proof),
      ]).toEqual([seq, size, true]);
    }
  });

  it("refuses a proof over receipts or hashes that are missing", async () => {
    await fill(600);
    tamper("DELETE FROM receipts WHERE place % 4294967296 = 520");
    expect(() => reader.inclusionProof(log().id, 0, 599)).toThrow("or one after it is missing");
    expect(reader.inclusionProof(log().id, 0, 512)).toHaveLength(9);
    tamper("DELETE FROM subtrees WHERE place % 4294967296 = 1");
    expect(() => reader.inclusionProof(log().id, 0, 512)).toThrow(
      "receipt 256 of the ledger has lost its hashes",
    );
  });

  it("knows which tables have expired rows", async () => {
    await fill(1);
    tamper("INSERT INTO custody (log, tool_call_id, held_at, reasoning) VALUES (1, 'c', 10, '{}')");
    tamper(`INSERT INTO responses (log, id, created_at, run_id, engine, is_native, input, body)
      VALUES (1, 'r', 20, 'r', 'e', 0, '1', '1')`);
    expect([9, 10].map((cutoff) => reader.hasExpired("custody", cutoff))).toEqual([false, true]);
    expect([19, 20].map((cutoff) => reader.hasExpired("responses", cutoff))).toEqual([false, true]);
  });

  it("says where the database is that refuses a query", async () => {
    await fill(1);
    const refused = expect.objectContaining({ code: "receipt_store_failed", where: directory });
    expect(() => reader.prepare("SELECT 1 FROM none")).toThrow(refused);
    const wrong = "SELECT json_extract('{', '$')";
    expect(() => reader.prepare(wrong).get()).toThrow(refused);
    expect(() => reader.prepare(wrong).all()).toThrow(refused);
  });

  it("prepares each statement once", async () => {
    await fill(1);
    expect(reader.prepare("SELECT 1")).toBe(reader.prepare("SELECT 1"));
    expect(reader.prepare("SELECT 1")).not.toBe(reader.prepare("SELECT 2"));
  });
});
