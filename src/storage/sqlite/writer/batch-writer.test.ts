import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prepareReceipt } from "../../../receipts/index.ts";
import { openRun, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import { prepareDatabase } from "../database/database.ts";
import { openWriter } from "../database/writing-connection.ts";
import { formatOpenRun } from "../journal/open-run-line.ts";
import type { Batch } from "./batch.ts";
import { BatchWriter } from "./batch-writer.ts";

let directory: string;
let database: DatabaseSync;
let writer: BatchWriter;

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

function batch(begins: readonly number[], appends: readonly number[]): Batch {
  return {
    begins: begins.flatMap((number) => ["a", runId(number), formatOpenRun("a", openRun(number))]),
    appends: appends.flatMap((number) => {
      const { runId: id, before, between, after } = prepareReceipt(receiptOf(number));
      return ["a", id, before, between, after];
    }),
    rare: [],
  };
}
const journalRows = () => database.prepare("SELECT count(*) AS n FROM journal").get()?.["n"];
const size = () => database.prepare("SELECT size FROM logs").get()?.["size"];

describe("the writer", () => {
  it("answers for several batches after one commit", () => {
    const commands = vi.spyOn(database, "exec");
    const answers = writer.commit([batch([0, 1], []), batch([2], [9]), batch([], [8])]);
    expect(commands.mock.calls.flat()).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
    expect(answers.map(({ seqs }) => seqs)).toEqual([[], [0], [1]]);
  });

  it("keeps one journal row for each batch until all its runs have ended", () => {
    writer.commit([batch([0, 1, 2], [])]);
    writer.commit([batch([3], [0, 1])]);
    expect(journalRows()).toBe(2);
    writer.commit([batch([], [3])]);
    expect(journalRows()).toBe(1);
    writer.commit([batch([], [2])]);
    expect(journalRows()).toBe(0);
    writer.commit([batch([4, 4], [])]);
    writer.commit([batch([4, 5], [4])]);
    expect(journalRows()).toBe(1);
    writer.commit([batch([6], [6, 5])]);
    expect(journalRows()).toBe(0);
  });

  it("F06: acknowledges nothing once a commit has failed", () => {
    writer.commit([batch([0], [0])]);
    const real = database.exec.bind(database);
    const commands = vi.spyOn(database, "exec");
    commands.mockImplementation((sql) => {
      if (sql !== "COMMIT") return real(sql);
      throw Object.assign(new Error("disk I/O error"), { errcode: 1034 });
    });
    expect(writer.commit([batch([1], []), batch([], [1])])).toMatchObject([
      { failure: "disk I/O error", seqs: [] },
      { failure: "disk I/O error", seqs: [] },
    ]);
    commands.mockRestore();
    expect(writer.commit([batch([], [2])])[0]?.failure).toContain("an earlier write failed");
    expect(size()).toBe(1);
  });

  it("F05: goes on once a full disk has room again, with nothing half done", () => {
    writer.commit([batch([0, 1], [])]);
    database.exec(
      `PRAGMA max_page_count = ${(database.prepare("PRAGMA page_count").get() as { page_count: number }).page_count}`,
    );
    const many = Array.from({ length: 50 }, (_, at) => at + 10);
    expect(writer.commit([batch(many, [0, ...many])])[0]?.failure).toContain("full");
    expect([size(), journalRows()]).toEqual([0, 1]);
    database.exec("PRAGMA max_page_count = 100000");
    expect(writer.commit([batch([2], [0, 2])])[0]?.seqs).toEqual([0, 1]);
    expect(journalRows()).toBe(1);
    writer.commit([batch([], [1])]);
    expect(journalRows()).toBe(0);
    // What began in vain begins anew.
    writer.commit([batch([10], [])]);
    expect(journalRows()).toBe(1);
  });

  it("reads the head anew for each transaction, because others write too", () => {
    const other = new BatchWriter(openWriter(directory), { directory, owner: "you", origin: "o.example" });
    const seqs = [0, 1, 2, 3].map(
      (number) => (number % 2 === 0 ? writer : other).commit([batch([], [number])])[0]?.seqs[0],
    );
    expect(seqs).toEqual([0, 1, 2, 3]);
    other.close();
  });

  it("refuses the log of another name", () => {
    writer.commit([batch([], [0])]);
    const other = new BatchWriter(openWriter(directory), {
      directory,
      owner: "you",
      origin: "other.example",
    });
    expect(other.commit([batch([], [1])])[0]).toMatchObject({
      seqs: [-1],
      refusals: ["receipt_origin_mismatch"],
    });
    other.close();
  });
});
