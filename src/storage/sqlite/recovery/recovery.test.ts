import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import type { PreparedReceipt } from "../../../receipts/index.ts";
import { openRun, runId } from "../../ledger/fixtures/runs.ts";
import type { RareWrite } from "../batch/batch.ts";
import { prepareDatabase } from "../database/database.ts";
import { openWriter } from "../database/writing-connection.ts";
import { formatOpenRun } from "../journal/open-run-line.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { becomeOwner, type Owner } from "./owner.ts";
import { countOpenRuns, recoverRuns, signLogs } from "./recovery.ts";

let directory: string;
let database: DatabaseSync;
let reader: LedgerReader;
let calls: string[];
let appendError: (runId: string) => Error | undefined;
const now = () => new Date("2026-03-01T09:00:00Z");
/** A client that notes its calls, and acknowledges each append after a turn of the event loop. */
const client = {
  append: async (tenant: string, { runId }: PreparedReceipt) => {
    calls.push(`append ${tenant} ${Number(runId.slice(-12))}`);
    await new Promise((resolve) => setImmediate(resolve));
    const error = appendError(runId);
    if (error !== undefined) throw error;
    calls.push(`appended ${tenant} ${Number(runId.slice(-12))}`);
    return { seq: 0, runId, sha256: "" };
  },
  write: async (write: RareWrite) => {
    if (write.kind === "forget") calls.push(`forget ${write.journal.join()}`);
    if (write.kind === "checkpoint") calls.push(`sign ${write.tenant}`);
    if (write.kind === "checkpoint" && write.tenant === "refused")
      throw new AbpError("key_not_found", "none");
    return true;
  },
};
const recover = () => recoverRuns(reader, client, now);
const lockFiles = () => readdirSync(join(directory, "owners")).filter((name) => name.endsWith(".lock"));

/** Adds a journal row with these runs. */
function addRow(owner: string, ...runs: [tenant: string, number: number][]): void {
  const lines = runs.map(([tenant, number]) => formatOpenRun(tenant, openRun(number))).join("");
  database.prepare("INSERT INTO journal (owner, runs) VALUES (?, ?)").run(owner, lines);
}

/** An owner whose process has ended. */
async function goneOwner(): Promise<Owner> {
  const owner = await becomeOwner(directory);
  owner.release(false);
  return owner;
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-recovery-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  reader = new LedgerReader(directory);
  calls = [];
  appendError = () => undefined;
});
afterEach(() => {
  reader.close();
  database.close();
  rmSync(directory, { recursive: true });
});

describe("recovery", () => {
  it("writes a receipt for each run of an owner that is gone, then forgets the runs and the owner", async () => {
    const { id } = await goneOwner();
    addRow(id, ["a", 1], ["b", 2]);
    addRow(id, ["a", 3]);
    expect(await recover()).toBe(3);
    expect(calls).toEqual([
      "append a 1",
      "append b 2",
      "append a 3",
      "appended a 1",
      "appended b 2",
      "appended a 3",
      "forget 1,2",
    ]);
    expect(lockFiles()).toEqual([]);
  });

  it("leaves the runs of an owner that lives alone", async () => {
    const owner = await becomeOwner(directory);
    const { id } = await goneOwner();
    addRow(owner.id, ["a", 1]);
    addRow(id, ["a", 2]);
    expect(await recover()).toBe(1);
    expect(calls).toEqual(["append a 2", "appended a 2", "forget 2"]);
    expect(lockFiles()).toEqual([`${owner.id}.lock`]);
    owner.release(true);
  });

  it("writes no second receipt for a run that has one", async () => {
    const { id } = await goneOwner();
    addRow(id, ["a", 1], ["a", 2], ["b", 1]);
    database.exec("INSERT INTO logs (tenant, origin, size, frontier) VALUES ('a', 'o/a', 1, x'')");
    const leaf = Buffer.alloc(32);
    database
      .prepare("INSERT INTO receipts (place, log, run_id, leaf, body) VALUES (?, 1, ?, ?, ?)")
      .run(2 ** 32, runId(1), leaf, leaf);
    expect(await recover()).toBe(2);
    expect(calls.filter((call) => call.startsWith("append "))).toEqual(["append a 2", "append b 1"]);
  });

  it("does not count a run that another process ends at the same time", async () => {
    const { id } = await goneOwner();
    addRow(id, ["a", 1], ["a", 2]);
    appendError = (one) => (one === runId(1) ? new AbpError("receipt_duplicate", "known") : undefined);
    expect(await recover()).toBe(1);
    expect(calls.at(-1)).toBe("forget 1");
    expect(lockFiles()).toEqual([]);
  });

  it("forgets nothing if a receipt cannot be written, and can be repeated", async () => {
    const { id } = await goneOwner();
    addRow(id, ["a", 1], ["a", 2]);
    const failure = new AbpError("receipt_store_failed", "disk full");
    appendError = (one) => (one === runId(2) ? failure : undefined);
    await expect(recover()).rejects.toBe(failure);
    expect(calls.some((call) => call.startsWith("forget"))).toBe(false);
    expect(existsSync(join(directory, "owners", `${id}.lock`))).toBe(true);
    appendError = () => undefined;
    expect(await recover()).toBe(2);
  });

  it("passes on an error that is none of the store's", async () => {
    const { id } = await goneOwner();
    addRow(id, ["a", 1]);
    const failure = new TypeError("bug");
    appendError = () => failure;
    await expect(recover()).rejects.toBe(failure);
  });

  it("does nothing if no run is open", async () => {
    expect(await recover()).toBe(0);
    expect(calls).toEqual([]);
  });
});

describe("what ended processes leave behind", () => {
  it("is removed also if they left no run open", async () => {
    await goneOwner();
    const living = await becomeOwner(directory);
    expect(await recover()).toBe(0);
    expect([calls, lockFiles()]).toEqual([[], [`${living.id}.lock`]]);
    living.release(true);
  });

  it("is counted for each tenant, without the runs that have a receipt", async () => {
    const gone = await goneOwner();
    const living = await becomeOwner(directory);
    addRow(gone.id, ["a", 1], ["a", 2], ["b", 3]);
    addRow(living.id, ["a", 4]);
    database.exec("INSERT INTO logs (id, tenant, origin, size, frontier) VALUES (1, 'a', 'o/a', 0, x'')");
    database
      .prepare("INSERT INTO receipts (place, log, run_id, leaf, body) VALUES (4294967296, 1, ?, x'', x'')")
      .run(runId(2));
    expect(countOpenRuns(reader, "a")).toEqual({ running: 1, interrupted: 1 });
    expect(countOpenRuns(reader, "b")).toEqual({ running: 0, interrupted: 1 });
    expect(countOpenRuns(reader, "c")).toEqual({ running: 0, interrupted: 0 });
    expect(lockFiles()).toHaveLength(2);
    living.release(true);
  });
});

describe("signing the logs", () => {
  it("asks for a checkpoint of each log that has receipts, and goes on after a refusal", async () => {
    const log = database.prepare("INSERT INTO logs (tenant, origin, size, frontier) VALUES (?, '', ?, x'')");
    for (const [tenant, size] of [
      ["a", 2],
      ["refused", 1],
      ["empty", 0],
      ["b", 1],
    ] as const)
      log.run(tenant, size);
    await signLogs(reader, client);
    expect(calls).toEqual(["sign a", "sign refused", "sign b"]);
  });
});
