import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { me, openRun, origin, privateKey, receiptOf, runId } from "../ledger/fixtures/runs.ts";
import type { KeptResponse, Store } from "../ledger/index.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

const DAY = 24 * 60 * 60 * 1000;
const CANARY = "canary-5e1f";
let directory: string;
let store: Store;
let time: number;

const open = () =>
  openTestStore(directory, {
    origin,
    key: privateKey,
    now: () => new Date(time),
    writer: "thread",
    retention: { responses_days: 30, reasoning_days: 30, events_days: 30, resources_days: 365 },
  });
const response = (number: number, filler: number): KeptResponse => ({
  id: `r${number}`,
  createdAt: new Date(time),
  runId: "run",
  engine: "e",
  isNative: false,
  input: `${CANARY} ${"i".repeat(filler)}`,
  body: { text: `${CANARY} ${number} ${"b".repeat(filler)}` },
});

const SEARCH = `
  const { existsSync, readFileSync } = require("node:fs");
  const [canary, ...files] = process.argv.slice(1);
  console.log(files.filter((file) => existsSync(file) && readFileSync(file).includes(canary)).join());`;

/**
 * The files of the database that contain the canary. Another process reads them, because a process that closes a file loses
 * the locks that SQLite holds on it.
 */
function filesWithCanary(): string[] {
  const files = ["ledger.db", "ledger.db-wal"];
  const run = spawnSync(process.execPath, ["-e", SEARCH, CANARY, ...files], {
    cwd: directory,
    encoding: "utf8",
  });
  return run.stdout
    .trim()
    .split(",")
    .filter((file) => file !== "");
}

/** The files that still contain the canary after at most fifty seconds. */
async function filesAfterErasure(): Promise<string[]> {
  const deadline = Date.now() + 50_000;
  let files = filesWithCanary();
  while (files.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    files = filesWithCanary();
  }
  return files;
}

/** A run with events of every size, and its receipt. */
async function endWithEvents(number: number): Promise<void> {
  const ledger = store.ledger("a");
  await ledger.begin(openRun(number));
  await ledger.appendEvents(runId(number), 0, [`"${CANARY}"`, `"${CANARY} ${"e".repeat(number * 500)}"`]);
  await ledger.append(receiptOf(number));
}

/** Rows of every size, so that some are moved between pages and some have pages of their own. */
async function fill(): Promise<void> {
  const { responses, custody } = store.ledger("a").contentOf(me);
  for (let number = 0; number < 60; number += 1) {
    await responses.keep(response(number, (number % 6) ** 4 * 40));
    custody.hold(`call${number}`, { dialect: CANARY, thinking: [] });
    if (number % 7 === 0) await endWithEvents(number);
  }
  expect(filesWithCanary()).toContain("ledger.db-wal");
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-erasure-"));
  time = Date.UTC(2026, 0, 1);
  store = await open();
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

describe("content that is deleted", () => {
  it("is in no file of the store any more within seconds, while the store stays open", async () => {
    const { responses } = store.ledger("a").contentOf(me);
    for (let number = 0; number < 60; number += 1)
      await responses.keep(response(number, (number % 6) ** 4 * 40));
    expect(filesWithCanary()).not.toEqual([]);
    for (let number = 0; number < 60; number += 1) expect(await responses.remove(`r${number}`)).toBe(true);
    expect(await filesAfterErasure()).toEqual([]);
  });

  it("is erased by its expiry too, in every table", async () => {
    await fill();
    await store.close();
    expect(filesWithCanary()).not.toEqual([]);
    time += 31 * DAY;
    store = await open();
    expect(await filesAfterErasure()).toEqual([]);
    expect(await store.ledger("a").size()).toBe(9);
  });

  it("of a run that is still open is kept at any age, and expires after its receipt", async () => {
    const ledger = store.ledger("a");
    await ledger.begin(openRun(1));
    await ledger.appendEvents(runId(1), 0, [`"${CANARY}"`]);
    time += 300 * DAY;
    const other = await open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await other.close();
    await ledger.appendEvents(runId(1), 1, [`"${CANARY}"`]);
    const seen: number[] = [];
    for await (const { seq } of ledger.readEvents(runId(1), 0)) seen.push(seq);
    expect(seen).toEqual([0, 1]);
    await ledger.append(receiptOf(1));
    for await (const { seq } of ledger.readEvents(runId(1), 0)) expect(seq).toBe(1);
    time += 31 * DAY;
    for await (const { seq } of ledger.readEvents(runId(1), 0)) expect(seq).toBeUndefined();
    await store.close();
    store = await open();
    expect(await filesAfterErasure()).toEqual([]);
  });

  it("is erased when the store is closed", async () => {
    const { responses } = store.ledger("a").contentOf(me);
    await responses.keep(response(1, 20_000));
    await responses.remove("r1");
    await store.close();
    expect(filesWithCanary()).toEqual([]);
  });
});
