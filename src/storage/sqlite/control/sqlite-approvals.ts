import type {
  ApprovalDecision,
  ApprovalState,
  ApprovalStore,
  StoredApproval,
} from "../../ledger/control/approval-store.ts";
import type { Once } from "../../ledger/control/once.ts";
import { usedBefore } from "../../ledger/control/used-before.ts";
import type { ControlWrite, NewApproval } from "../batch/control-write.ts";
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
  name: "approvals",
  id: "id",
  states: ["open", "allowed", "denied", "expired"] satisfies ApprovalState[],
};
const FIND = "SELECT * FROM approvals WHERE id = ?";
const BY_NUMBER = "SELECT * FROM approvals WHERE number = ?";
const OPEN = "SELECT id FROM approvals WHERE state = 'open' ORDER BY number LIMIT ?";
/** The number of approvals that expire at a time. */
const PORTION = 256;

/** The approvals of all tenants. */
export class SqliteApprovals implements ApprovalStore {
  readonly #parts: LedgerParts;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
  }

  async open(approval: NewApproval): Promise<void> {
    const isNew = await this.#write({ effect: "open_approval", approval });
    if (!isNew) throw usedBefore("an approval", approval.id);
  }

  async decide(id: string, decision: ApprovalDecision, once?: Once): Promise<boolean> {
    return this.#write({ effect: "decide_approval", id, decision, once });
  }

  async find(id: string): Promise<StoredApproval | undefined> {
    const row = this.#reader()?.prepare(FIND).get(id);
    return row === undefined ? undefined : approvalOf(row);
  }

  async list(
    { tenant, owner, states, runId }: Parameters<ApprovalStore["list"]>[0],
    page: ListPage,
  ): Promise<readonly StoredApproval[]> {
    const reader = this.#reader();
    if (reader === undefined) return [];
    const columns = { tenant, owner, run_id: runId };
    return reader.snapshot(() =>
      pageNumbers(reader, TABLE, states, columns, page).map((number) =>
        approvalOf(reader.prepare(BY_NUMBER).get(number) as ControlRow),
      ),
    );
  }

  async expireAll(at: Date): Promise<number> {
    let count = 0;
    for (;;) {
      const rows = this.#reader()?.prepare(OPEN).all(PORTION) ?? [];
      if (rows.length === 0) return count;
      const decisions = rows.map((row) => this.decide(row["id"] as string, { state: "expired", at }));
      count += (await Promise.all(decisions)).filter((wasOpen) => wasOpen).length;
    }
  }

  #write(write: ControlWrite): Promise<boolean> {
    return this.#parts.client().write({ kind: "control", write });
  }

  #reader(): LedgerReader | undefined {
    const reader = this.#parts.reader();
    return hasControlTables(reader) ? reader : undefined;
  }
}

function approvalOf(row: ControlRow): StoredApproval {
  const text = (name: string) => row[name] as string;
  return {
    id: text("id"),
    tenant: text("tenant"),
    owner: text("owner"),
    runId: text("run_id"),
    keyName: text("key_name"),
    operation: text("operation"),
    tool: text("tool"),
    rule: text("rule"),
    riskLevel: text("risk_level"),
    createdAt: new Date(row["created_at"] as number),
    expiresAt: new Date(row["expires_at"] as number),
    state: row["state"] as ApprovalState,
    ...present({
      input: text("input"),
      decidedBy: text("decided_by"),
      decidedAt: timeOf(row["decided_at"]),
      reason: text("reason"),
    }),
  };
}
