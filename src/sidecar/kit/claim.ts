import type { BackendIdentity, Outcome } from "../../contract/index.ts";
import type { RunResult, SidecarDefinition } from "./definition.ts";

/** The version of the protocol that the kit speaks. */
export const KIT_CONTRACT_VERSION = "abp/v0.1";

/** The facts of a run that ended. */
export interface EndedRun {
  readonly runId: string;
  readonly workOrderId: unknown;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly outcome: Outcome;
  readonly result: RunResult;
}

/** All members of an identity; unknown versions are null. */
export function identityOf({ identity }: SidecarDefinition): BackendIdentity {
  return { backend_version: null, adapter_version: null, ...identity };
}

/**
 * The receipt of a `final` frame: the sidecar's own account of the run. `trace` stays empty, because the backplane records the
 * events as it receives them, and the memory of a long run stays flat.
 */
export function buildClaim(definition: SidecarDefinition, run: EndedRun): object {
  const { result, outcome } = run;
  const duration = Math.max(0, run.finishedAt.getTime() - run.startedAt.getTime());
  return {
    meta: {
      run_id: run.runId,
      work_order_id: run.workOrderId,
      contract_version: KIT_CONTRACT_VERSION,
      started_at: run.startedAt.toISOString(),
      finished_at: new Date(run.startedAt.getTime() + duration).toISOString(),
      duration_ms: duration,
    },
    backend: identityOf(definition),
    capabilities: definition.capabilities,
    mode: definition.mode ?? "mapped",
    usage_raw: result.usageRaw ?? {},
    usage: {
      input_tokens: null,
      output_tokens: null,
      cache_read_tokens: null,
      cache_write_tokens: null,
      request_units: null,
      estimated_cost_usd: null,
      ...result.usage,
    },
    trace: [],
    artifacts: result.artifacts ?? [],
    verification: {
      git_diff: null,
      git_status: null,
      harness_ok: result.harnessOk ?? outcome === "complete",
    },
    outcome,
    receipt_sha256: null,
    ...(result.session === undefined ? {} : { session: result.session }),
    ...(result.structuredOutput === undefined ? {} : { structured_output: result.structuredOutput }),
  };
}
