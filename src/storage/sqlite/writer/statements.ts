import type { DatabaseSync, StatementSync } from "node:sqlite";

const WRITES = {
  head: "SELECT id, origin, size, last, frontier FROM logs WHERE tenant = ?",
  create: "INSERT INTO logs (tenant, origin, size, frontier) VALUES (?, ?, 0, x'')",
  advance: "UPDATE logs SET size = ?, last = ?, frontier = ? WHERE id = ?",
  append:
    "INSERT INTO receipts (place, log, run_id, leaf, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (log, run_id) DO NOTHING",
  addSubtree: "INSERT INTO subtrees (place, hash) VALUES (?, ?)",
  begin: "INSERT INTO journal (owner, runs) VALUES (?, ?)",
  forget: "DELETE FROM journal WHERE id = ?",
  hold: "INSERT OR REPLACE INTO custody (log, tool_call_id, held_at, reasoning) VALUES (?, ?, ?, ?)",
  keep: `INSERT OR REPLACE INTO responses
    (log, id, previous_id, created_at, run_id, engine, is_native, is_pending, input, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  finish: `UPDATE responses SET body = ?, is_pending = 0
    WHERE log = ? AND id = ? AND is_pending = 1 AND created_at > ?`,
  remove: "DELETE FROM responses WHERE log = ? AND id = ? AND created_at > ?",
  expireResponses: `DELETE FROM responses WHERE rowid IN
    (SELECT rowid FROM responses WHERE created_at <= ? ORDER BY created_at LIMIT ?)`,
  expireCustody: `DELETE FROM custody WHERE rowid IN
    (SELECT rowid FROM custody WHERE held_at <= ? ORDER BY held_at LIMIT ?)`,
  signed: "SELECT checkpoint, checkpoint_size FROM logs WHERE id = ?",
  sign: "UPDATE logs SET checkpoint = ?, checkpoint_size = ? WHERE id = ?",
} as const;

/** The prepared statements of the writer. */
export type WriteStatements = Readonly<Record<keyof typeof WRITES, StatementSync>>;

export function prepareWrites(database: DatabaseSync): WriteStatements {
  const entries = Object.entries(WRITES).map(([name, sql]) => [name, database.prepare(sql)]);
  return Object.fromEntries(entries) as WriteStatements;
}
