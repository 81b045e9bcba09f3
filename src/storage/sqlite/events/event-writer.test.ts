import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareDatabase } from "../database/database.ts";
import { prepareWrites } from "../database/statements.ts";
import { openWriter } from "../database/writing-connection.ts";
import { writeEvents } from "./event-writer.ts";

let directory: string;
let database: DatabaseSync;
const log = { id: 3, open: new Map([["run", 1]]) };
const write = (firstSeq: number, count: number, runId = "run") => {
  const row = { tenant: "a", runId, firstSeq, count, createdAt: 5, lines: "l" };
  return writeEvents(prepareWrites(database), log, row);
};
const rows = () => database.prepare("SELECT * FROM events ORDER BY first_seq").all();

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-events-"));
  prepareDatabase(directory);
  database = openWriter(directory);
});
afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true });
});

describe("the writer of events", () => {
  it("adds rows that follow each other", () => {
    expect([write(0, 4), write(4, 2)]).toEqual([true, true]);
    expect(rows()).toEqual([
      { log: 3, run_id: "run", first_seq: 0, count: 4, created_at: 5, lines: "l" },
      { log: 3, run_id: "run", first_seq: 4, count: 2, created_at: 5, lines: "l" },
    ]);
  });

  it("refuses a row that does not follow, and says which event is next", () => {
    write(0, 4);
    for (const first of [0, 3, 5]) {
      expect(write(first, 1)).toEqual({
        code: "receipt_store_failed",
        message: `event 4 of run run is the next one, not event ${first}`,
      });
    }
    expect(rows()).toHaveLength(1);
  });

  it("refuses a run that is not open", () => {
    expect(write(0, 1, "other")).toMatchObject({ message: expect.stringContaining("has not begun") });
    expect(rows()).toEqual([]);
  });
});
