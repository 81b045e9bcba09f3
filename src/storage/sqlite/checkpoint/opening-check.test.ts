import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { origin, privateKey, receiptOf } from "../../ledger/fixtures/runs.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { checkLogs } from "./opening-check.ts";

let directory: string;
const file = (tenant: string) => join(directory, `checkpoint-${tenant}`);

function change(sql: string): void {
  const database = new DatabaseSync(join(directory, "ledger.db"));
  database.exec(sql);
  database.close();
}

/** The code and message of the fault that the check finds. */
function check(expected = origin): string {
  const reader = new LedgerReader(directory);
  try {
    checkLogs(reader, expected);
    return "sound";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code}: ${message}`;
  } finally {
    reader.close();
  }
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-opening-check-"));
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

describe("the check of a store at its opening", () => {
  it("accepts a sound store, with checkpoints of the present and of an earlier size", () => {
    expect(check()).toBe("sound");
    copyFileSync(join(directory, "old"), file("a"));
    expect(check()).toBe("sound");
    rmSync(file("a"));
    expect(check()).toBe("sound");
  });

  it("refuses a log of another origin", () => {
    expect(check("other")).toBe(
      `receipt_origin_mismatch: the log of a belongs to ${origin}/a, not to other/a`,
    );
  });

  it("refuses a log whose last receipt is missing, is another one, or is followed by one more", () => {
    const fault = "receipt_store_failed: the log of a does not end with the receipt that its head names";
    const head = "UPDATE logs SET last =";
    change("CREATE TABLE kept AS SELECT * FROM logs");
    change(`${head} (SELECT hex(randomblob(32))) WHERE tenant = 'a'`);
    expect(check()).toBe(fault);
    change(`${head} (SELECT last FROM kept WHERE tenant = 'a') WHERE tenant = 'a'`);
    expect(check()).toBe("sound");
    change(
      "INSERT INTO receipts SELECT place + 1, log, 'stray', leaf, body FROM receipts WHERE place % 4294967296 = 3",
    );
    expect(check()).toBe(fault);
    change("DELETE FROM receipts WHERE place % 4294967296 >= 3");
    expect(check()).toBe(fault);
  });

  it("refuses a log that is shorter than its checkpoint, or missing", () => {
    change("DELETE FROM logs WHERE tenant = 'a'");
    expect(check()).toBe("receipt_log_truncated: the log has a checkpoint of 4 receipts and contains 0");
  });

  it("accepts a missing log whose checkpoint is of size 0", () => {
    change("DELETE FROM logs WHERE tenant = 'empty'");
    expect(check()).toBe("sound");
  });

  it("refuses a log that does not extend its checkpoint", () => {
    const fault =
      "receipt_consistency_invalid: the log does not contain the receipts that its checkpoint covers";
    copyFileSync(join(directory, "old"), file("a"));
    change("UPDATE receipts SET leaf = randomblob(32) WHERE place % 4294967296 = 1");
    expect(check()).toBe(fault);
  });

  it("refuses the checkpoint of another log", () => {
    copyFileSync(file("empty"), file("a"));
    expect(check()).toMatch(/^receipt_consistency_invalid/);
  });

  it("refuses a file that is no checkpoint, and one that cannot be read", () => {
    writeFileSync(file("a"), "nothing");
    expect(check()).toMatch(/^receipt_checkpoint_invalid/);
    rmSync(file("a"));
    writeFileSync(file("a"), "");
    expect(check()).toMatch(/^receipt_checkpoint_invalid/);
  });
});
