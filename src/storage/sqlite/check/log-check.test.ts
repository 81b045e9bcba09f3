import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { origin, privateKey, receiptOf } from "../../ledger/fixtures/runs.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";
import { formatHead } from "../head/log-head.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { checkLogs } from "./log-check.ts";
import { readRemembered } from "./remembered.ts";

let directory: string;
const file = (tenant: string) => join(directory, `checkpoint-${tenant}`);
const head = (tenant: string) => join(directory, `head-${tenant}`);

function change(sql: string): void {
  const database = new DatabaseSync(join(directory, "ledger.db"));
  database.exec(sql);
  database.close();
}

/** The codes and messages of the faults that the check finds. */
function check(expected = origin): string[] {
  const remembered = readRemembered(directory);
  const reader = new LedgerReader(directory);
  try {
    const faults = reader.snapshot(() => checkLogs(reader, remembered, expected));
    return faults.map(({ tenant, code, message }) => `${tenant}: ${code}: ${message}`);
  } finally {
    reader.close();
  }
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-log-check-"));
  const store = await openTestStore(directory, { origin, key: privateKey });
  for (const number of [0, 1, 2]) await store.ledger("a").append(receiptOf(number));
  await store.ledger("a").checkpoint();
  copyFileSync(file("a"), `${file("a")}.3`);
  await store.ledger("a").append(receiptOf(3));
  await store.ledger("empty").checkpoint();
  await store.close();
  renameSync(`${file("a")}.3`, join(directory, "old"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("the check of all logs", () => {
  it("accepts a sound store, with checkpoints of the present and of an earlier size", () => {
    expect(check()).toEqual([]);
    copyFileSync(join(directory, "old"), file("a"));
    expect(check()).toEqual([]);
    rmSync(file("a"));
    rmSync(head("a"));
    expect(check()).toEqual([]);
  });

  it("reports a log of another origin", () => {
    expect(check("other")).toEqual([
      `a: receipt_origin_mismatch: the log of a belongs to ${origin}/a, not to other/a`,
      `empty: receipt_origin_mismatch: the log of empty belongs to ${origin}/empty, not to other/empty`,
    ]);
  });

  it("reports a log whose last receipt is missing, is another one, or is followed by one more", () => {
    const fault = "a: ledger_damaged: the log of a does not end with the receipt that its head names";
    const last = "UPDATE logs SET last =";
    change("CREATE TABLE kept AS SELECT * FROM logs");
    change(`${last} (SELECT hex(randomblob(32))) WHERE tenant = 'a'`);
    expect(check()).toEqual([fault]);
    change(`${last} (SELECT last FROM kept WHERE tenant = 'a') WHERE tenant = 'a'`);
    expect(check()).toEqual([]);
    change(
      "INSERT INTO receipts SELECT place + 1, log, 'stray', leaf, body FROM receipts WHERE place % 4294967296 = 3",
    );
    expect(check()).toEqual([fault]);
    change("DELETE FROM receipts WHERE place % 4294967296 >= 3");
    expect(check()).toContain(fault);
  });

  it("reports an empty log that is followed by a receipt", () => {
    change(
      "INSERT INTO receipts SELECT (place % 4294967296) + 2 * 4294967296, 2, 'stray', leaf, body FROM receipts LIMIT 1",
    );
    expect(check()).toEqual([
      "empty: ledger_damaged: the log of empty does not end with the receipt that its head names",
    ]);
  });

  it("reports a last receipt whose bytes were changed", () => {
    change("UPDATE receipts SET body = randomblob(900) WHERE place % 4294967296 = 3");
    expect(check()).toEqual(["a: ledger_damaged: receipt 3 of the ledger was changed"]);
  });

  it("reports a log that is missing, or shorter than a checkpoint beside it, in the database, or its recorded end", () => {
    change("DELETE FROM logs WHERE tenant = 'a'");
    expect(check()).toEqual([
      `a: receipt_log_truncated: the log of a had 4 receipts, as ${head("a")} says, and contains 0: the last 4 are lost`,
    ]);
    rmSync(head("a"));
    expect(check()).toEqual([
      `a: receipt_log_truncated: the log of a has a checkpoint of 4 receipts in ${file("a")} and contains 0`,
    ]);
  });

  it("compares with the checkpoint in the database too", () => {
    rmSync(file("a"));
    rmSync(head("a"));
    change("UPDATE logs SET size = 0, last = NULL, frontier = x'' WHERE tenant = 'a'");
    change("DELETE FROM receipts");
    expect(check()).toEqual([
      "a: receipt_log_truncated: the log of a has a checkpoint of 4 receipts in the database and contains 0",
    ]);
    change("UPDATE logs SET checkpoint = 'nothing' WHERE tenant = 'a'");
    expect(check()).toEqual([expect.stringMatching(/^a: receipt_checkpoint_invalid: /)]);
  });

  it("accepts a missing log whose checkpoint is of size 0", () => {
    change("DELETE FROM logs WHERE tenant = 'empty'");
    expect(check()).toEqual([]);
  });

  it("reports a log that does not extend its checkpoint", () => {
    copyFileSync(join(directory, "old"), file("a"));
    change("UPDATE receipts SET leaf = randomblob(32) WHERE place % 4294967296 = 1");
    expect(check()).toEqual([
      `a: receipt_consistency_invalid: the log of a does not contain the 3 receipts that the checkpoint in ${file("a")} covers`,
    ]);
  });

  it("reports a head whose hashes are not whole", () => {
    change("UPDATE logs SET frontier = x'00' WHERE tenant = 'a'");
    expect(check()).toEqual(["a: ledger_damaged: the head of the log of a was changed"]);
  });

  it("reports a log that does not contain the receipt at its recorded end", () => {
    writeFileSync(head("a"), formatHead({ size: 2, last: "ab".repeat(32) }));
    expect(check()).toEqual([
      `a: receipt_consistency_invalid: receipt 1 of the log of a is not the one that ${head("a")} names`,
    ]);
  });

  it.each([
    ["empty", ""],
    ["of zeros", "\0".repeat(103)],
    ["torn", formatHead({ size: 99, last: "ab".repeat(32) }).slice(0, 60)],
    [
      "half written over",
      `${formatHead({ size: 99, last: "ab".repeat(32) }).slice(0, 40)}${formatHead({ size: 4, last: "cd".repeat(32) }).slice(40)}`,
    ],
  ])("raises no alarm about a recorded end that a power cut left %s", (_name, text) => {
    writeFileSync(head("a"), text);
    expect(check()).toEqual([]);
  });

  it("raises no alarm about a recorded end that is older than the log", () => {
    const reader = new LedgerReader(directory);
    const { id } = reader.log("a") as { id: number };
    const last = reader.receipt(id, 0)?.sha256 as string;
    reader.close();
    writeFileSync(head("a"), formatHead({ size: 1, last }));
    expect(check()).toEqual([]);
  });

  it("reports the checkpoint of another log", () => {
    copyFileSync(file("empty"), file("a"));
    expect(check()).toEqual([expect.stringMatching(/^a: receipt_consistency_invalid/)]);
  });

  it("reports a file that is no checkpoint", () => {
    for (const text of ["nothing", ""]) {
      writeFileSync(file("a"), text);
      expect(check()).toEqual([expect.stringMatching(/^a: receipt_checkpoint_invalid/)]);
    }
  });

  it("says what to do about each fault", () => {
    const remembered = readRemembered(directory);
    change("DELETE FROM logs WHERE tenant = 'a'");
    const reader = new LedgerReader(directory);
    const [fault] = checkLogs(reader, remembered, origin);
    reader.close();
    expect(fault?.advice).toContain(`move ${head("a")} out of ${directory}`);
    expect(fault?.where).toBe(directory);
  });
});
