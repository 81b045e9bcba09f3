import { randomBytes } from "node:crypto";
import type { Backend } from "../backends/index.ts";
import {
  AbpError,
  type AgentEvent,
  type CompatibilityMode,
  formatTimestamp,
  type PolicyProfile,
  type Receipt,
  type WorkOrder,
  wireErrorCode,
} from "../contract/index.ts";
import { CanonicalError, uuidV7 } from "../lib/index.ts";
import {
  canonicalCapability,
  type Decision,
  decideOrder,
  manifestFromWire,
  rejection,
} from "../negotiation/index.ts";
import { compilePolicy, type Policy, tightenPolicy } from "../policy/index.ts";
import type { Verification } from "../receipts/index.ts";
import { execute } from "./execution.ts";
import { checkWorkOrder } from "./order-check.ts";
import { RunClock } from "./run-clock.ts";
import { endWith, type RunEnd } from "./run-end.ts";
import { type RecordedReceipt, type RunLog, recordReceipt } from "./run-log.ts";
import { buildRunReceipt, type RunFacts, type RunFinish } from "./run-receipt.ts";
import { Trace } from "./trace.ts";

/** Options of `runWorkOrder`. */
export interface RunOptions {
  readonly backend: Backend;
  /** The program that runs the order, as the receipt names it. */
  readonly software: { readonly name: string; readonly version: string };
  /** Records the run. Without a log, the receipt is sealed but neither signed nor stored. */
  readonly log?: RunLog | undefined;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** How strictly requirements are met, unless the order says so. */
  readonly mode?: CompatibilityMode;
  /** Policies that the order's policy cannot loosen; each narrows those before it. */
  readonly policyFloors?: readonly PolicyProfile[];
  /** Receives each event of the trace. If it throws, the run goes on, and the error is thrown after the receipt is recorded. */
  readonly onEvent?: (event: AgentEvent) => void;
  readonly now?: () => Date;
  /** Returns a new UUID for each call. */
  readonly newId?: () => string;
}

/** The result of a run. Every run has a receipt; `error` is set where it did not complete. */
export interface RunResult {
  /** As it stands in the log; without a log, as it was sealed. */
  readonly receipt: Receipt;
  readonly verification: Verification;
  readonly decision: Decision;
  readonly error: AbpError | undefined;
}

/**
 * Runs one work order. Throws before anything begins where the order or a policy is invalid. From then on, every ending leaves
 * one receipt: completed, refused, cancelled, timed out or failed. The beginning of the run is durable in the log before the
 * backend starts. The receipt is appended to the log and verified from its proof bundle. Throws `receipt_store_failed` where
 * the log cannot be written.
 */
export async function runWorkOrder(order: WorkOrder, options: RunOptions): Promise<RunResult> {
  const { backend, software, log } = options;
  const clock = new RunClock(options.now ?? (() => new Date()));
  const { now } = clock;
  const newId = options.newId ?? (() => uuidV7(Date.now(), randomBytes(10)));
  checkWorkOrder(order);
  const policy = layerPolicies([...(options.policyFloors ?? []), order.policy]);
  const startedAt = now();
  const runId = newId();
  const decision = negotiateOrder(newId(), order, options, formatTimestamp(startedAt));
  const facts: RunFacts = { order, runId, startedAt, backend, policy, decision, software };
  const trace = new Trace(clock, options.onEvent);
  const end =
    decision.verdict === "reject"
      ? endWith(rejection(decision), "refused")
      : await execute({
          backend,
          order,
          runId,
          now,
          signal: options.signal ?? new AbortController().signal,
          begin: () => begin(facts, log),
          onEvent: (event) => trace.add(event),
        });
  if (end.error !== undefined) trace.add(errorEvent(end.error, now()));
  const finish = { at: now(), clock: clock.record() };
  const { error, recorded } = await recordEnd(facts, end, trace, finish, log);
  trace.throwListenerError();
  return { ...recorded, decision, error };
}

function layerPolicies([lowest, ...others]: readonly PolicyProfile[]): Policy {
  return others.reduce((policy, profile) => tightenPolicy(policy, profile), compilePolicy(lowest!));
}

// Emulators rewrite model calls. The backend of a work order is an agent, so no emulator applies to it.
function negotiateOrder(id: string, order: WorkOrder, options: RunOptions, at: string): Decision {
  const { backend, mode } = options;
  const target = {
    provider: backend.identity.id,
    model: order.config.model ?? "default",
    backend: backend.identity.id,
  };
  const manifest = manifestFromWire(backend.capabilities, { target, at, canonicalName: canonicalCapability });
  return decideOrder({ id, order, manifest, ...(mode === undefined ? {} : { mode }) });
}

async function begin({ runId, order, startedAt, backend }: RunFacts, log: RunLog | undefined): Promise<void> {
  await log?.ledger.begin({
    runId,
    workOrderId: order.id,
    startedAt,
    backendId: backend.identity.id,
    mode: "mapped",
  });
}

/** Records the receipt. Where the backend's content has no canonical JSON form, records a failed run without that content. */
async function recordEnd(
  facts: RunFacts,
  end: RunEnd,
  trace: Trace,
  finish: RunFinish,
  log: RunLog | undefined,
): Promise<{ recorded: RecordedReceipt; error: AbpError | undefined }> {
  try {
    const receipt = buildRunReceipt(facts, end, trace.events, finish);
    return { recorded: await recordReceipt(receipt, log), error: end.error };
  } catch (cause) {
    if (!(cause instanceof CanonicalError)) throw cause;
    const message = `the backend reported content that a receipt cannot hold: ${cause.message}`;
    const error = new AbpError("backend_crashed", message, { cause });
    const events = [errorEvent(error, finish.at)];
    const receipt = buildRunReceipt(facts, endWith(error, "failed"), events, finish);
    return { recorded: await recordReceipt(receipt, log), error };
  }
}

function errorEvent(error: AbpError, now: Date): AgentEvent {
  return {
    ts: formatTimestamp(now),
    type: "error",
    message: error.message,
    error_code: wireErrorCode(error.code),
  };
}
