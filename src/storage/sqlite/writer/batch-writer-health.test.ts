import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openRun, runId } from "../../ledger/fixtures/runs.ts";
import type { Batch } from "../batch/batch.ts";
import { prepareDatabase } from "../database/database.ts";
import { openWriter } from "../database/writing-connection.ts";
import { WriterHealth } from "../health/writer-health.ts";
import { formatOpenRun } from "../journal/open-run-line.ts";
import { BatchWriter } from "./batch-writer.ts";

let directory: string;
let database: DatabaseSync;
let writer: BatchWriter;
let health: WriterHealth;

const probe: Batch = { begins: [], appends: [], rare: [{ kind: "probe" }] };
const begin = (number: number): Batch => {
  const run = { ...openRun(number), facts: { model: "m".repeat(20_000) } };
  return { begins: ["a", runId(number), formatOpenRun("a", run)], appends: [], rare: [] };
};
const pageCount = () => database.prepare("PRAGMA page_count").get()?.["page_count"];
const journal = () => database.prepare("SELECT count(*) AS rows FROM journal").get()?.["rows"];
/** Makes each commit fail with a code of SQLite. */
const refuseCommits = (errcode: number) => {
  const real = database.exec.bind(database);
  return vi.spyOn(database, "exec").mockImplementation((sql) => {
    if (sql === "COMMIT") throw Object.assign(new Error("refused"), { errcode });
    real(sql);
  });
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-health-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  health = new WriterHealth();
  writer = new BatchWriter(database, { directory, owner: "me", origin: "o.example", health: health.memory });
});
afterEach(() => {
  writer.close();
  rmSync(directory, { recursive: true });
});

describe("the health of a batch writer", () => {
  it("is bad while the disk is full, and good again after a probe that leaves nothing behind", () => {
    database.exec(`PRAGMA max_page_count = ${pageCount()}`);
    expect(writer.commit([begin(1)])).toMatchObject([{ isUnavailable: true }]);
    expect(health.current).toEqual({ ok: false, reason: "the disk is full" });
    database.exec("PRAGMA max_page_count = 100000");
    expect(writer.commit([probe])).toMatchObject([{ answers: [true] }]);
    expect(health.current).toEqual({ ok: true });
    expect(journal()).toBe(0);
    expect(writer.commit([begin(1)])[0]?.failure).toBeUndefined();
    expect(journal()).toBe(1);
  });

  it("stays bad while a probe fails", () => {
    health.fail("full");
    const commits = refuseCommits(13);
    expect(writer.commit([probe])).toMatchObject([{ isUnavailable: true }]);
    expect(health.current.ok).toBe(false);
    commits.mockRestore();
  });

  it.each([
    [5, "another process keeps the ledger locked"],
    [8, "the ledger is read-only"],
    [4874, "the disk is full"],
  ])("recovers by itself from code %i of SQLite", (code, reason) => {
    const commits = refuseCommits(code);
    expect(writer.commit([begin(1)])).toMatchObject([{ isUnavailable: true }]);
    expect(health.current).toEqual({ ok: false, reason });
    commits.mockRestore();
    expect(writer.commit([begin(1)])[0]?.failure).toBeUndefined();
    expect(health.current).toEqual({ ok: true });
  });

  it.each([10, 1034, 1032])("stays bad after code %i of SQLite, when the files cannot be trusted", (code) => {
    const commits = refuseCommits(code);
    expect(writer.commit([begin(1)])).toMatchObject([{ isUnavailable: true }]);
    commits.mockRestore();
    expect(writer.commit([probe])).toMatchObject([{ isUnavailable: true }]);
    expect(health.current).toMatchObject({ ok: false, reason: expect.stringContaining("restart") });
  });

  it("is bad for good if what failed for the moment cannot be rolled back", () => {
    const real = database.exec.bind(database);
    const commands = vi.spyOn(database, "exec").mockImplementation((sql) => {
      if (sql === "COMMIT" || sql === "ROLLBACK") throw Object.assign(new Error("refused"), { errcode: 13 });
      real(sql);
    });
    expect(writer.commit([begin(1)])).toMatchObject([{ isUnavailable: true }]);
    commands.mockRestore();
    expect(health.current).toMatchObject({ ok: false, reason: expect.stringContaining("restart") });
  });

  it("stays good if a write is refused for its own content", () => {
    const hold = { kind: "hold", tenant: "a", owner: "o", id: "x", cutoff: 0, heldAt: 1 } as const;
    const rare = [{ ...hold, reasoning: {} as string }];
    const [answer] = writer.commit([{ begins: [], appends: [], rare }]);
    expect(answer?.isUnavailable).toBeUndefined();
    expect(health.current).toEqual({ ok: true });
  });
});
