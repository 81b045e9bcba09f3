import type { BackendFacts, SessionEnd } from "../../backends/index.ts";
import {
  AbpError,
  type BudgetRecord,
  buildReceipt,
  type ClockRecord,
  type EmulationRecord,
  type EnforcementRecord,
  type ExecutionMode,
  type ModelCallsRecord,
  type Observed,
  type Receipt,
  type WorkOrder,
} from "../../contract/index.ts";
import { CanonicalError, canonicalize, holdJson, sha256Hex } from "../../lib/index.ts";
import { type Decision, negotiationRecord } from "../../negotiation/index.ts";
import type { Policy } from "../../policy/index.ts";
import { findReceiptFault } from "../../receipts/index.ts";
import { endWith, type RunEnd } from "../ending/run-end.ts";
import { MAX_HELD_DEPTH } from "../events/held-depth.ts";
import type { RunSecrets } from "../events/run-secrets.ts";
import type { TraceFacts } from "../events/trace.ts";
import type { DecisionList } from "../gate/decision-list.ts";
import { enforcementWord } from "../gate/enforcement.ts";
import { type RecordedReceipt, type RunLog, recordReceipt } from "../run-log.ts";
import { isPassed } from "./result-check.ts";
import type { WorkspaceFindings } from "./verify.ts";

/** Everything about a run that its receipt states, except how it ended. */
export interface RunFacts {
  readonly order: WorkOrder;
  readonly runId: string;
  readonly mode: ExecutionMode;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly clock: ClockRecord | undefined;
  readonly software: { readonly name: string; readonly version: string };
  readonly backend: Pick<BackendFacts, "identity" | "capabilities">;
  readonly policy: Policy;
  readonly enforcement: EnforcementRecord;
  readonly decisions: Pick<DecisionList, "entries" | "omitted">;
  readonly decision: Decision | undefined;
  /** What was emulated in the order. */
  readonly emulations: readonly EmulationRecord[];
  readonly projection: string | undefined;
  readonly trace: TraceFacts;
  readonly budget: BudgetRecord | undefined;
  readonly sessionEnd: SessionEnd;
  readonly workspace: WorkspaceFindings | undefined;
  readonly modelCalls: ModelCallsRecord | undefined;
  readonly resumedRun: string | undefined;
  readonly warnings: readonly string[];
  readonly secrets: Pick<RunSecrets, "hide">;
}

/** Builds the receipt of a run without its secrets: complete except for its position in a log and its hash. */
export function buildRunReceipt(facts: RunFacts, { report, termination, error }: RunEnd): Receipt {
  const { order, backend, decision, workspace } = facts;
  const isWrong = workspace?.check !== undefined && !isPassed(workspace.check);
  // A result that its own check refuses is not complete, whatever the agent says.
  const outcome = isWrong && report.outcome === "complete" ? "partial" : report.outcome;
  const receipt = buildReceipt(
    {
      runId: facts.runId,
      workOrderId: order.id,
      startedAt: facts.startedAt,
      finishedAt: facts.finishedAt,
      clock: facts.clock,
      mode: facts.mode,
      backend: backend.identity,
      outcome: error === undefined ? outcome : "failed",
      capabilities: backend.capabilities,
      usage: report.usage,
      usageRaw: report.usageRaw,
      trace: facts.trace.held,
      artifacts: [...report.artifacts, ...(workspace?.artifacts ?? [])],
      verification: {
        git_diff: workspace?.gitDiff ?? null,
        git_status: workspace?.gitStatus ?? null,
        harness_ok: report.harnessOk && !isWrong,
      },
    },
    {
      termination,
      observed: observe(facts),
      reported: [
        {
          by: backend.identity.id,
          outcome: report.outcome,
          usage_raw: report.usageRaw ?? null,
          ...fatalOf(error),
          ...(report.receiptSha256 === undefined ? {} : { receipt_sha256: report.receiptSha256 }),
          ...(report.session === undefined ? {} : { session: report.session }),
          ...(report.structuredOutput === undefined ? {} : { structured_output: report.structuredOutput }),
        },
      ],
      ...(decision === undefined
        ? {}
        : { decision_id: decision.id, negotiation: negotiationRecord(decision, facts.emulations) }),
    },
  );
  return facts.secrets.hide(holdReceipt(receipt));
}

