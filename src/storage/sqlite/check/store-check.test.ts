import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codeOf, keys, openRun, origin, privateKey, receiptOf } from "../../ledger/fixtures/runs.ts";
import type { Store } from "../../ledger/store.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { becomeOwner } from "../recovery/owner.ts";
import { checkAtOpening } from "./opening-check.ts";
import { readRemembered } from "./remembered.ts";
import { checkStore, findLogFaults } from "./store-check.ts";

let directory: string;
let store: Store | undefined;
const path = (name: string) => join(directory, name);
const open = async () => {
  store = await openTestStore(directory, { origin, key: privateKey });
  return store.ledger("a");
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-store-check-"));
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  rmSync(directory, { recursive: true });
});

function change(sql: string): void {
  const database = new DatabaseSync(path("ledger.db"));
  database.exec(sql);
  database.close();
}

/** The result for the log of tenant a: its counts and the codes of its faults. */
function check(trusted = keys) {
  const { damage, logs } = checkStore(directory, origin, trusted);
  const { verification, openRuns } = logs.find((one) => one.tenant === "a")!;
  const { ok, signed, unsigned, findings } = verification;
  expect(ok).toBe(findings.length === 0);
  return { damage: damage.length, signed, unsigned, codes: findings.map(({ code }) => code), openRuns };
}

const none = { running: 0, interrupted: 0 };
const sound = (signed: number, unsigned: number) => ({
  damage: 0,
  signed,
  unsigned,
  codes: [],
  openRuns: none,
});

describe("the full check of a store", () => {
  it("counts signed and unsigned receipts while another connection writes", async () => {
    const ledger = await open();
    await ledger.append(receiptOf(0));
    expect(check()).toEqual(sound(0, 1));
    await ledger.checkpoint();
    expect(check()).toEqual(sound(1, 0));
    await ledger.append(receiptOf(1));
    expect(check()).toEqual(sound(1, 1));
    expect(check(new Map()).codes).toEqual(["receipt_key_untrusted"]);
  });

  it("leaves no file open", async () => {
    await (await open()).append(receiptOf(0));
    await store?.close();
    const listOpen = () =>
      readdirSync("/proc/self/fd").flatMap((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`);
        } catch {
          // The descriptor with which the directory was listed is closed already.
          return [];
        }
      });
    check();
    findLogFaults(directory, origin);
    expect(listOpen().filter((one) => one.startsWith(directory))).toEqual([]);
  });

  it("compares with the newest checkpoint, in the file or in the database", async () => {
    const ledger = await open();
    await ledger.append(receiptOf(0));
    await ledger.checkpoint();
    copyFileSync(path("checkpoint-a"), path("old"));
    await ledger.append(receiptOf(1));
    await ledger.checkpoint();
    // A crash between the two writes leaves an older row; a restored file is older than the row.
    change(`UPDATE logs SET checkpoint_size = 1, checkpoint = '${readFileSync(path("old"), "utf8")}'`);
    expect(check()).toEqual(sound(2, 0));
    await ledger.checkpoint();
    copyFileSync(path("old"), path("checkpoint-a"));
    expect(check()).toEqual(sound(2, 0));
    rmSync(path("checkpoint-a"));
    expect(check()).toEqual(sound(2, 0));
  });

  it("counts no open runs if they cannot be read", async () => {
    await (await open()).begin(openRun(0));
    expect(check().openRuns).toEqual({ running: 1, interrupted: 0 });
    await store?.close();
    expect(check().openRuns).toEqual({ running: 0, interrupted: 1 });
    change("ALTER TABLE journal RENAME COLUMN runs TO lines");
    expect(check().openRuns).toEqual(none);
  });

  it("makes the checks of opening for writing", async () => {
    await (await open()).append(receiptOf(0));
    await store?.close();
    change("DELETE FROM receipts; UPDATE logs SET size = 0, last = NULL, frontier = x''");
    expect(check().codes).toEqual(["receipt_log_truncated"]);
    expect(findLogFaults(directory, origin).map(({ code }) => code)).toEqual(["receipt_log_truncated"]);
    expect(await codeOf(open())).toBe("receipt_log_truncated");
    expect(checkStore(directory, origin, keys).advice).toHaveLength(1);
  });

  it("reports a log of which only files are left", async () => {
    await (await open()).append(receiptOf(0));
    await store?.close();
    change("DELETE FROM receipts; DELETE FROM logs");
    expect(check().codes).toEqual(["receipt_log_truncated"]);
  });

  it("reports receipts that were changed together with their hashes", async () => {
    const ledger = await open();
    for (const number of [0, 1, 2]) await ledger.append(receiptOf(number));
    await store?.close();
    change(
      "UPDATE receipts SET body = (SELECT body FROM receipts WHERE run_id LIKE '%0') WHERE run_id LIKE '%1'",
    );
    expect(check().codes).toEqual(expect.arrayContaining(["ledger_damaged", "receipt_duplicate"]));
  });

  it("reports a damaged page as damage, and goes on if it can", async () => {
    const ledger = await open();
    for (let number = 0; number < 40; number += 1) await ledger.append(receiptOf(number));
    await store?.close();
    const bytes = readFileSync(path("ledger.db"));
    const at = Math.floor(bytes.indexOf(`"run_id":"${receiptOf(20).meta.run_id}"`) / 8192) * 8192;
    bytes.fill(0xa5, at, at + 8192);
    writeFileSync(path("ledger.db"), bytes);
    const { damage, logs } = checkStore(directory, origin, keys);
    expect(damage[0]).toMatchObject({ code: "ledger_damaged", where: path("ledger.db") });
    expect(logs[0]?.verification.ok).toBe(false);
  });

  it("counts open runs of living and of ended processes", async () => {
    const ledger = await open();
    await ledger.begin(openRun(1));
    await ledger.begin(openRun(2));
    await ledger.append(receiptOf(2));
    expect(check().openRuns).toEqual({ running: 1, interrupted: 0 });
    await store?.close();
    expect(check().openRuns).toEqual({ running: 0, interrupted: 1 });
    expect(check().openRuns).toEqual({ running: 0, interrupted: 1 });
  });
});

describe("the check at opening", () => {
  it("looks at pages only if a process ended without closing the store", async () => {
    const ledger = await open();
    for (let number = 0; number < 3; number += 1) await ledger.append(receiptOf(number));
    await store?.close();
    change("UPDATE receipts SET body = x'00' WHERE run_id LIKE '%1'");
    const remembered = readRemembered(directory);
    const attempt = () => {
      const reader = new LedgerReader(directory);
      try {
        checkAtOpening(reader, remembered, origin);
      } finally {
        reader.close();
      }
    };
    expect(attempt).not.toThrow();
    const living = await becomeOwner(directory);
    expect(attempt).not.toThrow();
    living.release(false);
    expect(attempt).toThrow(expect.objectContaining({ code: "ledger_damaged" }));
  });
});
