import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { audit, codeOf, origin, privateKey, receiptOf, runId } from "../ledger/fixtures/runs.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";
import type { SqliteStoreOptions } from "./sqlite-store.ts";

let directory: string;
const open = (options: Partial<SqliteStoreOptions> = {}) =>
  openTestStore(directory, { origin, key: privateKey, ...options });
const database = () => join(directory, "ledger.db");
const chooseStore = join(import.meta.dirname, "../choose-store.ts");

/** Adds receipts and closes the store, which signs a checkpoint unless it has no key. */
async function fill(numbers: readonly number[], options: Partial<SqliteStoreOptions> = {}): Promise<void> {
  const store = await open(options);
  for (const number of numbers) await store.ledger("a").append(receiptOf(number));
  await store.close();
}

/** Changes the database behind the store's back. */
function tamper(sql: string): void {
  const connection = new DatabaseSync(database());
  connection.exec(sql);
  connection.close();
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-opening-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("opening a store", () => {
  it("makes a directory and files for its owner alone, and leaves no lock behind", async () => {
    directory = join(directory, "deep");
    const store = await open();
    await store.ledger("a").append(receiptOf(0));
    const mode = (name: string) => (statSync(join(directory, name)).mode & 0o777).toString(8);
    expect(["", "ledger.db", "ledger.db-wal", "ledger.db-shm"].map(mode)).toEqual([
      "700",
      "600",
      "600",
      "600",
    ]);
    await store.close();
    expect(mode("checkpoint-a")).toBe("600");
    expect(readdirSync(join(directory, "owners"))).toEqual([]);
    directory = join(directory, "..");
  });

  it("refuses a database that was put back to an earlier state", async () => {
    await fill([0, 1]);
    copyFileSync(database(), `${database()}.old`);
    await fill([2]);
    copyFileSync(`${database()}.old`, database());
    expect(await codeOf(open())).toBe("receipt_log_truncated");
    rmSync(database());
    expect(await codeOf(open())).toBe("receipt_log_truncated");
  });

  it("refuses a database with another history", async () => {
    await fill([0, 1, 2]);
    const kept = readFileSync(join(directory, "checkpoint-a"));
    for (const numbers of [
      [5, 6, 7],
      [5, 6, 7, 8],
    ]) {
      rmSync(database());
      rmSync(join(directory, "checkpoint-a"));
      rmSync(join(directory, "head-a"));
      await fill(numbers);
      writeFileSync(join(directory, "checkpoint-a"), kept);
      expect(await codeOf(open())).toBe("receipt_consistency_invalid");
    }
  });

  it("refuses a checkpoint file that is none", async () => {
    await fill([0]);
    writeFileSync(join(directory, "checkpoint-a"), "nothing");
    expect(await codeOf(open())).toBe("receipt_checkpoint_invalid");
  });

  it("refuses the logs of another name, also when it only reads", async () => {
    await fill([0]);
    expect(await codeOf(open({ origin: "other.example" }))).toBe("receipt_origin_mismatch");
    const reader = await open({ origin: "other.example", mode: "read" });
    expect(await codeOf(reader.ledger("a").size())).toBe("receipt_origin_mismatch");
    await reader.close();
  });

  it("refuses a log whose end is missing or follows its head", async () => {
    await fill([0, 1, 2]);
    rmSync(join(directory, "checkpoint-a"));
    tamper("DELETE FROM receipts WHERE run_id LIKE '%2'");
    expect(await codeOf(open())).toBe("ledger_damaged");
  });

  it("refuses a database of a later version, and a file that is no database", async () => {
    await fill([0]);
    tamper("PRAGMA user_version = 99");
    expect(await codeOf(open())).toBe("receipt_store_failed");
    expect(existsSync(database())).toBe(true);
    writeFileSync(database(), "not a database, but long enough to look like one".repeat(100));
    expect(await codeOf(open())).toBe("ledger_damaged");
  });

  it("for reading makes nothing", async () => {
    expect(await codeOf(open({ mode: "read" }))).toBe("receipt_store_failed");
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe("a receipt that was changed, moved or taken away", () => {
  const swap =
    "UPDATE receipts SET body = (SELECT body FROM receipts r WHERE r.run_id LIKE '%0'), leaf = (SELECT leaf FROM receipts r WHERE r.run_id LIKE '%0') WHERE run_id LIKE '%1'";
  it.each([
    [
      "changed",
      "UPDATE receipts SET body = CAST(replace(body, 'complete', 'partial!') AS BLOB) WHERE run_id LIKE '%1'",
      ["ledger_damaged"],
    ],
    ["taken away", "DELETE FROM receipts WHERE run_id LIKE '%1'", ["ledger_damaged"]],
    ["another's copy", swap, ["receipt_duplicate", "receipt_sequence_gap"]],
  ])("is found by the full check: %s", async (_name, sql, code) => {
    await fill([0, 1, 2]);
    tamper(sql);
    const store = await open();
    const findings = await audit(store.ledger("a"), "a").catch((error: { code: string }) => [error.code]);
    expect(findings).toEqual(code);
    await store.close();
  });
});

describe("a store in several threads", () => {
  it("has one writer that serves them all", async () => {
    const store = await open({ writer: "thread" });
    const { data, transferList } = store.share();
    const script = `
      import { parentPort, workerData } from "node:worker_threads";
      import { connectStore } from ${JSON.stringify(chooseStore)};
      import { openRun, receiptOf } from ${JSON.stringify(join(import.meta.dirname, "../ledger/fixtures/runs.ts"))};
      const store = connectStore(workerData);
      const ledger = store.ledger("a");
      const places = await Promise.all(Array.from({ length: 50 }, async (_, number) => {
        await ledger.begin(openRun(100 + number));
        return ledger.append(receiptOf(100 + number));
      }));
      parentPort.postMessage(places.map(({ seq }) => seq));
      await store.close();`;
    const worker = new Worker(script, {
      eval: true,
      execArgv: [],
      workerData: data,
      transferList,
    });
    const theirs = await new Promise<number[]>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    const own = await Promise.all([1, 2, 3].map((number) => store.ledger("a").append(receiptOf(number))));
    expect([...theirs, ...own.map(({ seq }) => seq)].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 53 }, (_, at) => at),
    );
    expect((await store.ledger("a").find(runId(120)))?.runId).toBe(runId(120));
    expect(await audit(store.ledger("a"), "a")).toEqual([]);
    await store.close();
  });

  it("keeps its process alive while something is pending, and no longer", () => {
    const script = `
      import { openTestStore } from ${JSON.stringify(join(import.meta.dirname, "fixtures/open-test-store.ts"))};
      const store = await openTestStore(${JSON.stringify(directory)}, { origin: "o.example", writer: "thread" });
      store.ledger("a").contentOf({ owner: "key:me", readsUnowned: false }).custody.hold("call", { dialect: "d", thinking: [] });
      store.ledger("a").contentOf({ owner: "key:me", readsUnowned: false }).responses.keep({ id: "r", createdAt: new Date(0), runId: "x", engine: "e", isNative: false, input: 1, body: 2 })
        .then(() => console.log("kept"));`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      timeout: 200_000,
    });
    expect([run.stdout, run.status]).toEqual(["kept\n", 0]);
  });
});
