import type { BackendIdentity } from "../backend-identity.ts";
import type { CapabilityManifest } from "../capability.ts";
import type { AgentEvent } from "../event.ts";
import type { ExecutionMode, Outcome } from "../execution.ts";
import { formatTimestamp } from "../timestamp.ts";
import { CONTRACT_VERSION } from "../version.ts";
import type { ArtifactRef } from "./artifact.ts";
import { type ClockRecord, clockRecord } from "./clock-record.ts";
import type { Receipt } from "./receipt.ts";
import type { Usage } from "./usage.ts";
import type { VerificationReport } from "./verification.ts";

/** The facts that every receipt needs. */
export interface ReceiptFacts {
  readonly runId: string;
  readonly workOrderId: string;
  readonly startedAt: Date;
  /** A time before `startedAt` is replaced by it, and the receipt says so. */
  readonly finishedAt: Date;
  /** Says that the clock stepped back, if the caller found it out itself. */
  readonly clock?: ClockRecord | undefined;
  readonly backend: Partial<BackendIdentity> & { readonly id: string };
  readonly outcome: Outcome;
  readonly mode?: ExecutionMode;
  readonly capabilities?: CapabilityManifest;
  readonly usage?: Partial<Usage>;
  readonly usageRaw?: unknown;
  readonly trace?: readonly AgentEvent[];
  readonly artifacts?: readonly ArtifactRef[];
  readonly verification?: Partial<VerificationReport>;
}

/** Our own members of a receipt. */
export type ReceiptExtensions = Pick<
  Receipt,
  "termination" | "observed" | "reported" | "decision_id" | "negotiation" | "mapping" | "cost" | "chain"
>;

/**
 * Builds a receipt that is complete but for its hash; every abp/v0.1 member is written, empty ones as null. Names stand in
 * the order of canonical JSON, which then needs no sorting.
 *
 * @example
 * import { buildReceipt } from "agent-backplane/contract";
 * import { sealReceipt } from "agent-backplane/receipts";
 * const times = { startedAt: new Date(0), finishedAt: new Date(1000) };
 * const facts = { runId, workOrderId: order.id, ...times, backend: { id: "mine" }, outcome: "complete" } as const;
 * const receipt = sealReceipt(buildReceipt(facts));
 */
export function buildReceipt(facts: ReceiptFacts, extensions: Partial<ReceiptExtensions> = {}): Receipt {
  const duration = facts.finishedAt.getTime() - facts.startedAt.getTime();
  const clock = facts.clock ?? clockRecord(-duration);
  return {
    meta: {
      contract_version: CONTRACT_VERSION,
      duration_ms: Math.max(0, duration),
      finished_at: formatTimestamp(duration < 0 ? facts.startedAt : facts.finishedAt),
      run_id: facts.runId,
      started_at: formatTimestamp(facts.startedAt),
      work_order_id: facts.workOrderId,
    },
    backend: { adapter_version: null, backend_version: null, ...facts.backend },
    capabilities: facts.capabilities ?? {},
    mode: facts.mode ?? "mapped",
    usage_raw: facts.usageRaw ?? {},
    usage: {
      cache_read_tokens: null,
      cache_write_tokens: null,
      estimated_cost_usd: null,
      input_tokens: null,
      output_tokens: null,
      request_units: null,
      ...facts.usage,
    },
    trace: [...(facts.trace ?? [])],
    artifacts: [...(facts.artifacts ?? [])],
    verification: { git_diff: null, git_status: null, harness_ok: false, ...facts.verification },
    outcome: facts.outcome,
    receipt_sha256: null,
    hash_alg: "jcs-sha256",
    ...extensions,
    ...(clock === undefined ? {} : { observed: { ...extensions.observed, clock } }),
  };
}
