import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { me, openRun, origin, privateKey, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";
import { openReader, prepareDatabase } from "./database.ts";
import { MIGRATIONS, SELECT_EXPIRED_EVENTS } from "./schema.ts";
import { openWriter, sqliteCode } from "./writing-connection.ts";

let directory: string;
const path = () => join(directory, "ledger.db");
const pragma = (database: DatabaseSync, name: string) =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-database-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Makes a database as an older build left it. */
function makeVersion(version: number, fill = ""): void {
  const database = new DatabaseSync(path());
  database.exec("PRAGMA journal_mode = WAL");
  for (const migration of MIGRATIONS.slice(0, version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${version}; ${fill}`);
  database.close();
}

/** Makes the first so many attempts to turn the write-ahead log on fail with a code of SQLite. */
function refuseWriteAheadLog(count: number, errcode: number) {
  const real = DatabaseSync.prototype.exec;
  let refused = 0;
  return vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    if (sql.includes("WAL") && refused++ < count) throw Object.assign(new Error("refused"), { errcode });
    return real.call(this, sql);
  });
}

describe("the database", () => {
  it("is made for its owner alone, with a write-ahead log and large pages", () => {
    prepareDatabase(directory);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    const database = openWriter(directory);
    expect(pragma(database, "journal_mode")).toBe("wal");
    expect(pragma(database, "page_size")).toBe(8192);
    expect(pragma(database, "user_version")).toBe(MIGRATIONS.length);
    database.close();
  });

  it("waits for the disk at every commit, and for other writers", () => {
    prepareDatabase(directory);
    const database = openWriter(directory);
    expect(pragma(database, "synchronous")).toBe(2);
    expect(pragma(database, "foreign_keys")).toBe(1);
    expect(pragma(database, "busy_timeout")).toBe(10_000);
    expect(pragma(database, "wal_autocheckpoint")).toBe(4000);
    database.close();
  });

  it("keeps its content when it is prepared again", () => {
    prepareDatabase(directory);
    const database = openWriter(directory);
    database.exec("INSERT INTO journal (owner, runs) VALUES ('o', 'r')");
    database.close();
    prepareDatabase(directory);
    const reader = openReader(directory);
    expect(reader.prepare("SELECT owner, runs FROM journal").all()).toEqual([{ owner: "o", runs: "r" }]);
    expect(() => reader.exec("DELETE FROM journal")).toThrow("readonly");
    reader.close();
  });

  it("of the first version gets pending responses and the age of reasoning, with its content kept", async () => {
    makeVersion(
      1,
      `INSERT INTO logs (tenant, origin, size, frontier) VALUES ('a', '${origin}/a', 0, x'');
       INSERT INTO custody (log, tool_call_id, reasoning) VALUES (1, 'call', '{"dialect":"d","thinking":[]}');
       INSERT INTO responses (log, id, created_at, run_id, engine, is_native, input, body)
         VALUES (1, 'r1', ${Date.now()}, 'run', 'e', 0, '1', '2');`,
    );
    const store = await openTestStore(directory, { origin, key: privateKey, now: () => new Date() });
    const { responses, custody } = store.ledger("a").contentOf({ ...me, readsUnowned: true });
    expect(await responses.find("r1")).toMatchObject({ id: "r1", body: 2 });
    expect((await responses.find("r1"))?.isPending).toBeUndefined();
    expect(await responses.finish("r1", 3)).toBe(false);
    expect(custody.find("call")).toEqual({ dialect: "d", thinking: [] });
    expect((await store.ledger("a").append(receiptOf(0))).seq).toBe(0);
    await store.close();
  });

  it("of the second version keeps its content without an owner", async () => {
    const at = Date.now();
    makeVersion(
      2,
      `INSERT INTO logs (tenant, origin, size, frontier) VALUES ('a', '${origin}/a', 0, x''), ('b', '${origin}/b', 0, x'');
       INSERT INTO custody (log, tool_call_id, reasoning, held_at)
         VALUES (1, 'call', '{"dialect":"d","thinking":[]}', ${at}), (2, 'call', '{"dialect":"b","thinking":[]}', ${at});
       INSERT INTO responses (log, id, previous_id, created_at, run_id, engine, is_native, is_pending, input, body) VALUES
         (1, 'r1', NULL, ${at}, 'run', 'e', 0, 0, '1', '"canary"'), (1, 'r2', 'r1', ${at}, 'run', 'e', 0, 1, '3', '4'),
         (2, 'r1', NULL, ${at}, 'run', 'e', 0, 0, '5', '6');`,
    );
    const store = await openTestStore(directory, { origin, key: privateKey, now: () => new Date() });
    const mine = store.ledger("a").contentOf(me);
    expect([await mine.responses.find("r1"), mine.custody.find("call")]).toEqual([undefined, undefined]);
    expect([await mine.responses.remove("r1"), await mine.responses.finish("r2", 5)]).toEqual([false, false]);
    const only = store.ledger("a").contentOf({ ...me, readsUnowned: true });
    expect((await only.responses.chain("r2")).map(({ body }) => body)).toEqual(["canary", 4]);
    expect(await only.responses.find("r2")).toEqual({
      id: "r2",
      previousId: "r1",
      createdAt: new Date(at),
      runId: "run",
      engine: "e",
      isNative: false,
      isPending: true,
      input: 3,
      body: 4,
    });
    expect(only.custody.find("call")).toEqual({ dialect: "d", thinking: [] });
    expect(await only.responses.finish("r2", 5)).toBe(true);
    expect([await only.responses.remove("r1"), await only.responses.find("r1")]).toEqual([true, undefined]);
    const other = store.ledger("b").contentOf({ ...me, readsUnowned: true });
    expect((await other.responses.find("r1"))?.body).toBe(6);
    await store.close();
  });

  it("of the second version gives an owner its own response and reasoning before those without an owner", async () => {
    const at = Date.now();
    makeVersion(
      2,
      `INSERT INTO logs (tenant, origin, size, frontier) VALUES ('a', '${origin}/a', 0, x'');
       INSERT INTO custody (log, tool_call_id, reasoning, held_at) VALUES (1, 'call', '{"dialect":"old","thinking":[]}', ${at});
       INSERT INTO responses (log, id, previous_id, created_at, run_id, engine, is_native, is_pending, input, body) VALUES
         (1, 'r1', NULL, ${at}, 'run', 'e', 0, 0, '1', '"old"');`,
    );
    const open = () => openTestStore(directory, { origin, key: privateKey, now: () => new Date(at) });
    const first = await open();
    const { responses, custody } = first.ledger("a").contentOf({ ...me, readsUnowned: true });
    expect((await responses.find("r1"))?.body).toBe("old");
    const own = { id: "r1", createdAt: new Date(at), runId: "own", engine: "e", isNative: false, input: 1 };
    await responses.keep({ ...own, body: "own" });
    custody.hold("call", { dialect: "own", thinking: [] });
    await first.close();
    const second = await open();
    const read = second.ledger("a").contentOf({ ...me, readsUnowned: true });
    expect((await read.responses.find("r1"))?.body).toBe("own");
    expect(read.custody.find("call")).toEqual({ dialect: "own", thinking: [] });
    await second.close();
  });

  it("of the third version gets a table of events, with its content kept", async () => {
    makeVersion(
      3,
      `INSERT INTO logs (tenant, origin, size, frontier) VALUES ('a', '${origin}/a', 0, x'');
       INSERT INTO responses (log, owner, id, created_at, run_id, engine, is_native, input, body)
         VALUES (1, '${me.owner}', 'r1', ${Date.now()}, 'run', 'e', 0, '1', '2');`,
    );
    const events = async (ledger: Ledger) => {
      const lines: string[] = [];
      for await (const { line } of ledger.readEvents(runId(1), 0)) lines.push(line);
      return lines;
    };
    const reading = await openTestStore(directory, { origin, mode: "read" });
    expect(await events(reading.ledger("a"))).toEqual([]);
    await reading.close();
    const store = await openTestStore(directory, { origin, key: privateKey, now: () => new Date() });
    const ledger = store.ledger("a");
    expect((await ledger.contentOf(me).responses.find("r1"))?.body).toBe(2);
    await ledger.begin(openRun(1));
    await ledger.appendEvents(runId(1), 0, ["{}"]);
    expect(await events(ledger)).toEqual(["{}"]);
    await store.close();
    const reader = openReader(directory);
    expect(pragma(reader, "user_version")).toBe(MIGRATIONS.length);
    reader.close();
  });

  it("finds expired rows by an index", () => {
    prepareDatabase(directory);
    const database = openWriter(directory);
    const planOf = (sql: string) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => detail)
        .join();
    expect(planOf("SELECT 1 FROM responses WHERE created_at <= 5")).toContain("responses_by_age");
    expect(planOf("SELECT 1 FROM custody WHERE held_at <= 5")).toContain("custody_by_age");
    expect(planOf("SELECT 1 FROM engine_responses WHERE created_at <= 5")).toContain(
      "engine_responses_by_age",
    );
    expect(planOf(SELECT_EXPIRED_EVENTS)).toMatch(/events_by_age.*receipts_by_run/);
    database.close();
  });

  it("waits while another process creates it too", () => {
    const modes = refuseWriteAheadLog(2, 5);
    prepareDatabase(directory);
    modes.mockRestore();
    const reader = openReader(directory);
    expect(pragma(reader, "journal_mode")).toBe("wal");
    reader.close();
  });

  it.each([
    [3000, 4],
    [5000, 2],
    [10_000, 1],
  ])("that stays locked is refused after ten seconds, if an attempt takes %i ms", (attemptMs, count) => {
    let time = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += attemptMs));
    const wait = vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
    const modes = refuseWriteAheadLog(Number.POSITIVE_INFINITY, 5);
    expect(() => prepareDatabase(directory)).toThrow(
      expect.objectContaining({ code: "receipt_store_failed", where: directory }),
    );
    const attempts = modes.mock.calls.filter(([sql]) => sql.includes("WAL")).length;
    modes.mockRestore();
    clock.mockRestore();
    const pauses = wait.mock.calls.map(([, , , ms]) => ms);
    wait.mockRestore();
    expect(attempts).toBe(count);
    expect(pauses).toEqual(Array.from({ length: count - 1 }, () => 20));
  });

  it("is refused at once if the write-ahead log fails for another reason", () => {
    const modes = refuseWriteAheadLog(1, 10);
    expect(() => prepareDatabase(directory)).toThrow(
      expect.objectContaining({ code: "receipt_store_failed" }),
    );
    modes.mockRestore();
  });

  it("of a later version is refused and left as it is", () => {
    makeVersion(MIGRATIONS.length);
    const database = new DatabaseSync(path());
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    database.close();
    expect(() => prepareDatabase(directory)).toThrow(
      expect.objectContaining({
        code: "receipt_store_failed",
        message: expect.stringContaining(`version ${MIGRATIONS.length + 1}`),
      }),
    );
    const left = new DatabaseSync(path());
    expect(pragma(left, "user_version")).toBe(MIGRATIONS.length + 1);
    left.close();
  });

  it("that a migration fails on stays at its version", () => {
    makeVersion(1, "ALTER TABLE responses ADD COLUMN is_pending INTEGER");
    expect(() => prepareDatabase(directory)).toThrow(
      expect.objectContaining({ code: "receipt_store_failed" }),
    );
    const reader = openReader(directory);
    expect(pragma(reader, "user_version")).toBe(1);
    reader.close();
  });

  it("that does not exist is neither made nor opened for reading", () => {
    expect(() => openReader(directory)).toThrow(
      expect.objectContaining({ code: "receipt_store_failed", where: directory }),
    );
    expect(existsSync(path())).toBe(false);
  });

  it("that is empty was lost if checkpoints lie beside it, and is a missing one otherwise", () => {
    new DatabaseSync(path()).close();
    writeFileSync(path(), "");
    expect(() => openReader(directory)).toThrow(
      expect.objectContaining({
        code: "receipt_store_failed",
        message: "there is no ledger in this directory",
        where: directory,
        advice: expect.stringContaining("`receipts_dir`"),
      }),
    );
    writeFileSync(join(directory, "checkpoint-a"), "a checkpoint");
    expect(() => openReader(directory)).toThrow(
      expect.objectContaining({
        code: "ledger_damaged",
        message: "the database is empty, and checkpoints of its receipts lie beside it",
        where: path(),
      }),
    );
  });

  it("of a later version is not read, and the error says what to do", () => {
    makeVersion(MIGRATIONS.length, `PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    for (const open of [openReader, prepareDatabase]) {
      expect(() => open(directory)).toThrow(
        expect.objectContaining({
          code: "receipt_store_failed",
          message: `the ledger has version ${MIGRATIONS.length + 1}, and this build supports versions up to ${MIGRATIONS.length}`,
          where: path(),
          advice: "Use the build that wrote it or a later one, or set `receipts_dir` to another directory.",
        }),
      );
    }
  });

  it("that cannot be read or made is an error of the table", () => {
    mkdirSync(path());
    expect(() => openReader(directory)).toThrow(expect.objectContaining({ code: "receipt_store_failed" }));
    expect(() => prepareDatabase(directory)).toThrow(expect.objectContaining({ code: "directory_unusable" }));
  });

  it("lets others write after it was prepared, or after it was refused", () => {
    prepareDatabase(directory);
    const database = new DatabaseSync(path());
    database.exec("BEGIN EXCLUSIVE; COMMIT");
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    expect(() => prepareDatabase(directory)).toThrow();
    database.exec("PRAGMA journal_mode = DELETE");
    expect(pragma(database, "journal_mode")).toBe("delete");
    database.close();
  });

  it("that is another file is refused", () => {
    writeFileSync(path(), "not a database, but long enough to look like one".repeat(100));
    expect(() => prepareDatabase(directory)).toThrow(
      expect.objectContaining({ code: "ledger_damaged", where: path() }),
    );
  });
});

describe("the code of a SQLite error", () => {
  it("is its primary code", () => {
    expect(sqliteCode(Object.assign(new Error("x"), { errcode: 1034 }))).toBe(10);
    expect(sqliteCode({ errcode: 5 })).toBe(5);
  });

  it("is undefined for any other error", () => {
    expect([
      sqliteCode(new Error("x")),
      sqliteCode(null),
      sqliteCode("x"),
      sqliteCode({ errcode: "5" }),
    ]).toEqual(Array(4).fill(undefined));
  });
});
