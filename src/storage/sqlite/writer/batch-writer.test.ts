import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseCheckpoint } from "../../../lib/index.ts";
import { prepareReceipt } from "../../../receipts/index.ts";
import { openRun, privateKey, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import { APPEND_WIDTH, type Batch, type RareWrite } from "../batch/batch.ts";
import { prepareDatabase } from "../database/database.ts";
import { openWriter } from "../database/writing-connection.ts";
import { readHeadFiles } from "../head/head-file.ts";
import { formatOpenRun } from "../journal/open-run-line.ts";
import { BatchWriter } from "./batch-writer.ts";

let directory: string;
let database: DatabaseSync;
let writer: BatchWriter;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-writer-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  writer = new BatchWriter(database, { directory, owner: "me", origin: "o.example", key: privateKey });
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
const rareBatch = (...rare: RareWrite[]): Batch => ({ begins: [], appends: [], rare });
const checkpoint: RareWrite = { kind: "checkpoint", tenant: "a" };
const hold = (id: string, reasoning: unknown = "{}"): RareWrite => ({
  kind: "hold",
  tenant: "a",
  owner: "o",
  id,
  cutoff: 0,
  heldAt: 1,
  reasoning: reasoning as string,
});
/** A value that SQLite cannot store. */
const badHold = hold("bad", { not: "text" });
const heldIds = () =>
  database
    .prepare("SELECT tool_call_id AS id FROM custody ORDER BY id")
    .all()
    .map(({ id }) => id);
const checkpointFile = () => join(directory, "checkpoint-a");
const signedSize = () => database.prepare("SELECT checkpoint_size AS n FROM logs").get()?.["n"];
const fileSize = () => parseCheckpoint(readFileSync(checkpointFile())).size;
/** Makes the next command that starts so fail with a code of SQLite. */
function failCommand(start: string, errcode: number) {
  const real = database.exec.bind(database);
  return vi.spyOn(database, "exec").mockImplementation((sql) => {
    if (!sql.startsWith(start)) return real(sql);
    throw Object.assign(new Error(`${start} failed`), { errcode });
  });
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

  it("stores one of two writes if the other cannot be stored", () => {
    const refused = { code: "receipt_store_failed", message: expect.stringMatching(/./) };
    expect(writer.commit([rareBatch(hold("good"), badHold)])).toEqual([
      { seqs: [], digests: [], refusals: [], answers: [true, refused], beginRefusals: [] },
    ]);
    expect(heldIds()).toEqual(["good"]);
    expect(writer.commit([rareBatch(badHold)])).toEqual([
      { seqs: [], digests: [], refusals: [], answers: [], failure: expect.stringMatching(/./) },
    ]);
  });

  it("reads the head anew for each transaction, because others write too", () => {
    const other = new BatchWriter(openWriter(directory), { directory, owner: "you", origin: "o.example" });
    const seqs = [0, 1, 2, 3].map(
      (number) => (number % 2 === 0 ? writer : other).commit([batch([], [number])])[0]?.seqs[0],
    );
    expect(seqs).toEqual([0, 1, 2, 3]);
    other.close();
  });

  it("names the run whose second receipt it refuses", () => {
    writer.commit([batch([], [0])]);
    expect(writer.commit([batch([], [1, 0])])[0]).toMatchObject({
      seqs: [1, -1],
      digests: [expect.stringMatching(/^[0-9a-f]{64}$/), `the receipt of run ${runId(0)} was refused`],
      refusals: ["receipt_duplicate"],
    });
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

describe("one write that fails by itself", () => {
  it("is refused alone, and the others of its batch are written", () => {
    const mixed = { ...batch([0, 1], [0, 2]), rare: [hold("good"), badHold, hold("better")] };
    const [answer] = writer.commit([mixed]);
    expect(answer?.failure).toBeUndefined();
    expect(answer?.seqs).toEqual([0, 1]);
    expect(answer?.beginRefusals).toEqual([undefined, undefined]);
    expect(answer?.answers).toEqual([
      true,
      { code: "receipt_store_failed", message: expect.stringContaining("bound") },
      true,
    ]);
    expect([size(), heldIds(), journalRows()]).toEqual([2, ["better", "good"], 1]);
  });

  it("does not fail the batches of other threads", () => {
    const answers = writer.commit([batch([0], []), rareBatch(badHold), batch([], [1])]);
    expect(answers.map(({ failure }) => failure !== undefined)).toEqual([false, true, false]);
    expect([size(), journalRows()]).toEqual([1, 1]);
    expect(writer.commit([batch([], [2])])[0]?.seqs).toEqual([1]);
  });

  it("is refused alone if it is a receipt or a beginning", () => {
    const good = batch([1], [1]);
    const bad = [null, undefined].map((piece) =>
      batch([], [9]).appends.map((one, at) => (at === 3 ? piece : one)),
    );
    const appends = [...good.appends, ...(bad[1] as string[]), ...batch([], [2]).appends];
    const begins = [...good.begins, "a", null as unknown as string, { no: "line" } as unknown as string];
    const [answer] = writer.commit([{ begins, appends, rare: [badHold] }]);
    expect(answer?.seqs[0]).toBe(0);
    expect(answer?.seqs).toHaveLength(appends.length / APPEND_WIDTH);
    expect(answer?.beginRefusals?.[0]).toBeUndefined();
    expect(answer?.answers).toMatchObject([{ code: "receipt_store_failed" }]);
  });

  it("refuses the receipts of a damaged log, and not those of others", () => {
    writer.commit([batch([], [0])]);
    // A row beyond the head of the log.
    database.exec("INSERT INTO receipts SELECT place + 1, log, 'stray', leaf, body FROM receipts");
    const other = batch([], [1]).appends.map((one, at) => (at === 0 ? "b" : one));
    const answers = writer.commit([batch([], [1]), { begins: [], appends: other, rare: [] }]);
    expect(answers[0]?.failure).toContain("UNIQUE");
    expect(answers[1]?.seqs).toEqual([0]);
  });

  it("leaves open runs as they were", () => {
    writer.commit([batch([0, 1], [])]);
    writer.commit([{ ...batch([2], [0]), rare: [badHold] }]);
    expect(journalRows()).toBe(2);
    writer.commit([batch([], [1])]);
    expect(journalRows()).toBe(1);
    writer.commit([batch([], [2])]);
    expect(journalRows()).toBe(0);
  });

  it("does not hide a fatal error that follows", () => {
    const commands = failCommand("COMMIT", 10);
    const [answer] = writer.commit([{ ...batch([], [0]), rare: [badHold, hold("good")] }]);
    commands.mockRestore();
    expect(answer?.answers).toMatchObject([
      { message: expect.stringContaining("bound") },
      { message: "COMMIT failed" },
    ]);
    expect(answer?.digests).toEqual(["an earlier write failed: COMMIT failed"]);
    expect([answer?.seqs, answer?.refusals]).toEqual([[-1], ["ledger_unavailable"]]);
  });
});

describe("a transaction that fails", () => {
  it("for a lock refuses its batches, and the next one succeeds", () => {
    const commands = failCommand("BEGIN", 5);
    expect(writer.commit([batch([0], []), batch([], [1])]).map(({ failure }) => failure)).toEqual([
      "BEGIN failed",
      "BEGIN failed",
    ]);
    commands.mockRestore();
    expect(writer.commit([batch([0], [1])])[0]?.seqs).toEqual([0]);
  });

  it("cannot be rolled back: nothing is written after that", () => {
    const commands = failCommand("ROLLBACK", 5);
    writer.commit([rareBatch(badHold)]);
    commands.mockRestore();
    expect(writer.commit([batch([], [0])])[0]?.failure).toContain("an earlier write failed");
    database.exec("ROLLBACK");
  });
});

describe("a checkpoint", () => {
  it("covers the receipts of its own batch, which are durable before it", () => {
    const commands = vi.spyOn(database, "exec");
    const [answer] = writer.commit([{ ...batch([], [0, 1]), rare: [checkpoint] }]);
    expect(answer?.answers).toEqual([true]);
    expect(commands.mock.calls.flat()).toEqual(["BEGIN IMMEDIATE", "COMMIT", "BEGIN IMMEDIATE", "COMMIT"]);
    expect([signedSize(), fileSize()]).toEqual([2, 2]);
  });

  it("is not signed if the receipts of its batch are not durable", () => {
    const commands = failCommand("COMMIT", 13);
    expect(writer.commit([{ ...batch([], [0]), rare: [checkpoint] }])[0]?.failure).toBe("COMMIT failed");
    commands.mockRestore();
    expect(existsSync(checkpointFile())).toBe(false);
  });

  it("is signed once for each size", () => {
    writer.commit([{ ...batch([], [0]), rare: [checkpoint, checkpoint] }]);
    writeFileSync(checkpointFile(), "not touched again");
    expect(writer.commit([rareBatch(checkpoint)])[0]?.answers).toEqual([true]);
    expect(readFileSync(checkpointFile(), "utf8")).toBe("not touched again");
    writer.commit([batch([], [1])]);
    writer.commit([rareBatch(checkpoint)]);
    expect(fileSize()).toBe(2);
  });

  it("of an empty log has the size 0", () => {
    expect(writer.commit([rareBatch(checkpoint)])[0]?.answers).toEqual([true]);
    expect(fileSize()).toBe(0);
  });

  it("never goes backwards", () => {
    writer.commit([{ ...batch([], [0, 1]), rare: [checkpoint] }]);
    const before = readFileSync(checkpointFile(), "utf8");
    database.exec(
      "UPDATE logs SET size = 1, frontier = (SELECT leaf FROM receipts WHERE place % 4294967296 = 0)",
    );
    expect(writer.commit([rareBatch(checkpoint)])[0]?.answers).toEqual([
      { code: "receipt_log_truncated", message: "the log of a has 1 receipts, and its checkpoint covers 2" },
    ]);
    expect(readFileSync(checkpointFile(), "utf8")).toBe(before);
    expect(signedSize()).toBe(2);
  });

  it("whose file cannot be written is refused, and the next one is signed", () => {
    mkdirSync(`${checkpointFile()}%tmp`);
    const [answer] = writer.commit([{ ...batch([], [0]), rare: [checkpoint] }]);
    expect(answer?.seqs).toEqual([0]);
    expect(answer?.answers).toMatchObject([{ code: "receipt_store_failed" }]);
    expect(signedSize()).toBe(0);
    expect(writer.commit([batch([], [1])])[0]?.seqs).toEqual([1]);
    rmdirSync(`${checkpointFile()}%tmp`);
    expect(writer.commit([rareBatch(checkpoint)])[0]?.answers).toEqual([true]);
    expect([signedSize(), fileSize()]).toEqual([2, 2]);
  });

  it("whose transaction fails for a lock is refused, and the next one is signed", () => {
    writer.commit([batch([], [0])]);
    const real = database.exec.bind(database);
    let begins = 0;
    const commands = vi.spyOn(database, "exec").mockImplementation((sql) => {
      if (sql.startsWith("BEGIN") && ++begins === 2) throw Object.assign(new Error("locked"), { errcode: 5 });
      return real(sql);
    });
    const [answer] = writer.commit([{ ...batch([], [1]), rare: [checkpoint] }]);
    commands.mockRestore();
    expect([answer?.seqs, answer?.answers]).toEqual([
      [1],
      [{ code: "receipt_store_failed", message: "locked" }],
    ]);
    expect(writer.commit([rareBatch(checkpoint)])[0]?.answers).toEqual([true]);
  });

  it("whose commit fails for good lets nothing follow", () => {
    writer.commit([batch([], [0])]);
    const real = database.exec.bind(database);
    let commits = 0;
    const commands = vi.spyOn(database, "exec").mockImplementation((sql) => {
      if (sql === "COMMIT" && ++commits === 2)
        throw Object.assign(new Error("disk I/O error"), { errcode: 10 });
      return real(sql);
    });
    const [answer] = writer.commit([{ ...batch([], [1]), rare: [checkpoint, checkpoint] }]);
    commands.mockRestore();
    expect(answer?.seqs).toEqual([1]);
    expect(answer?.answers).toMatchObject([
      { message: "disk I/O error" },
      { message: "an earlier write failed: disk I/O error" },
    ]);
    expect(writer.commit([batch([], [2])])[0]?.failure).toContain("disk I/O error");
  });

  it("needs a key, and the name of this store", () => {
    const others = [
      { directory, owner: "you", origin: "o.example" },
      { directory, owner: "you", origin: "other.example", key: privateKey },
    ].map((options) => new BatchWriter(openWriter(directory), options));
    writer.commit([batch([], [0])]);
    expect(others.map((other) => other.commit([rareBatch(checkpoint)])[0]?.answers[0])).toMatchObject([
      { code: "key_not_found" },
      { code: "receipt_origin_mismatch", message: "the log of a belongs to o.example/a" },
    ]);
    for (const other of others) other.close();
    expect(signedSize()).toBe(0);
  });
});

describe("the end of the writer", () => {
  const reopen = () => {
    database = openWriter(directory);
    writer = new BatchWriter(database, { directory, owner: "me", origin: "o.example", key: privateKey });
  };

  it("signs the logs that have grown since their last checkpoint", () => {
    writer.commit([{ ...batch([], [0]), rare: [checkpoint] }]);
    writer.commit([batch([], [1])]);
    writer.close();
    reopen();
    expect([signedSize(), fileSize()]).toEqual([2, 2]);
  });

  it("signs nothing if nothing was added", () => {
    writer.commit([{ ...batch([0], [1]), rare: [checkpoint] }]);
    writeFileSync(checkpointFile(), "not touched again");
    writer.close();
    reopen();
    writer.commit([batch([2], [])]);
    writer.close();
    expect(readFileSync(checkpointFile(), "utf8")).toBe("not touched again");
    reopen();
  });

  it("signs nothing after a fatal error", () => {
    writer.commit([batch([], [0])]);
    const commands = failCommand("COMMIT", 10);
    writer.commit([batch([], [1])]);
    commands.mockRestore();
    writer.close();
    reopen();
    expect([signedSize(), existsSync(checkpointFile())]).toEqual([0, false]);
  });
});

describe("rare writes", () => {
  const response = (id: string, createdAt: number, isPending = 0) => ({
    kind: "keep" as const,
    tenant: "a",
    owner: "o",
    id,
    cutoff: 0,
    response: {
      previousId: null,
      createdAt,
      runId: "r",
      engine: "e",
      isNative: 1,
      isPending,
      input: "1",
      body: "2",
    },
  });
  const responseIds = () =>
    database
      .prepare("SELECT id FROM responses ORDER BY id")
      .all()
      .map(({ id }) => id);
  const answersTo = (...rare: RareWrite[]) => writer.commit([rareBatch(...rare)])[0]?.answers;

  it("delete the oldest expired rows, up to the limit", () => {
    answersTo(response("old", 10), response("older", 5), response("limit", 20), response("new", 21));
    const expire = { kind: "expire", table: "responses", cutoff: 20, limit: 2 } as const;
    expect(answersTo(expire)).toEqual([true]);
    expect(responseIds()).toEqual(["limit", "new"]);
    expect(answersTo(expire)).toEqual([false]);
    expect(responseIds()).toEqual(["new"]);
  });

  it("delete expired reasoning of every tenant", () => {
    answersTo({ ...hold("x"), heldAt: 10 } as RareWrite, { ...hold("y"), heldAt: 11 } as RareWrite);
    answersTo({ ...hold("z"), tenant: "b", heldAt: 9 } as RareWrite);
    expect(answersTo({ kind: "expire", table: "custody", cutoff: 10, limit: 5 })).toEqual([false]);
    expect(heldIds()).toEqual(["y"]);
    expect(responseIds()).toEqual([]);
  });

  it("neither finish nor remove an expired response", () => {
    answersTo(response("r", 10, 1));
    const to = { tenant: "a", owner: "o", readsUnowned: false, id: "r", body: "3" };
    expect(answersTo({ kind: "finish", ...to, cutoff: 10 }, { kind: "remove", ...to, cutoff: 10 })).toEqual([
      false,
      false,
    ]);
    expect(answersTo({ kind: "finish", ...to, cutoff: 9 }, { kind: "remove", ...to, cutoff: 9 })).toEqual([
      true,
      true,
    ]);
  });

  it("finish and remove a response of their owner, and one without an owner only if they may", () => {
    answersTo({ ...response("r", 10, 1), owner: "" }, { ...response("s", 10, 1), owner: "p" });
    const to = { tenant: "a", owner: "o", body: "3", cutoff: 0 };
    for (const kind of ["finish", "remove"] as const) {
      const write = (id: string, readsUnowned: boolean): RareWrite => ({ kind, ...to, id, readsUnowned });
      expect(answersTo(write("r", false), write("s", true), write("r", true))).toEqual([false, false, true]);
    }
    expect(responseIds()).toEqual(["s"]);
  });

  it("replace an expired response, and mark one that is not", () => {
    const repeated = () => database.prepare("SELECT body, is_repeated FROM responses").all();
    const later = { ...response("r", 20), response: { ...response("r", 20).response, body: "later" } };
    answersTo(response("r", 10), { ...later, cutoff: 10 });
    expect(repeated()).toEqual([{ body: "later", is_repeated: 0 }]);
    answersTo({ ...response("r", 30), cutoff: 10 });
    expect(repeated()).toEqual([{ body: "later", is_repeated: 1 }]);
  });

  it("say whether reasoning is the only one of its id", () => {
    expect(answersTo(hold("x", "1"), hold("x", "1"), hold("x", "2"), hold("x", "1"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(answersTo({ ...hold("x", "1"), owner: "p" } as RareWrite)).toEqual([true]);
    expect(answersTo({ ...hold("x", "2"), heldAt: 5, cutoff: 1 } as RareWrite)).toEqual([true]);
  });

  it("record the id of an engine once for each run", () => {
    const record = (runId: string, more: object = {}): RareWrite => ({
      kind: "record",
      tenant: "a",
      owner: "o",
      id: "resp",
      engine: "e",
      runId,
      createdAt: 5,
      ...more,
    });
    const rows = () =>
      database.prepare("SELECT owner, is_repeated FROM engine_responses ORDER BY owner").all();
    answersTo(
      record("1"),
      record("1"),
      record("2", { owner: "p" }),
      record("3", { owner: "q", engine: "f" }),
    );
    expect(rows().map((row) => row["is_repeated"])).toEqual([0, 0, 0]);
    answersTo(record("2"));
    expect(rows().map((row) => row["is_repeated"])).toEqual([1, 0, 0]);
    expect(answersTo({ kind: "expire", table: "engine_responses", cutoff: 5, limit: 5 })).toEqual([false]);
    expect(rows()).toEqual([]);
  });

  it("are made before the receipts of their batch, also one by one", () => {
    const order: string[] = [];
    const prepared = vi.spyOn(database, "exec").mockImplementation((sql) => {
      if (sql === "COMMIT") order.push(`${heldIds().join()} ${size()}`);
      return Object.getPrototypeOf(database).exec.call(database, sql);
    });
    writer.commit([{ ...batch([], [0]), rare: [hold("kept"), badHold] }]);
    prepared.mockRestore();
    expect(order).toEqual(["kept 0", "kept 1"]);
  });

  it("forget journal rows", () => {
    writer.commit([batch([0], []), batch([1], [])]);
    const ids = database
      .prepare("SELECT id FROM journal")
      .all()
      .map(({ id }) => id as number);
    expect(answersTo({ kind: "forget", journal: ids })).toEqual([true]);
    expect(journalRows()).toBe(0);
  });
});

describe("the recorded head of a log", () => {
  const recorded = () => readHeadFiles(directory).map(({ tenant, head }) => `${tenant} ${head.size}`);

  it("follows each commit that adds receipts, and no other", () => {
    writer.commit([batch([0, 1, 2], [])]);
    expect(recorded()).toEqual([]);
    const answers = writer.commit([batch([], [0]), batch([], [1])]);
    expect(recorded()).toEqual(["a 2"]);
    expect(readHeadFiles(directory)[0]?.head.last).toBe(answers[1]?.digests[0]);
    writer.commit([rareBatch(hold("x"))]);
    writer.commit([batch([], [1])]);
    expect(recorded()).toEqual(["a 2"]);
    writer.commit([batch([], [2])]);
    expect(recorded()).toEqual(["a 3"]);
  });

  it("is never ahead of the database: a commit that fails is not recorded, and the commit comes first", () => {
    writer.commit([batch([], [0])]);
    const failing = failCommand("COMMIT", 13);
    writer.commit([batch([], [1])]);
    failing.mockRestore();
    expect(recorded()).toEqual(["a 1"]);
    const heads: string[] = [];
    const real = database.exec.bind(database);
    const commands = vi.spyOn(database, "exec").mockImplementation((sql) => {
      if (sql === "COMMIT") heads.push(...recorded());
      return real(sql);
    });
    writer.commit([batch([], [2])]);
    commands.mockRestore();
    expect([heads, recorded()]).toEqual([["a 1"], ["a 2"]]);
  });

  it("that cannot be written fails no receipt", () => {
    mkdirSync(join(directory, "head-a"));
    expect(writer.commit([batch([], [0])])).toMatchObject([{ seqs: [0] }]);
    rmdirSync(join(directory, "head-a"));
    writer.commit([batch([], [1])]);
    expect(recorded()).toEqual(["a 2"]);
  });
});
