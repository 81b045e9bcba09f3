import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MerkleTree } from "../../../lib/index.ts";
import { prepareReceipt } from "../../../receipts/index.ts";
import { receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import { prepareDatabase } from "../database/database.ts";
import { PLACES } from "../database/schema.ts";
import { prepareWrites, type WriteStatements } from "../database/statements.ts";
import { openWriter } from "../database/writing-connection.ts";
import { LogWriter } from "./log-writer.ts";
import { OpenRuns } from "./open-runs.ts";

let directory: string;
let database: DatabaseSync;
let sql: WriteStatements;
let runs: OpenRuns;
let logs: LogWriter;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-log-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  sql = prepareWrites(database);
  runs = new OpenRuns();
  logs = new LogWriter(sql, runs, "o");
});
afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true });
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const rows = (query: string) => database.prepare(query).all().map(Object.values);
const heads = () => rows("SELECT tenant, origin, size, last FROM logs ORDER BY id");
/** Appends receipts to the log of a tenant, with something else before each of them. */
function append(tenant: string, ...numbers: number[]) {
  return numbers.map((number) => {
    const { runId: id, before, between, after } = prepareReceipt(receiptOf(number));
    return logs.append(logs.currentLog(tenant), ["other", tenant, id, before, between, after], 1);
  });
}
function bodies(tenant: string): Buffer[] {
  const query = "SELECT body FROM receipts JOIN logs ON logs.id = log WHERE tenant = ? ORDER BY place";
  return database
    .prepare(query)
    .all(tenant)
    .map(({ body }) => Buffer.from(body as Uint8Array));
}

describe("the writer of the logs", () => {
  it("appends to each log at its end, and keeps the head until the transaction ends", () => {
    logs.startTransaction();
    expect([append("a", 0, 1), append("b", 0), append("a", 2)]).toEqual([
      [undefined, undefined],
      [undefined],
      [undefined],
    ]);
    expect(heads()).toEqual([
      ["a", "o/a", 0, null],
      ["b", "o/b", 0, null],
    ]);
    expect(logs.changedLogs()).toEqual([logs.currentLog("a"), logs.currentLog("b")]);
    logs.saveHeads();
    const [a, b] = [bodies("a"), bodies("b")];
    expect(heads()).toEqual([
      ["a", "o/a", 3, sha256(a.at(-1)!)],
      ["b", "o/b", 1, sha256(b.at(-1)!)],
    ]);
    expect(rows("SELECT place, log, run_id FROM receipts ORDER BY place")).toEqual([
      [PLACES, 1, runId(0)],
      [PLACES + 1, 1, runId(1)],
      [PLACES + 2, 1, runId(2)],
      [2 * PLACES, 2, runId(0)],
    ]);
    const chains = a.map((body) => JSON.parse(body.toString()).chain);
    expect(chains.map(({ origin, seq, prev }) => [origin, seq, prev])).toEqual([
      ["o/a", 0, null],
      ["o/a", 1, sha256(a[0]!)],
      ["o/a", 2, sha256(a[1]!)],
    ]);
  });

  it("goes on in the next transaction where any process has ended", () => {
    logs.startTransaction();
    append("a", 0);
    logs.saveHeads();
    const other = new LogWriter(sql, new OpenRuns(), "o");
    const { before, between, after } = prepareReceipt(receiptOf(1));
    other.startTransaction();
    other.append(other.currentLog("a"), ["a", runId(1), before, between, after], 0);
    other.saveHeads();
    logs.startTransaction();
    expect(logs.changedLogs()).toEqual([]);
    expect(logs.knownLog("a").size).toBe(1);
    expect(append("a", 2)).toEqual([undefined]);
    expect(logs.knownLog("a")).toBe(logs.currentLog("a"));
    logs.saveHeads();
    expect(heads()).toEqual([["a", "o/a", 3, sha256(bodies("a")[2]!)]]);
  });

  it("refuses a second receipt of a run, and a log of another origin", () => {
    logs.startTransaction();
    expect(append("a", 0, 0, 1)).toEqual([undefined, "receipt_duplicate", undefined]);
    sql.create.run("b", "elsewhere/b");
    expect(append("b", 5)).toEqual(["receipt_origin_mismatch"]);
    expect([logs.isForeign(logs.knownLog("a")), logs.isForeign(logs.knownLog("b"))]).toEqual([false, true]);
    expect(logs.changedLogs().map(({ tenant }) => tenant)).toEqual(["a"]);
    logs.saveHeads();
    expect(heads().map(([tenant, , size]) => [tenant, size])).toEqual([
      ["a", 2],
      ["b", 0],
    ]);
  });

  it("ends the runs of receipts, and forgets a row of the journal with the last one", () => {
    logs.startTransaction();
    const row = Number(sql.begin.run("me", "").lastInsertRowid);
    for (const number of [0, 1]) runs.begin(logs.knownLog("a"), runId(number));
    runs.place(row, 2);
    const journal = () => rows("SELECT count(*) FROM journal");
    append("a", 0);
    expect([journal(), [...logs.knownLog("a").open.keys()]]).toEqual([[[1]], [runId(1)]]);
    append("a", 1);
    expect([journal(), [...logs.knownLog("a").open.keys()]]).toEqual([[[0]], []]);
  });

  it("knows the logs that have grown since they were signed", () => {
    logs.startTransaction();
    logs.currentLog("b");
    append("a", 0);
    expect(logs.unsignedLogs()).toEqual([logs.knownLog("a")]);
    logs.knownLog("a").isUnsigned = false;
    expect(logs.unsignedLogs()).toEqual([]);
  });

  it("stores the hash of every 256 receipts, and the head of the tree", () => {
    logs.startTransaction();
    const count = 600;
    append("a", ...Array.from({ length: count }, (_, number) => number));
    logs.saveHeads();
    const tree = new MerkleTree();
    for (const body of bodies("a")) tree.append(body);
    expect(logs.knownLog("a").frontier.root()).toEqual(tree.root());
    const hashes = database.prepare("SELECT place, hash FROM subtrees ORDER BY place").all();
    expect(hashes.map(({ place }) => place)).toEqual([PLACES, PLACES + 1]);
    expect(Buffer.from(hashes[0]!["hash"] as Uint8Array)).toEqual(Buffer.from(tree.root(256)));
    logs.startTransaction();
    expect(logs.currentLog("a").frontier.root()).toEqual(tree.root());
  });

  it("appends a receipt of any length", () => {
    logs.startTransaction();
    const long = { ...receiptOf(0), usage_raw: { text: "ü".repeat(40_000) } };
    const { runId: id, before, between, after } = prepareReceipt(long);
    expect(logs.append(logs.currentLog("a"), ["a", id, before, between, after], 0)).toBeUndefined();
    expect(append("a", 1)).toEqual([undefined]);
    const [first, second] = bodies("a");
    expect(JSON.parse(first!.toString()).usage_raw).toEqual(long.usage_raw);
    expect(JSON.parse(second!.toString()).chain.prev).toBe(sha256(first!));
  });
});
