import { describe, expect, it } from "vitest";
import { hashLeaf, MerkleFrontier } from "../../../lib/index.ts";
import type { LogRow, StoredRow } from "../reader/ledger-reader.ts";
import { readStoredLog } from "./stored-log-check.ts";

const bytes = (seq: number) => Buffer.from(`receipt ${seq}`);

/** A log of `size` receipts; `change` alters its rows, and the hash of one subtree may be wrong or missing. */
function logOf(
  size: number,
  more: {
    change?: (rows: StoredRow[]) => StoredRow[];
    subtree?: Uint8Array | "none";
    head?: Uint8Array;
  } = {},
) {
  const frontier = new MerkleFrontier();
  const subtrees: Uint8Array[] = [];
  const rows = Array.from({ length: size }, (_, seq): StoredRow => {
    const leaf = hashLeaf(bytes(seq));
    const complete = frontier.append(leaf);
    if (complete !== undefined) subtrees.push(complete);
    return { seq, bytes: bytes(seq), leaf };
  });
  const stored = (more.change ?? ((all) => all))(rows);
  const asked: number[] = [];
  const reader = {
    directory: "/ledger",
    storedRows: (_log: number, from: number, count: number) => {
      asked.push(count);
      return stored.filter(({ seq }) => seq >= from && seq < from + count);
    },
    subtree: (_log: number, index: number) => {
      if (index !== 1 || more.subtree === undefined) return subtrees[index];
      return more.subtree === "none" ? undefined : more.subtree;
    },
  };
  const row = { id: 1, tenant: "a", size, frontier: more.head ?? frontier.encode() } as LogRow;
  const { entries, findings } = readStoredLog(reader, row);
  return {
    entries,
    asked,
    faults: findings.map(({ code, where, message }) => `${code} ${where}: ${message}`),
  };
}

describe("reading a stored log in full", () => {
  it("gives the bytes of every receipt, and reads exactly as many as the log has", () => {
    for (const size of [0, 1, 256, 600]) {
      const { entries, faults, asked } = logOf(size);
      expect([entries.length, faults]).toEqual([size, []]);
      expect(asked.reduce((sum, count) => sum + count, 0)).toBe(size);
      expect(entries.every((one, seq) => bytes(seq).equals(one))).toBe(true);
    }
  });

  it("reports bytes that do not match their stored hash, once", () => {
    const change = (rows: StoredRow[]) =>
      rows.map((row) => (row.seq === 3 || row.seq === 4 ? { ...row, bytes: Buffer.from("other") } : row));
    expect(logOf(5, { change }).faults).toEqual([
      "ledger_damaged entry 3: the bytes of the receipt are not those whose hash was stored (/ledger/ledger.db)",
      "ledger_damaged log: the hashes at the head of the log are not those of its receipts (/ledger/ledger.db)",
    ]);
  });

  it("reports a receipt that is missing in the middle or at the end", () => {
    expect(logOf(5, { change: (rows) => rows.filter(({ seq }) => seq !== 2) }).faults).toEqual([
      "ledger_damaged entry 3: a receipt before this one is missing (/ledger/ledger.db)",
      "ledger_damaged log: the log has 5 receipts, and 4 are stored (/ledger/ledger.db)",
    ]);
    expect(logOf(5, { change: (rows) => rows.slice(0, -1) }).faults).toEqual([
      "ledger_damaged log: the log has 5 receipts, and 4 are stored (/ledger/ledger.db)",
    ]);
  });

  it.each([
    ["wrong", Buffer.alloc(32)],
    ["missing", "none" as const],
  ])("reports a %s hash of a subtree", (_, subtree) => {
    expect(logOf(600, { subtree }).faults).toEqual([
      "ledger_damaged entry 256: the stored hash of 256 receipts is wrong (/ledger/ledger.db)",
    ]);
  });

  it("reports a head that is not that of the receipts", () => {
    expect(logOf(1, { head: Buffer.alloc(32) }).faults).toEqual([
      "ledger_damaged log: the hashes at the head of the log are not those of its receipts (/ledger/ledger.db)",
    ]);
  });
});
