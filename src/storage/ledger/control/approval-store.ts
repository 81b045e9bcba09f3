import type { Once } from "./once.ts";

export type ApprovalState = "open" | "allowed" | "denied" | "expired";

/** A question that a person decides: may a tool of a run, or of a model call, be used? */
export interface StoredApproval {
  readonly id: string;
  readonly tenant: string;
  readonly owner: string;
  /** The run, or the model call. */
  readonly runId: string;
  /** The name of the key whose call or submission asks. */
  readonly keyName: string;
  readonly operation: string;
  readonly tool: string;
  readonly rule: string;
  readonly riskLevel: string;
  /** The input of the tool as JSON, with secrets hidden; undefined if it is not known. */
  readonly input?: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly state: ApprovalState;
  readonly decidedBy?: string | undefined;
  readonly decidedAt?: Date | undefined;
  readonly reason?: string | undefined;
}

export interface ApprovalDecision {
  readonly state: "allowed" | "denied" | "expired";
  /** The name of the key that decided; undefined if time did. */
  readonly decidedBy?: string | undefined;
  readonly reason?: string | undefined;
  readonly at: Date;
}

/** The approvals of all tenants. Each operation is durable when its promise resolves. */
export interface ApprovalStore {
  open(approval: Omit<StoredApproval, "state" | "decidedBy" | "decidedAt" | "reason">): Promise<void>;
  /** Decides an open approval; resolves to whether it was open. */
  decide(id: string, decision: ApprovalDecision, once?: Once): Promise<boolean>;
  find(id: string): Promise<StoredApproval | undefined>;
  /** The newest first; `before` is the id of the last one of the page before. */
  list(
    filter: {
      readonly tenant?: string | undefined;
      readonly owner?: string | undefined;
      readonly states?: readonly ApprovalState[] | undefined;
      readonly runId?: string | undefined;
    },
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<readonly StoredApproval[]>;
  /** Expires every approval that is open, as a start does: nobody waits for them any more. Resolves to their number. */
  expireAll(at: Date): Promise<number>;
}