/** The receipt in a form that canonical JSON can hold. Its trace is so already. */
function holdReceipt({ trace, ...rest }: Receipt): Receipt {
  return { ...holdJson(rest, MAX_HELD_DEPTH), trace };
}

/** What a sidecar said of its own failure. */
function fatalOf(error: AbpError | undefined): { readonly error?: string; readonly error_code?: string } {
  if (error?.code !== "sidecar_fatal") return {};
  const code = error.details["reported_code"];
  return { error: error.message.toWellFormed(), ...(typeof code === "string" ? { error_code: code } : {}) };
}

/**
 * Records the receipt. One that would not verify is never appended, because it would make the whole log invalid: if the content of
 * the backend is to blame, a failed run without that content is recorded, else a failed run with nothing but its ids and times.
 */
export async function recordRun(
  facts: RunFacts,
  end: RunEnd,
  log: RunLog | undefined,
): Promise<{ readonly recorded: RecordedReceipt; readonly error: AbpError | undefined }> {
  const whole = tryReceipt(() => buildRunReceipt(facts, end));
  if (whole.fault === undefined)
    return { recorded: await recordReceipt(whole.receipt, log), error: end.error };
  const message = `the backend reported content that a receipt cannot hold: ${whole.fault}`;
  const error = new AbpError("backend_crashed", message);
  const failed = endWith(error, "failed");
  const plain = {
    ...facts,
    backend: { identity: plainIdentity(facts), capabilities: {} },
    decision: undefined,
  };
  const bare = tryReceipt(() => buildRunReceipt({ ...plain, trace: facts.trace.withoutEvents() }, failed));
  const receipt = bare.fault === undefined ? bare.receipt : minimalReceipt(plain, failed);
  return { recorded: await recordReceipt(receipt, log), error };
}

type TriedReceipt =
  | { readonly receipt: Receipt; readonly fault: undefined }
  | { readonly receipt?: undefined; readonly fault: string };

/** Builds a receipt, and says why it would not verify. */
function tryReceipt(build: () => Receipt): TriedReceipt {
  try {
    const receipt = build();
    const fault = findReceiptFault(receipt);
    return fault === undefined ? { receipt, fault } : { fault };
  } catch (cause) {
    if (!(cause instanceof CanonicalError)) throw cause;
    return { fault: cause.message };
  }
}

/** The receipt of a run about which nothing else can be recorded. */
function minimalReceipt(facts: RunFacts, { termination }: RunEnd): Receipt {
  const { order, runId, startedAt, finishedAt, clock, mode, backend } = facts;
  return buildReceipt(
    {
      runId,
      workOrderId: order.id,
      startedAt,
      finishedAt,
      clock,
      mode,
      backend: backend.identity,
      outcome: "failed",
    },
    { termination },
  );
}

function plainIdentity({ backend }: RunFacts): BackendFacts["identity"] {
  const id = backend.identity.id.toWellFormed();
  return { id: id === "" ? "unknown" : id, backend_version: null, adapter_version: null };
}

function observe(facts: RunFacts): Observed {
  const { order, policy, enforcement, decisions, projection, sessionEnd, workspace, warnings } = facts;
  const { budget, modelCalls, resumedRun } = facts;
  return {
    work_order_sha256: sha256Hex(canonicalize(order)),
    policy_sha256: sha256Hex(canonicalize(policy.layers.map((layer) => layer.profile))),
    policy: enforcementWord(policy, enforcement),
    sandbox_level: enforcement.level,
    enforcement,
    software: { ...facts.software },
    trace: facts.trace.record(),
    ...(workspace === undefined ? {} : { workspace: workspace.record }),
    ...(sessionEnd.sidecar === undefined ? {} : { sidecar: sessionEnd.sidecar }),
    ...(sessionEnd.exit === undefined ? {} : { exit: { ...sessionEnd.exit } }),
    ...(projection === undefined ? {} : { projection }),
    ...(decisions.entries.length === 0 ? {} : { policy_decisions: [...decisions.entries] }),
    ...(decisions.omitted === 0 ? {} : { policy_decisions_omitted: decisions.omitted }),
    ...(budget === undefined ? {} : { budget }),
    ...(modelCalls === undefined ? {} : { model_calls: modelCalls }),
    ...(workspace?.check === undefined ? {} : { check: workspace.check }),
    ...(resumedRun === undefined ? {} : { resumed_run: resumedRun }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  };
}
