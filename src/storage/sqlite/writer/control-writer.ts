import type { Once } from "../../ledger/control/once.ts";
import { ONCE_LIFETIME_MS, onceRefusal } from "../../ledger/control/once-refusal.ts";
import type { Refusal } from "../batch/batch.ts";
import type { ControlEffect, ControlWrite, NewApproval } from "../batch/control-write.ts";
import type { LazyStatements } from "./lazy-statements.ts";
import type { RunWriter } from "./run-writer.ts";
import { writeUsage } from "./usage-writer.ts";

const FIND_ANSWER = "SELECT body_digest, answer FROM once_answers WHERE scope = ? AND key = ? AND at > ?";
const KEEP_ANSWER = `INSERT INTO once_answers (scope, key, body_digest, answer, at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (scope, key) DO UPDATE SET body_digest = excluded.body_digest, answer = excluded.answer, at = excluded.at`;
const OPEN_APPROVAL = `INSERT INTO approvals (id, tenant, owner, run_id, key_name, operation, tool, rule, risk_level, input,
  created_at, expires_at, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open') ON CONFLICT (id) DO NOTHING`;
const DECIDE_APPROVAL = `UPDATE approvals SET state = ?, decided_by = ?, decided_at = ?, reason = ?
  WHERE id = ? AND state = 'open'`;
const CREATE_KEY = `INSERT INTO access_keys (name, token_sha256, settings, created_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (name) DO NOTHING`;
const SET_KEY = "UPDATE access_keys SET settings = ? WHERE name = ? AND revoked_at IS NULL";
const REVOKE_KEY = "UPDATE access_keys SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL";

/** Makes one write of the control plane in the open transaction. Calls `onErased` if it deleted content. */
export function writeControl(
  sql: LazyStatements,
  runs: RunWriter,
  write: ControlWrite,
  onErased: () => void,
): boolean | Refusal {
  const { once } = write;
  const refusal = once === undefined ? undefined : findRefusal(sql, once);
  if (refusal !== undefined) return refusal;
  const takesIdempotencyKey = make(sql, runs, write, onErased);
  if (takesIdempotencyKey && once !== undefined) {
    const { scope, key, bodyDigest, answer, at } = once;
    sql.get(KEEP_ANSWER).run(scope, key, bodyDigest, answer, at.getTime());
  }
  return takesIdempotencyKey;
}

function findRefusal(sql: LazyStatements, once: Once): Refusal | undefined {
  const row = sql.get(FIND_ANSWER).get(once.scope, once.key, once.at.getTime() - ONCE_LIFETIME_MS);
  if (row === undefined) return undefined;
  const earlier = { bodyDigest: row["body_digest"] as string, answer: row["answer"] as string };
  return onceRefusal(once, earlier);
}

function make(sql: LazyStatements, runs: RunWriter, write: ControlEffect, onErased: () => void): boolean {
  const changes = (text: string, ...values: (string | number | null)[]) =>
    sql.get(text).run(...values).changes !== 0;
  switch (write.effect) {
    case "submit_run":
      return runs.submit(write.run);
    case "claim_run":
      return runs.claim(write.runId, write.at);
    case "cancel_run":
      return runs.requestCancel(write.runId, write.reason);
    case "remove_run": {
      const isRemoved = runs.remove(write.runId);
      if (isRemoved) onErased();
      return isRemoved;
    }
    case "know_runs":
      return runs.know();
    case "open_approval":
      if (!changes(OPEN_APPROVAL, ...valuesOf(write.approval))) return false;
      runs.noteApproval(write.approval.id, write.approval.createdAt.getTime());
      return true;
    case "decide_approval": {
      const { state, decidedBy, reason, at } = write.decision;
      const time = at.getTime();
      if (!changes(DECIDE_APPROVAL, state, decidedBy ?? null, time, reason ?? null, write.id)) return false;
      runs.noteApproval(write.id, time);
      return true;
    }
    case "create_key": {
      const { name, tokenSha256, settings, createdAt } = write.key;
      return changes(CREATE_KEY, name, tokenSha256, settings, createdAt.getTime());
    }
    case "set_key":
      return changes(SET_KEY, write.settings, write.name);
    case "revoke_key":
      return changes(REVOKE_KEY, write.at.getTime(), write.name);
    case "add_usage":
      return writeUsage(sql, write);
  }
}

function valuesOf(approval: NewApproval): (string | number | null)[] {
  const { id, tenant, owner, runId, keyName, operation, tool, rule, riskLevel } = approval;
  const { input, createdAt, expiresAt } = approval;
  const who = [id, tenant, owner, runId, keyName];
  return [...who, operation, tool, rule, riskLevel, input ?? null, createdAt.getTime(), expiresAt.getTime()];
}
