import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareDatabase } from "../database/database.ts";
import { openWriter } from "../database/writing-connection.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { readStoredTrace } from "./stored-trace.ts";

let directory: string;
let database: DatabaseSync;
let reader: LedgerReader;
const none = { maxEvents: 100, maxBytes: 10_000 };
const add = (firstSeq: number, ...lines: string[]) =>
  database
    .prepare("INSERT INTO events VALUES (1, 'run', ?, ?, 5, ?)")
    .run(firstSeq, lines.length, lines.join("\n"));
const digest = (...lines: string[]) =>
  createHash("sha256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .digest("hex");

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-trace-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  reader = new LedgerReader(directory);
});
afterEach(() => {
  reader.close();
  database.close();
  rmSync(directory, { recursive: true });
});

describe("the stored trace of a run", () => {
  it("counts and hashes every event over all rows", () => {
    add(0, "1", "2");
    add(2, '"ü"');
    database.exec("INSERT INTO events VALUES (1, 'other', 0, 1, 5, '9'), (2, 'run', 0, 1, 5, '9')");
    expect(readStoredTrace(reader, 1, "run", none)).toEqual({
      kept: [1, 2, "ü"],
      record: { events: 3, kept: 3, sha256: digest("1", "2", '"ü"') },
    });
  });

  it("is undefined if the run has no events", () => {
    expect(readStoredTrace(reader, 1, "run")).toBeUndefined();
  });

  it("keeps the first events up to their number", () => {
    add(0, "1", "2", "3");
    expect(readStoredTrace(reader, 1, "run", { ...none, maxEvents: 2 })).toEqual({
      kept: [1, 2],
      record: { events: 3, kept: 2, sha256: digest("1", "2", "3") },
    });
  });

  it("keeps the first events up to their bytes, and none after one that does not fit", () => {
    add(0, '"ü"', '"xxx"', "3");
    const keptOf = (maxBytes: number) => readStoredTrace(reader, 1, "run", { ...none, maxBytes })?.kept;
    expect([keptOf(9), keptOf(8), keptOf(4), keptOf(3)]).toEqual([["ü", "xxx"], ["ü"], ["ü"], []]);
    expect(keptOf(10)).toHaveLength(3);
  });

  it("ends at an event that is missing, and reports one that was changed", () => {
    add(0, "1");
    add(2, "3");
    expect(readStoredTrace(reader, 1, "run")?.record.events).toBe(1);
    database.exec("UPDATE events SET lines = '{' WHERE first_seq = 0");
    expect(() => readStoredTrace(reader, 1, "run")).toThrow("event 0 of run run is missing or was changed");
    database.exec("UPDATE events SET lines = '1\n2' WHERE first_seq = 0");
    expect(() => readStoredTrace(reader, 1, "run")).toThrow("event 0 of run run is missing or was changed");
  });
});
