import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prepareReceipt } from "../../../receipts/index.ts";
import { openRun, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import type { Batch, RareWrite } from "../batch/batch.ts";
import { prepareDatabase } from "../database/database.ts";
import { openWriter } from "../database/writing-connection.ts";
import { formatOpenRun } from "../journal/open-run-line.ts";
import { BatchWriter } from "./batch-writer.ts";

let directory: string;
let database: DatabaseSync;
let writer: BatchWriter;

const none: Batch = { begins: [], appends: [], rare: [] };
const begins = ["a", runId(1), formatOpenRun("a", openRun(1))];
const { before, between, after } = prepareReceipt(receiptOf(1));
const appends = ["a", runId(1), before, between, after];
const events = (firstSeq: number, lines: unknown = "1"): RareWrite => ({
  kind: "events",
  tenant: "a",
  runId: runId(1),
  firstSeq,
  count: 1,
  createdAt: 5,
  lines: lines as string,
});
const seqs = () =>
  database
    .prepare("SELECT first_seq AS seq FROM events ORDER BY first_seq")
    .all()
    .map(({ seq }) => seq);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-writer-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  writer = new BatchWriter(database, { directory, owner: "me", origin: "o.example" });
});
afterEach(() => {
  writer.close();
  rmSync(directory, { recursive: true });
});

describe("the writer of batches with events", () => {
  it("writes a whole run in one transaction: its beginning, its events, then its receipt", () => {
    const commands = vi.spyOn(database, "exec");
    const [answer] = writer.commit([{ begins, appends, rare: [events(0), events(1)] }]);
    expect(answer).toMatchObject({ seqs: [0], answers: [true, true] });
    expect(commands.mock.calls.flat()).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
    expect(seqs()).toEqual([0, 1]);
  });

  it("refuses events out of order and writes the rest of the batch", () => {
    const [answer] = writer.commit([{ ...none, begins, rare: [events(0), events(2), events(1)] }]);
    expect(answer?.answers).toMatchObject([true, { code: "receipt_store_failed" }, true]);
    expect(seqs()).toEqual([0, 1]);
  });

  it("refuses events of a later batch in the transaction of the receipt", () => {
    writer.commit([{ ...none, begins }]);
    const answers = writer.commit([
      { ...none, rare: [events(0)] },
      { ...none, appends },
      { ...none, rare: [events(1)] },
    ]);
    expect(answers[2]?.answers).toMatchObject([{ code: "receipt_store_failed" }]);
    expect(seqs()).toEqual([0]);
  });

  it("takes events again that a failed transaction has lost", () => {
    writer.commit([{ ...none, begins }]);
    const real = database.exec.bind(database);
    const commands = vi.spyOn(database, "exec").mockImplementation((sql) => {
      if (sql === "COMMIT") throw Object.assign(new Error("full"), { errcode: 13 });
      real(sql);
    });
    expect(writer.commit([{ ...none, rare: [events(0)] }])).toMatchObject([{ isUnavailable: true }]);
    commands.mockRestore();
    expect(seqs()).toEqual([]);
    expect(writer.commit([{ ...none, rare: [events(0)] }])).toMatchObject([{ answers: [true] }]);
    expect(seqs()).toEqual([0]);
  });

  it("refuses alone a row that cannot be stored, and then those that follow it", () => {
    const rare = [events(0), events(1, { not: "text" }), events(2)];
    const [answer] = writer.commit([{ ...none, begins, rare }]);
    expect(answer?.answers).toMatchObject([
      true,
      { code: "receipt_store_failed" },
      { code: "receipt_store_failed" },
    ]);
    expect(seqs()).toEqual([0]);
  });

  it("refuses events for the log of another origin", () => {
    writer.commit([{ ...none, appends }]);
    writer.close();
    database = openWriter(directory);
    writer = new BatchWriter(database, { directory, owner: "me", origin: "other.example" });
    const [answer] = writer.commit([{ ...none, begins, rare: [events(0)] }]);
    expect(answer?.answers).toMatchObject([{ code: "receipt_origin_mismatch" }]);
  });
});
