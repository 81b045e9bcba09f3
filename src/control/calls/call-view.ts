import type { CallView } from "../../api/index.ts";
import { nanoUsd } from "../../contract/index.ts";
import type { StoredReceipt } from "../../receipts/index.ts";

/** A model call as the API shows it; undefined for the receipt of a run. */
export function callView({ receipt, seq, runId }: StoredReceipt, tenant: string): CallView | undefined {
  const call = receipt.observed?.call;
  if (call === undefined) return undefined;
  const { meta, termination, usage } = receipt;
  return {
    run_id: runId,
    tenant,
    seq,
    key: call.caller,
    parent_run: call.parent_run ?? null,
    operation: call.operation,
    dialect: call.dialect,
    engine: call.engine,
    engine_dialect: call.engine_dialect,
    model: call.model,
    upstream_model: call.upstream_model ?? null,
    mode: receipt.mode,
    stream: call.stream,
    status: call.status,
    outcome: receipt.outcome,
    reason: termination?.reason ?? null,
    code: termination?.code ?? null,
    losses: lossesOf(receipt),
    input_tokens: usage.input_tokens ?? null,
    output_tokens: usage.output_tokens ?? null,
    cost_nano_usd: nanoCostOf(receipt),
    started_at: meta.started_at,
    duration_ms: meta.duration_ms,
  };
}

/** The number of members that were not passed on as they were. */
function lossesOf({ mapping = [] }: StoredReceipt["receipt"]): number {
  let losses = 0;
  for (const { entries } of mapping)
    for (const { disposition } of entries)
      if (disposition === "disclosed" || disposition === "refused") losses += 1;
  return losses;
}

// Receipts of earlier versions state dollars only.
function nanoCostOf({ cost }: StoredReceipt["receipt"]): number | null {
  if (cost === undefined) return null;
  return cost.nano_usd ?? nanoUsd(cost.usd);
}
