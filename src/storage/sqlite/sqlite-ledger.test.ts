import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseCheckpoint } from "../../lib/index.ts";
import { codeOf, me, openRun, origin, privateKey, receiptOf, runId } from "../ledger/fixtures/runs.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Store } from "../ledger/store.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

let directory: string;
let store: Store;
let ledger: Ledger;

function change(sql: string): void {
  const database = new DatabaseSync(join(directory, "ledger.db"));
  database.exec(sql);
  database.close();
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-ledger-"));
  store = await openTestStore(directory, { origin, key: privateKey });
  ledger = store.ledger("a");
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

describe("a ledger", () => {
  it("has no checkpoint to read before one is signed, and says where it looked", async () => {
    const reader = await openTestStore(directory, { origin, mode: "read" });
    await expect(reader.ledger("a").checkpoint()).rejects.toMatchObject({
      code: "key_not_found",
      message: "the log has no checkpoint, and a reading store cannot sign one",
      where: directory,
    });
    await reader.close();
  });

  it("neither serves nor proves a receipt beyond the end of its log", async () => {
    for (const number of [0, 1, 2]) await ledger.append(receiptOf(number));
    await ledger.checkpoint();
    change(`UPDATE logs SET size = 2, checkpoint = NULL, checkpoint_size = 0`);
    expect(await ledger.size()).toBe(2);
    expect(await ledger.find(runId(2))).toBeUndefined();
    expect(await ledger.read(2)).toBeUndefined();
    expect(await codeOf(ledger.prove(2))).toBe("receipt_not_found");
    expect((await ledger.find(runId(1)))?.seq).toBe(1);
    expect((await ledger.read(1))?.seq).toBe(1);
    const seqs: number[] = [];
    for await (const { seq } of ledger.entries()) seqs.push(seq);
    expect(seqs).toEqual([0, 1]);
  });

  it("has neither receipts nor proofs before its first write", async () => {
    expect([await ledger.size(), await ledger.read(0), await ledger.find(runId(0))]).toEqual([
      0,
      undefined,
      undefined,
    ]);
    expect(await codeOf(ledger.prove(0))).toBe("receipt_not_found");
    for await (const entry of ledger.entries()) expect(entry).toBeUndefined();
  });

  it("reads all of a log that is longer than one page", async () => {
    await Promise.all(Array.from({ length: 600 }, (_, number) => ledger.append(receiptOf(number))));
    const seqs: number[] = [];
    for await (const { seq } of ledger.entries()) seqs.push(seq);
    expect(seqs).toEqual(Array.from({ length: 600 }, (_, at) => at));
  });

  it("asks the writer for a checkpoint only if there is none of its size", async () => {
    await ledger.append(receiptOf(0));
    const first = await ledger.checkpoint();
    const reader = (await openTestStore(directory, { origin, mode: "read" })).ledger("a");
    expect(await reader.checkpoint()).toBe(first);
    await ledger.append(receiptOf(1));
    expect(await reader.checkpoint()).toBe(first);
    const second = await ledger.checkpoint();
    expect([parseCheckpoint(second).size, await reader.checkpoint()]).toEqual([2, second]);
    await ledger.append(receiptOf(2));
    expect(await codeOf(reader.prove(2))).toBe("receipt_not_found");
  });

  it("is refused if the log of the tenant has another origin", async () => {
    await ledger.append(receiptOf(0));
    change("UPDATE logs SET origin = 'other.example/a'");
    const calls = [
      ledger.size(),
      ledger.read(0),
      ledger.find(runId(0)),
      ledger.checkpoint(),
      ledger.prove(0),
      ledger.append(receiptOf(1)),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(Array(6).fill("receipt_origin_mismatch"));
    change(`UPDATE logs SET origin = '${origin}/a'`);
  });

  it("knows an open run of its own tenant only, until it has a receipt", async () => {
    await ledger.begin(openRun(1));
    expect(await ledger.findOpen(runId(1))).toEqual(openRun(1));
    expect(await store.ledger("b").findOpen(runId(1))).toBeUndefined();
    expect(await ledger.findOpen(runId(1).slice(0, -1))).toBeUndefined();
    await store.ledger("b").append(receiptOf(1));
    expect(await ledger.findOpen(runId(1))).toEqual(openRun(1));
    await ledger.begin(openRun(2));
    await ledger.append(receiptOf(1));
    expect(await ledger.findOpen(runId(1))).toBeUndefined();
    expect(await ledger.findOpen(runId(2))).toEqual(openRun(2));
  });

  it("does not take a run for open whose receipt another process has written", async () => {
    await ledger.begin(openRun(1));
    const other = await openTestStore(directory, { origin, key: privateKey });
    await other.ledger("a").append(receiptOf(1));
    await other.close();
    expect(await ledger.findOpen(runId(1))).toBeUndefined();
  });

  it("writes what was asked for first no later than what was asked for after it", async () => {
    const kept = ledger.contentOf(me).responses.keep({
      id: "r",
      createdAt: new Date("2026-03-01T08:00:00Z"),
      runId: runId(0),
      engine: "e",
      isNative: false,
      input: 1,
      body: 2,
    });
    const order: string[] = [];
    await Promise.all([
      kept.then(() => order.push("kept")),
      ledger.append(receiptOf(0)).then(async () => {
        order.push("appended");
        expect(await ledger.contentOf(me).responses.find("r")).toBeDefined();
      }),
    ]);
    expect(order).toHaveLength(2);
  });

  it("rejects in the promise, not by throwing", async () => {
    await store.close();
    const bad = { ...receiptOf(0), usage_raw: { cost: Number.NaN } };
    const calls = [
      () => ledger.append(bad),
      () => ledger.append(receiptOf(0)),
      () => ledger.begin(openRun(0)),
      () => ledger.size(),
      () => ledger.checkpoint(),
      () => ledger.contentOf(me).responses.remove("r"),
      () => ledger.contentOf(me).responses.finish("r", 1),
    ];
    for (const call of calls) expect(await codeOf(call())).not.toBe("accepted");
  });
});

describe("content of more than 1 MiB", () => {
  const long = { text: "x".repeat(1_100_000), more: ["é", 1] };

  it("is read in slices out of threads and conversations, as it was kept", async () => {
    const { threads, conversations } = ledger.contentOf(me);
    await threads.keep("t", undefined, long);
    const createdAt = new Date();
    await conversations.create({ id: "c", createdAt, metadata: {} }, [{ id: "i", item: long }]);
    const parse = vi.spyOn(JSON, "parse");
    const read = [
      await threads.find("t"),
      (await conversations.findItem("i", "c"))?.item,
      ...(await conversations.items("c")).map(({ item }) => item),
      ...(await conversations.items("c", { limit: 1, isNewestFirst: true })).map(({ item }) => item),
    ];
    const lengths = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(read).toEqual([long, long, long, long]);
    expect(Math.max(0, ...lengths)).toBeLessThan(1024 * 1024);
  });
});
