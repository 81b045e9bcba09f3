import type { AbpError } from "../../../contract/index.ts";
import type { RunResult } from "../../../runtime/index.ts";
import type { Ledger } from "../../../storage/index.ts";
import type { ComparedRun } from "../../display/compare/compared-run.ts";
import { readCallLosses } from "./call-losses.ts";

/** Describes a run that has a receipt. Reads the receipts of its model calls. */
export async function describeRun(
  backend: string,
  { receipt, patch, verification, error }: RunResult,
  ledger: Pick<Ledger, "find">,
): Promise<ComparedRun> {
  const { meta, observed } = receipt;
  const calls = observed?.model_calls;
  const usage = calls?.usage ?? receipt.usage;
  return {
    backend,
    run_id: meta.run_id,
    outcome: receipt.outcome,
    error: error === undefined ? null : describeError(error),
    changes: {
      files: patch?.diffstat.files.length ?? 0,
      added: patch?.diffstat.added ?? 0,
      deleted: patch?.diffstat.deleted ?? 0,
    },
    patch: receipt.verification.git_diff,
    check: observed?.check ?? null,
    cost_usd: usage.estimated_cost_usd,
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    metered: calls !== undefined,
    models: calls?.models ?? [],
    duration_ms: meta.duration_ms,
    losses: calls === undefined ? null : await readCallLosses(ledger, calls),
    receipt: { sha256: receipt.receipt_sha256, verified: verification.ok },
  };
}

/** Describes a backend that has no receipt. */
export function describeFailure(backend: string, error: AbpError): ComparedRun {
  return {
    backend,
    run_id: null,
    outcome: "not started",
    error: describeError(error),
    changes: null,
    patch: null,
    check: null,
    cost_usd: null,
    input_tokens: null,
    output_tokens: null,
    metered: false,
    models: [],
    duration_ms: null,
    losses: null,
    receipt: null,
  };
}

function describeError({ code, message, advice }: AbpError): NonNullable<ComparedRun["error"]> {
  return { code, message, advice };
}
