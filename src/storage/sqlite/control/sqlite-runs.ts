import type { ApprovalState } from "../../ledger/control/approval-store.ts";
import type { Once } from "../../ledger/control/once.ts";
import type {
  NewRun,
  RunChange,
  RunFilter,
  RunState,
  RunStore,
  SubmittedRun,
} from "../../ledger/control/run-store.ts";
import { usedBefore } from "../../ledger/control/used-before.ts";
import type { ControlWrite } from "../batch/control-write.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import {
  type ControlRow,
  hasControlTables,
  type ListedTable,
  type ListPage,
  pageNumbers,
  present,
  timeOf,
} from "./control-reader.ts";

const TABLE: ListedTable = {
  name: "runs",
  id: "run_id",
  states: ["pending", "running", "completed", "failed", "cancelled"] satisfies RunState[],
};
const SELECT = `SELECT *, EXISTS (SELECT 1 FROM approvals WHERE approvals.run_id = runs.run_id
  AND approvals.state = 'open' AND approvals.tenant = runs.tenant) AS is_waiting FROM runs`;
const FIND = `${SELECT} WHERE run_id = ?`;
const BY_NUMBER = `${SELECT} WHERE number = ?`;
const PENDING = `${SELECT} WHERE tenant = ? AND state = 'pending' ORDER BY priority DESC, number LIMIT ?`;
const COUNTS = `SELECT tenant, count(*) AS count FROM runs INDEXED BY runs_pending
  WHERE state = 'pending' GROUP BY tenant`;
const CHANGES = "SELECT * FROM run_changes WHERE id > ? ORDER BY id LIMIT ?";

/** The submitted work orders of all tenants. */
export class SqliteRuns implements RunStore {
  readonly #parts: LedgerParts;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
  }

  async submit(run: NewRun, once?: Once): Promise<void> {
    if (!(await this.#write({ effect: "submit_run", run, once }))) throw usedBefore("a run", run.runId);
  }

  async claim(runId: string, at: Date): Promise<boolean> {
    return this.#write({ effect: "claim_run", runId, at });
  }

  async requestCancel(runId: string, reason: string, once?: Once): Promise<boolean> {
    return this.#write({ effect: "cancel_run", runId, reason, once });
  }

  async remove(runId: string, once?: Once): Promise<boolean> {
    return this.#write({ effect: "remove_run", runId, once });
  }

  async find(runId: string): Promise<SubmittedRun | undefined> {
    const row = this.#reader()?.prepare(FIND).get(runId);
    return row === undefined ? undefined : runOf(row);
  }

  async list(filter: RunFilter, page: ListPage): Promise<readonly SubmittedRun[]> {
    const reader = this.#reader();
    if (reader === undefined) return [];
    const { tenant, owner, backend, keyName, states } = filter;
    const columns = { tenant, owner, backend, key_name: keyName };
    // One state of the database, so that a run that changes meanwhile is in the page once.
    return reader.snapshot(() =>
      pageNumbers(reader, TABLE, states, columns, page).map((number) =>
        runOf(reader.prepare(BY_NUMBER).get(number) as ControlRow),
      ),
    );
  }

  async pending(tenant: string, limit: number): Promise<readonly SubmittedRun[]> {
    return (this.#reader()?.prepare(PENDING).all(tenant, limit) ?? []).map(runOf);
  }

  async pendingCounts(): Promise<ReadonlyMap<string, number>> {
    const rows = this.#reader()?.prepare(COUNTS).all() ?? [];
    return new Map(rows.map((row) => [row["tenant"] as string, row["count"] as number]));
  }

  async changes(after: number, limit: number): Promise<readonly RunChange[]> {
    const rows = this.#reader()?.prepare(CHANGES).all(after, limit) ?? [];
    return rows.map((row) => ({
      id: row["id"] as number,
      tenant: row["tenant"] as string,
      owner: row["owner"] as string,
      runId: row["run_id"] as string,
      state: row["state"] as RunState,
      at: new Date(row["at"] as number),
      logSize: row["log_size"] as number,
      ...approvalOf(row),
    }));
  }

  #write(write: ControlWrite): Promise<boolean> {
    return this.#parts.client().write({ kind: "control", write });
  }

  #reader(): LedgerReader | undefined {
    const reader = this.#parts.reader();
    return hasControlTables(reader) ? reader : undefined;
  }
}

function approvalOf(row: ControlRow): Pick<RunChange, "approval"> {
  const id = row["approval_id"] as string | null;
  return id === null ? {} : { approval: { id, state: row["approval_state"] as ApprovalState } };
}

function runOf(row: ControlRow): SubmittedRun {
  const text = (name: string) => row[name] as string;
  return {
    runId: text("run_id"),
    tenant: text("tenant"),
    owner: text("owner"),
    keyName: text("key_name"),
    state: row["state"] as RunState,
    priority: row["priority"] as number,
    backend: text("backend"),
    submission: text("submission"),
    submittedAt: new Date(row["submitted_at"] as number),
    isWaiting: row["is_waiting"] === 1,
    ...present({
      reason: text("reason"),
      startedAt: timeOf(row["started_at"]),
      endedAt: timeOf(row["ended_at"]),
      cancelReason: text("cancel_reason"),
    }),
  };
}
