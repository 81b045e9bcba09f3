import type { DatabaseSync, StatementSync } from "node:sqlite";
import { SELECT_EXPIRED_EVENTS } from "./schema.ts";

const WRITES = {
  head: "SELECT id, origin, size, last, frontier FROM logs WHERE tenant = ?",
  create: "INSERT INTO logs (tenant, origin, size, frontier) VALUES (?, ?, 0, x'')",
  advance: "UPDATE logs SET size = ?, last = ?, frontier = ? WHERE id = ?",
  append:
    "INSERT INTO receipts (place, log, run_id, leaf, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (log, run_id) DO NOTHING",
  addSubtree: "INSERT INTO subtrees (place, hash) VALUES (?, ?)",
  begin: "INSERT INTO journal (owner, runs) VALUES (?, ?)",
  forget: "DELETE FROM journal WHERE id = ?",
  dropExpiredHold: "DELETE FROM custody WHERE log = ? AND owner = ? AND tool_call_id = ? AND held_at <= ?",
  hold: `INSERT INTO custody (log, owner, tool_call_id, held_at, reasoning) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (log, owner, tool_call_id) DO NOTHING`,
  repeatHold: `UPDATE custody SET is_repeated = 1
    WHERE log = ? AND owner = ? AND tool_call_id = ? AND (reasoning <> ? OR is_repeated = 1)`,
  dropExpiredResponse: "DELETE FROM responses WHERE log = ? AND owner = ? AND id = ? AND created_at <= ?",
  keep: `INSERT INTO responses
    (log, owner, id, previous_id, created_at, run_id, engine, is_native, is_pending, input, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (log, owner, id) DO UPDATE SET is_repeated = 1`,
  finish: `UPDATE responses SET body = ?, is_pending = 0
    WHERE log = ? AND owner IN (?, ?) AND id = ? AND is_pending = 1 AND created_at > ?`,
  remove: "DELETE FROM responses WHERE log = ? AND owner IN (?, ?) AND id = ? AND created_at > ?",
  record: `INSERT INTO engine_responses (id, engine, log, owner, run_id, created_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id, engine, log, owner) DO UPDATE SET is_repeated = 1 WHERE run_id <> excluded.run_id`,
  own: `INSERT INTO engine_resources (id, engine, log, owner, created_at, address) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id, engine) DO UPDATE SET address = excluded.address, created_at = excluded.created_at
    WHERE log = excluded.log AND owner = excluded.owner`,
  disown: "DELETE FROM engine_resources WHERE id = ? AND engine = ? AND log = ? AND owner = ?",
  learn: `INSERT INTO evidence (log, engine, model, pattern, value, learned_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (log, engine, model, pattern, value) DO UPDATE SET learned_at = max(learned_at, excluded.learned_at)`,
  dropOldEvidence: `DELETE FROM evidence WHERE log = ? AND rowid IN
    (SELECT rowid FROM evidence WHERE log = ? ORDER BY learned_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  expireResponses: `DELETE FROM responses WHERE rowid IN
    (SELECT rowid FROM responses WHERE created_at <= ? ORDER BY created_at LIMIT ?)`,
  expireCustody: `DELETE FROM custody WHERE rowid IN
    (SELECT rowid FROM custody WHERE held_at <= ? ORDER BY held_at LIMIT ?)`,
  expireEngineResponses: `DELETE FROM engine_responses WHERE rowid IN
    (SELECT rowid FROM engine_responses WHERE created_at <= ? ORDER BY created_at LIMIT ?)`,
  expireEngineResources: `DELETE FROM engine_resources WHERE rowid IN
    (SELECT rowid FROM engine_resources WHERE created_at <= ? ORDER BY created_at LIMIT ?)`,
  nextEvent:
    "SELECT first_seq + count AS next FROM events WHERE log = ? AND run_id = ? ORDER BY first_seq DESC LIMIT 1",
  addEvents:
    "INSERT INTO events (log, run_id, first_seq, count, created_at, lines) VALUES (?, ?, ?, ?, ?, ?)",
  expireEvents: `DELETE FROM events WHERE rowid IN (${SELECT_EXPIRED_EVENTS} ORDER BY created_at, first_seq LIMIT ?)`,
  addResponseItem: "INSERT OR IGNORE INTO response_items (log, owner, id, response) VALUES (?, ?, ?, ?)",
  findPending: `SELECT owner FROM responses
    WHERE log = ? AND owner IN (?, ?) AND id = ? AND is_pending = 1 AND created_at > ?`,
  nextResponseEvent: `SELECT first_seq + count AS next FROM response_events
    WHERE log = ? AND owner = ? AND response = ? ORDER BY first_seq DESC LIMIT 1`,
  addResponseEvents:
    "INSERT INTO response_events (log, owner, response, first_seq, count, lines) VALUES (?, ?, ?, ?, ?, ?)",
  createConversation: `INSERT INTO conversations (log, owner, id, created_at, used_at, metadata)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (log, owner, id) DO NOTHING`,
  updateConversation: `UPDATE conversations SET metadata = ?, used_at = ?
    WHERE log = ? AND owner = ? AND id = ? AND used_at > ?`,
  useConversation:
    "UPDATE conversations SET used_at = ? WHERE log = ? AND owner = ? AND id = ? AND used_at > ?",
  removeConversation: "DELETE FROM conversations WHERE log = ? AND owner = ? AND id = ? AND used_at > ?",
  nextItem: `SELECT coalesce(max(position), -1) + 1 AS next FROM conversation_items
    WHERE log = ? AND owner = ? AND conversation = ?`,
  addItem:
    "INSERT INTO conversation_items (log, owner, conversation, position, id, item) VALUES (?, ?, ?, ?, ?, ?)",
  removeItem: "DELETE FROM conversation_items WHERE log = ? AND owner = ? AND conversation = ? AND id = ?",
  expireConversations: `DELETE FROM conversations WHERE rowid IN
    (SELECT rowid FROM conversations WHERE used_at <= ? ORDER BY used_at LIMIT ?)`,
  removeThread: "DELETE FROM threads WHERE log = ? AND owner = ? AND id = ?",
  keepThread: `INSERT INTO threads (log, owner, id, used_at, state) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (log, owner, id) DO UPDATE SET used_at = excluded.used_at, state = excluded.state`,
  dropOldThreads: `DELETE FROM threads WHERE rowid IN
    (SELECT rowid FROM threads WHERE log = ? AND owner = ? ORDER BY used_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  expireThreads: `DELETE FROM threads WHERE rowid IN
    (SELECT rowid FROM threads WHERE used_at <= ? ORDER BY used_at LIMIT ?)`,
  expireRunChanges: `DELETE FROM run_changes WHERE id IN
    (SELECT id FROM run_changes WHERE at <= ? ORDER BY at LIMIT ?)`,
  expireAnswers: `DELETE FROM once_answers WHERE rowid IN
    (SELECT rowid FROM once_answers WHERE at <= ? ORDER BY at LIMIT ?)`,
  signed: "SELECT checkpoint, checkpoint_size FROM logs WHERE id = ?",
  sign: "UPDATE logs SET checkpoint = ?, checkpoint_size = ? WHERE id = ?",
} as const;

/** The prepared statements of the writer. */
export type WriteStatements = Readonly<Record<keyof typeof WRITES, StatementSync>>;

export function prepareWrites(database: DatabaseSync): WriteStatements {
  const entries = Object.entries(WRITES).map(([name, sql]) => [name, database.prepare(sql)]);
  return Object.fromEntries(entries) as WriteStatements;
}
