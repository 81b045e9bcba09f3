import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BUSY_TIMEOUT_MS, databasePath, openWriter, sqliteCode } from "./writing-connection.ts";

it("a writing connection flushes each commit, checks references, and overwrites what it deletes", () => {
  const directory = mkdtempSync(join(tmpdir(), "abp-writer-"));
  expect(databasePath(directory)).toBe(join(directory, "ledger.db"));
  const database = openWriter(directory);
  try {
    const names = ["synchronous", "foreign_keys", "wal_autocheckpoint", "secure_delete", "busy_timeout"];
    const values = names.map((name) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    expect(values).toEqual([2, 1, 4000, 1, BUSY_TIMEOUT_MS]);
    expect(BUSY_TIMEOUT_MS).toBe(10_000);
  } finally {
    database.close();
    rmSync(directory, { recursive: true });
  }
});

it.each<[unknown, number | undefined]>([
  [{ errcode: 5 }, 5],
  [{ errcode: 261 }, 5],
  [{ errcode: 0x7ff }, 0xff],
  [{ errcode: "5" }, undefined],
  [new Error("no"), undefined],
  [undefined, undefined],
  [null, undefined],
])("the code of the error %j is %s", (error, code) => {
  expect(sqliteCode(error)).toBe(code);
});
