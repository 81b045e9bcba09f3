import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { hashLeaf } from "../../../lib/index.ts";
import { origin, receiptOf } from "../../ledger/fixtures/runs.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";
import { LedgerReader, type LogRow, type StoredRow } from "../reader/ledger-reader.ts";
import { checkAllPages, checkPagesQuickly, type PageCheckParts } from "./page-check.ts";

const bytes = (seq: number) => Buffer.from(`receipt ${seq}`);

/** A reader of one log whose pages answer `answers`, and whose receipts are changed or missing as told. */
function fakeReader(size: number, more: { answers?: string[]; changed?: number; missing?: number } = {}) {
  const asked: string[] = [];
  const read: number[] = [];
  const reader = {
    directory: "/ledger",
    logs: () => [{ id: 1, tenant: "a", size } as LogRow],
    prepare: (sql: string) => {
      asked.push(sql);
      return { all: () => (more.answers ?? ["ok"]).map((text) => ({ check: text })) } as never;
    },
    storedRows: (_log: number, from: number, count: number): StoredRow[] => {
      read.push(from);
      return Array.from({ length: count }, (_, at) => from + at)
        .filter((seq) => seq !== more.missing)
        .map((seq) => ({ seq, bytes: bytes(seq), leaf: hashLeaf(bytes(seq === more.changed ? -1 : seq)) }));
    },
  };
  return { reader, asked, read };
}

const parts = (more: Partial<PageCheckParts> = {}): PageCheckParts => ({
  sizeOf: () => 1,
  now: () => 0,
  ...more,
});

describe("the quick check of pages", () => {
  it("asks for the structure of all pages, then hashes all receipts, newest first", () => {
    const { reader, asked, read } = fakeReader(600);
    expect(checkPagesQuickly(reader, parts())).toEqual([]);
    expect(asked).toEqual(["PRAGMA quick_check(1)"]);
    expect(read).toEqual([344, 88, 0]);
  });

  it("asks for the small tables only if the database is large", () => {
    const { reader, asked } = fakeReader(1);
    const limit = 512 * 1024 * 1024;
    checkPagesQuickly(reader, parts({ sizeOf: () => limit }));
    expect(asked).toEqual(["PRAGMA quick_check(1)"]);
    asked.length = 0;
    checkPagesQuickly(reader, parts({ sizeOf: () => limit + 1 }));
    expect(asked).toEqual([
      "PRAGMA quick_check('logs')",
      "PRAGMA quick_check('subtrees')",
      "PRAGMA quick_check('journal')",
    ]);
  });

  it("hashes no more receipts after a second", () => {
    const times = [0, 0, 500, 1000];
    const { reader, read } = fakeReader(10_000);
    expect(checkPagesQuickly(reader, parts({ now: () => times.shift() ?? 1000 }))).toEqual([]);
    expect(read).toEqual([9744, 9488]);
  });

  it("reports the structure of pages, and reads no receipt then", () => {
    const { reader, read } = fakeReader(5, { answers: ["row 3 missing from index", "ok"] });
    expect(checkPagesQuickly(reader, parts())).toEqual([
      {
        code: "ledger_damaged",
        where: "/ledger/ledger.db",
        message: "the database is damaged: row 3 missing from index",
      },
    ]);
    expect(read).toEqual([]);
  });

  it("reports the first fault of each log", () => {
    const { reader } = fakeReader(600, { changed: 3 });
    const logs = () => ["a", "b"].map((tenant) => ({ id: 1, tenant, size: 5 }) as LogRow);
    expect(checkPagesQuickly({ ...reader, logs }, parts()).map(({ message }) => message)).toEqual([
      "the database is damaged: receipt 3 of the log of a was changed",
      "the database is damaged: receipt 3 of the log of b was changed",
    ]);
    const { reader: large, asked } = fakeReader(0, { answers: ["wrong"] });
    expect(checkPagesQuickly(large, parts({ sizeOf: () => 2 ** 40 }))).toHaveLength(1);
    expect(asked).toEqual(["PRAGMA quick_check('logs')"]);
  });

  it("reports a receipt that was changed or is missing", () => {
    expect(checkPagesQuickly(fakeReader(600, { changed: 3 }).reader, parts())).toMatchObject([
      { code: "ledger_damaged", message: "the database is damaged: receipt 3 of the log of a was changed" },
    ]);
    expect(checkPagesQuickly(fakeReader(600, { missing: 90 }).reader, parts())).toMatchObject([
      { message: "the database is damaged: a receipt from 88 to 343 of the log of a is missing" },
    ]);
  });
});

describe("the full check of pages", () => {
  it("asks for every page and index, and reports each damaged place in one line", () => {
    const { reader, asked } = fakeReader(0, {
      answers: ["Tree 3 page 5:\nbtreeInitPage\nfails", "ok", "wrong"],
    });
    expect(checkAllPages(reader).map(({ message }) => message)).toEqual([
      "the database is damaged: Tree 3 page 5: btreeInitPage fails",
      "the database is damaged: wrong",
    ]);
    expect(asked).toEqual(["PRAGMA integrity_check(20)"]);
  });

  it("names the directory if an error has no place", () => {
    const reader = {
      directory: "/ledger",
      prepare: (): never => {
        throw new AbpError("ledger_damaged", "it is damaged");
      },
    };
    expect(checkAllPages(reader)).toEqual([
      { code: "ledger_damaged", where: "/ledger", message: "it is damaged" },
    ]);
  });

  it("reports an error of the database, and passes on any other", () => {
    const failing = (error: unknown) => ({
      directory: "/ledger",
      prepare: (): never => {
        throw error;
      },
    });
    const damage = new AbpError("ledger_damaged", "it is damaged", { where: "here" });
    expect(checkAllPages(failing(damage))).toEqual([
      { code: "ledger_damaged", where: "here", message: "it is damaged" },
    ]);
    expect(() => checkAllPages(failing(new RangeError("ours")))).toThrow(RangeError);
  });
});

describe("the checks of a real database", () => {
  let directory: string;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "abp-page-check-"));
    const store = await openTestStore(directory, { origin });
    for (let number = 0; number < 5; number += 1) await store.ledger("a").append(receiptOf(number));
    await store.close();
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function check(): string[][] {
    const reader = new LedgerReader(directory);
    const found = [checkPagesQuickly(reader), checkAllPages(reader)];
    reader.close();
    return found.map((findings) => findings.map(({ message }) => message));
  }

  it("find nothing in a sound one", () => {
    expect(check()).toEqual([[], []]);
  });

  it("find an index that lost a row", () => {
    const database = new DatabaseSync(join(directory, "ledger.db"), { defensive: false });
    database.exec("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'receipts_by_run'");
    database.close();
    expect(check()[1]).not.toEqual([]);
  });
});
