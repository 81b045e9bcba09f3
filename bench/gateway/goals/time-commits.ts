/**
 * Times single durable commits of SQLite, one after the other: the least that a gateway adds to a call if its record is on the disk
 * before the engine gets the request. It runs inside a copied harness as `node time-commits.ts OUTPUT`.
 */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface CommitRow {
  readonly ms: number;
}

const WARM_UP = 200;
const COMMITS = 1000;
/** About as long as the row that begins a call. */
const ROW = "x".repeat(300);

const folder = mkdtempSync(resolve("run", "commits-"));
const database = new DatabaseSync(join(folder, "commits.db"));
try {
  database.exec("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  database.exec("CREATE TABLE runs (id INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT");
  const insert = database.prepare("INSERT INTO runs (line) VALUES (?)");
  const rows: CommitRow[] = [];
  for (let at = 0; at < WARM_UP + COMMITS; at += 1) {
    const start = performance.now();
    insert.run(ROW);
    if (at >= WARM_UP) rows.push({ ms: performance.now() - start });
  }
  const output = resolve(process.argv[2] ?? "commits.jsonl");
  for (const row of rows) appendFileSync(output, `${JSON.stringify(row)}\n`);
} finally {
  database.close();
  rmSync(folder, { recursive: true, force: true });
}
