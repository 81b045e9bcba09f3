import type { Receipt } from "../../../contract/index.ts";
import { claimedRun } from "../../ledger/control/claimed-run.ts";
import { runEnding } from "../../ledger/control/run-end.ts";
import type { NewRun, RunState } from "../../ledger/control/run-store.ts";
import type { OpenRun } from "../../ledger/ledger.ts";
import { APPEND_WIDTH } from "../batch/batch.ts";
import type { LazyStatements } from "./lazy-statements.ts";

const NOT_ENDED = "state IN ('pending', 'running')";
const SELECT_NOT_ENDED = `SELECT run_id FROM runs WHERE ${NOT_ENDED}`;
const SUBMIT = `INSERT INTO runs (run_id, tenant, owner, key_name, state, priority, backend, submission, submitted_at)
  VALUES (?, ?, ?, ?, 'pending', ?, ?, ?, ?) ON CONFLICT (run_id) DO NOTHING`;
const CLAIM = `UPDATE runs SET state = 'running', started_at = ? WHERE run_id = ? AND state = 'pending'
  RETURNING tenant, owner, backend, submission`;
const CANCEL = `UPDATE runs SET cancel_reason = ? WHERE run_id = ? AND cancel_reason IS NULL AND ${NOT_ENDED}`;
const REMOVE = `DELETE FROM runs WHERE run_id = ? AND NOT (${NOT_ENDED})`;
const END = `UPDATE runs SET state = ?, reason = ?, ended_at = ? WHERE run_id = ? AND tenant = ? AND ${NOT_ENDED}
  RETURNING owner`;
const EXPIRE_APPROVALS = `UPDATE approvals SET state = 'expired', decided_at = ?
  WHERE run_id = ? AND tenant = ? AND state = 'open' RETURNING id`;
const CHANGE =
  "INSERT INTO run_changes (tenant, owner, run_id, state, at, log_size) VALUES (?, ?, ?, ?, ?, ?)";

const TENANT_OF_APPROVAL = "SELECT tenant FROM approvals WHERE id = ?";
const APPROVAL_CHANGE = `INSERT INTO run_changes (tenant, owner, run_id, state, approval_id, approval_state, at, log_size)
  SELECT tenant, owner, run_id, coalesce((SELECT state FROM runs WHERE runs.run_id = approvals.run_id), 'running'), id, state, ?, ?
  FROM approvals WHERE id = ?`;

/** What a writer of runs needs of the open transaction. */
export interface RunWriterParts {
  readonly sql: LazyStatements;
  /** The number of receipts of a tenant. */
  readonly logSize: (tenant: string) => number;
  /** Begins a run in the journal. */
  readonly begin: (tenant: string, run: OpenRun) => void;
}

/**
 * Writes submitted runs and the changes of their states. It knows the ids of those that have not ended, so that the receipt of
 * a model call costs nothing.
 */
export class RunWriter {
  readonly #parts: RunWriterParts;
  readonly #notEnded = new Set<string>();
  #ended: string[] = [];

  constructor(parts: RunWriterParts) {
    this.#parts = parts;
    this.know();
  }

  /** Learns which runs have not ended, those of other processes included. */
  know(): true {
    for (const row of this.#parts.sql.get(SELECT_NOT_ENDED).all())
      this.#notEnded.add(row["run_id"] as string);
    return true;
  }

  submit(run: NewRun): boolean {
    const { runId, tenant, owner, keyName, priority, backend, submission, submittedAt } = run;
    const { changes } = this.#parts.sql
      .get(SUBMIT)
      .run(runId, tenant, owner, keyName, priority, backend, submission, submittedAt.getTime());
    if (changes === 0) return false;
    this.#notEnded.add(runId);
    this.#note(tenant, owner, runId, "pending", submittedAt.getTime());
    return true;
  }

  claim(runId: string, at: Date): boolean {
    const row = this.#parts.sql.get(CLAIM).get(at.getTime(), runId);
    if (row === undefined) return false;
    const { tenant, owner, backend, submission } = row as Readonly<Record<string, string>>;
    this.#notEnded.add(runId);
    this.#parts.begin(tenant!, claimedRun({ runId, backend: backend!, submission: submission! }, at));
    this.#note(tenant!, owner!, runId, "running", at.getTime());
    return true;
  }

  requestCancel(runId: string, reason: string): boolean {
    if (this.#parts.sql.get(CANCEL).run(reason, runId).changes === 0) return false;
    this.#notEnded.add(runId);
    return true;
  }

  remove(runId: string): boolean {
    return this.#parts.sql.get(REMOVE).run(runId).changes !== 0;
  }

  /** Ends the run of a receipt that this transaction has appended, if it was submitted. */
  end(appends: readonly string[], at: number): void {
    const runId = appends[at + 1] as string;
    if (!this.#notEnded.has(runId)) return;
    const [tenant = "", , before, between, after] = appends.slice(at, at + APPEND_WIDTH);
    const receipt = JSON.parse(`${before}null${between}null${after}`) as Receipt;
    const { state, reason } = runEnding(receipt);
    const time = Date.parse(receipt.meta.finished_at);
    const row = this.#parts.sql.get(END).get(state, reason, time, runId, tenant);
    // Another process may have ended it.
    if (row === undefined) return;
    this.#ended.push(runId);
    const expired = this.#parts.sql.get(EXPIRE_APPROVALS).all(time, runId, tenant);
    for (const { id } of expired) this.noteApproval(id as string, time);
    this.#note(tenant, row["owner"] as string, runId, state, time);
  }

  /** Notes the state of an approval as a change of its run; `at` is in milliseconds since the epoch. */
  noteApproval(id: string, at: number): void {
    const { sql, logSize } = this.#parts;
    const tenant = sql.get(TENANT_OF_APPROVAL).get(id)?.["tenant"] as string;
    sql.get(APPROVAL_CHANGE).run(at, logSize(tenant), id);
  }

  /** Makes the ends of the committed transaction final. */
  keep(): void {
    for (const runId of this.#ended) this.#notEnded.delete(runId);
    this.#ended = [];
  }

  /** Forgets the ends of a transaction that was rolled back. */
  takeBack(): void {
    this.#ended = [];
  }

  #note(tenant: string, owner: string, runId: string, state: RunState, at: number): void {
    this.#parts.sql.get(CHANGE).run(tenant, owner, runId, state, at, this.#parts.logSize(tenant));
  }
}
