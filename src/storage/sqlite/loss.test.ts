import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../lib/index.ts";
import { audit, codeOf, origin, privateKey, receiptOf } from "../ledger/fixtures/runs.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

const LOAD = join(import.meta.dirname, "fixtures/load.ts");
const now = () => new Date("2026-03-01T09:00:00Z");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-loss-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const path = (name: string) => join(directory, name);
const open = () => openTestStore(directory, { origin, key: privateKey });
const locks = () => readdirSync(path("owners")).filter((name) => name.endsWith(".lock"));
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Lets another process begin and end runs, and kills it after it has acknowledged some. */
async function killWriter(acknowledged: number): Promise<void> {
  const child = spawn(process.execPath, [LOAD, directory, "0", "100000", "16"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let lines = 0;
  while (lines < acknowledged) {
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    lines += chunk.toString().split("\n").length - 1;
  }
  child.kill("SIGKILL");
  await once(child, "close");
}

describe("a store whose writer was killed", () => {
  it("opens without an alarm, and recovery records and signs what was left", async () => {
    await killWriter(200);
    expect(locks()).toHaveLength(1);
    const store = await open();
    expect(await store.recover(now)).toBeGreaterThan(0);
    const size = await store.ledger("a").size();
    expect(parseCheckpoint(readFileSync(path("checkpoint-a"))).size).toBe(size);
    expect(locks()).toHaveLength(1);
    expect(await audit(store.ledger("a"), "a")).toEqual([]);
    await store.close();
    expect(readdirSync(path("owners"))).toEqual([]);
  });

  it("is refused if the write-ahead log was deleted, until its owner moves the recorded end away", async () => {
    await killWriter(200);
    rmSync(path("ledger.db-wal"));
    rmSync(path("ledger.db-shm"), { force: true });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await errorOf(open())).toMatchObject({
        code: "receipt_log_truncated",
        message: expect.stringMatching(
          /^the log of a had \d+ receipts, .* and contains 0: the last \d+ are lost$/,
        ),
        where: directory,
        advice: expect.stringContaining(path("head-a")),
      });
    }
    renameSync(path("head-a"), path("kept"));
    const store = await open();
    expect((await store.ledger("a").append(receiptOf(1))).seq).toBe(0);
    await store.close();
  });

  it("is refused if a page was damaged", async () => {
    await killWriter(400);
    // Recovery removes the lock of the killed process, and closing merges the write-ahead log into the database.
    const store = await open();
    await store.recover(now);
    await store.close();
    const bytes = readFileSync(path("ledger.db"));
    const at = bytes.indexOf('"outcome":"complete"', bytes.length >> 1);
    expect(at).toBeGreaterThan(0);
    bytes[at + 12] = 0x64;
    writeFileSync(path("ledger.db"), bytes);
    await (await open()).close();
    writeFileSync(path(`owners/${"0".repeat(24)}.lock`), "");
    expect(await codeOf(open())).toBe("ledger_damaged");
  });

  it("is refused if a whole page was overwritten", async () => {
    await killWriter(400);
    await (await open()).close();
    const bytes = readFileSync(path("ledger.db"));
    const page = Math.floor(bytes.length / 8192 / 2);
    bytes.fill(0xa5, page * 8192, (page + 1) * 8192);
    writeFileSync(path("ledger.db"), bytes);
    writeFileSync(path(`owners/${"0".repeat(24)}.lock`), "");
    expect(await codeOf(open())).toBe("ledger_damaged");
  });
});

describe("a database that was replaced by an older copy", () => {
  it("is refused, also if the lost receipts were never signed", async () => {
    const store = await openTestStore(directory, { origin });
    await store.ledger("a").append(receiptOf(0));
    await store.close();
    copyFileSync(path("ledger.db"), path("old"));
    const again = await openTestStore(directory, { origin });
    await again.ledger("a").append(receiptOf(1));
    await again.close();
    expect(existsSync(path("checkpoint-a"))).toBe(false);
    copyFileSync(path("old"), path("ledger.db"));
    expect(await codeOf(openTestStore(directory, { origin }))).toBe("receipt_log_truncated");
  });
});

describe("a power cut", () => {
  it("that loses, tears or ages the recorded end raises no alarm", async () => {
    const store = await open();
    for (const number of [0, 1, 2]) {
      await store.ledger("a").append(receiptOf(number));
      copyFileSync(path("head-a"), path(`head.${number}`));
    }
    await store.close();
    const newest = readFileSync(path("head-a"));
    for (const content of [
      readFileSync(path("head.0")),
      newest.subarray(0, 70),
      Buffer.alloc(0),
      Buffer.alloc(103),
    ]) {
      writeFileSync(path("head-a"), content);
      expect(await codeOf(open().then((one) => one.close()))).toBe("accepted");
    }
    rmSync(path("head-a"));
    expect(await codeOf(open().then((one) => one.close()))).toBe("accepted");
  });
});
