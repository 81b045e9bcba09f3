import type { Backend, RunReport } from "../backends/index.ts";
import {
  AbpError,
  type AgentEvent,
  buildReceipt,
  type CompatibilityMode,
  formatTimestamp,
  type Observed,
  type PolicyProfile,
  type Receipt,
  type Termination,
  type WorkOrder,
  wireErrorCode,
} from "../contract/index.ts";
import { canonicalize, sha256Hex } from "../lib/index.ts";
import {
  canonicalCapability,
  type Decision,
  decideOrder,
  manifestFromWire,
  negotiationRecord,
  rejection,
} from "../negotiation/index.ts";
import { compilePolicy, describePolicy, type Policy, tightenPolicy } from "../policy/index.ts";
import { checkWorkOrder } from "./order-check.ts";

/** What a run needs from the world, and what it is told. */
export interface RunOptions {
  readonly backend: Backend;
  readonly now: () => Date;
  /** A fresh UUID for each call. */
  readonly newId: () => string;
  readonly signal: AbortSignal;
  readonly software: { readonly name: string; readonly version: string };
  readonly mode?: CompatibilityMode;
  /** What no work order may loosen; each narrows the ones before it. */
  readonly policyFloors?: readonly PolicyProfile[];
  readonly onEvent?: (event: AgentEvent) => void;
}

/** How a run ended: always with a receipt, and with the error where it failed. */
export interface RunResult {
  readonly receipt: Receipt;
  readonly decision: Decision;
  readonly error: AbpError | undefined;
}

/**
 * Runs one work order. What is wrong with the order itself is thrown before anything begins;
 * from then on every end, refusals included, is a receipt that is complete but for its place in a log.
 */
export async function runWorkOrder(order: WorkOrder, options: RunOptions): Promise<RunResult> {
  checkWorkOrder(order);
  const policy = layerPolicies([...(options.policyFloors ?? []), order.policy]);
  const startedAt = options.now();
  const runId = options.newId();
  const decision = negotiateOrder(order, options, formatTimestamp(startedAt));
  const trace: AgentEvent[] = [];
  const record = (event: AgentEvent) => {
    trace.push(event);
    options.onEvent?.(event);
  };
  const end =
    decision.verdict === "reject"
      ? endWith(rejection(decision), "refused")
      : await execute({ order, runId, options, record });
  if (end.error !== undefined) record(errorEvent(end.error, options.now()));
  const receipt = buildReceipt(
    {
      runId,
      workOrderId: order.id,
      startedAt,
      finishedAt: options.now(),
      backend: options.backend.identity,
      outcome: end.error === undefined ? end.report.outcome : "failed",
      capabilities: options.backend.capabilities,
      usage: end.report.usage,
      usageRaw: end.report.usageRaw,
      trace,
      artifacts: end.report.artifacts,
      verification: { harness_ok: end.report.harnessOk },
    },
    {
      termination: end.termination,
      observed: observe(order, policy, options),
      reported: [
        {
          by: options.backend.identity.id,
          outcome: end.report.outcome,
          usage_raw: end.report.usageRaw ?? null,
        },
      ],
      decision_id: decision.id,
      negotiation: negotiationRecord(decision),
    },
  );
  return { receipt, decision, error: end.error };
}

interface RunEnd {
  readonly report: RunReport;
  readonly termination: Termination;
  readonly error: AbpError | undefined;
}

const nothing: RunReport = { outcome: "failed", usage: {}, usageRaw: {}, artifacts: [], harnessOk: false };

function endWith(error: AbpError, reason: Termination["reason"]): RunEnd {
  return { report: nothing, termination: { reason, code: error.code, message: error.message }, error };
}

function layerPolicies([lowest, ...others]: readonly PolicyProfile[]): Policy {
  return others.reduce((policy, profile) => tightenPolicy(policy, profile), compilePolicy(lowest!));
}

// Our emulators rewrite model calls; a work order's backend is an agent, so none of them applies to it.
function negotiateOrder(order: WorkOrder, options: RunOptions, at: string): Decision {
  const { backend, mode } = options;
  const target = {
    provider: backend.identity.id,
    model: order.config.model ?? "default",
    backend: backend.identity.id,
  };
  const manifest = manifestFromWire(backend.capabilities, { target, at, canonicalName: canonicalCapability });
  return decideOrder({ id: options.newId(), order, manifest, ...(mode === undefined ? {} : { mode }) });
}

interface Execution {
  readonly order: WorkOrder;
  readonly runId: string;
  readonly options: RunOptions;
  readonly record: (event: AgentEvent) => void;
}

async function execute({ order, runId, options, record }: Execution): Promise<RunEnd> {
  const deadline = order.timeout_ms === undefined ? [] : [AbortSignal.timeout(order.timeout_ms)];
  const signal = AbortSignal.any([options.signal, ...deadline]);
  try {
    signal.throwIfAborted();
    const events = options.backend.run({ runId, workOrder: order, signal, now: options.now });
    const report = await forward(events, signal, record);
    return { report, termination: { reason: "completed" }, error: undefined };
  } catch (cause) {
    const error = explain(cause, order, options.signal, signal);
    const reasons = { run_cancelled: "cancelled", run_timed_out: "timed_out" } as const;
    return endWith(error, reasons[error.code as keyof typeof reasons] ?? "failed");
  }
}

async function forward(
  events: AsyncGenerator<AgentEvent, RunReport>,
  signal: AbortSignal,
  record: (event: AgentEvent) => void,
): Promise<RunReport> {
  try {
    for (;;) {
      const step = await nextUnlessAborted(events, signal);
      if (step.done) return step.value;
      record(step.value);
    }
  } finally {
    // Not awaited: a backend that ignores its signal must not keep the caller waiting, whatever it ends with.
    if (signal.aborted) void events.return(nothing).catch(() => undefined);
  }
}

// A listener per step, taken away again: racing one promise for the whole run would collect a reaction per event.
function nextUnlessAborted<Event, Result>(
  events: AsyncGenerator<Event, Result>,
  signal: AbortSignal,
): Promise<IteratorResult<Event, Result>> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    events
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

function explain(cause: unknown, order: WorkOrder, caller: AbortSignal, signal: AbortSignal): AbpError {
  if (caller.aborted) return new AbpError("run_cancelled", "the run was cancelled by its caller", { cause });
  if (signal.aborted) {
    return new AbpError("run_timed_out", `the run took longer than ${order.timeout_ms} ms`, { cause });
  }
  if (AbpError.is(cause)) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AbpError("backend_crashed", `the backend failed: ${message}`, { cause });
}

function errorEvent(error: AbpError, now: Date): AgentEvent {
  return {
    ts: formatTimestamp(now),
    type: "error",
    message: error.message,
    error_code: wireErrorCode(error.code),
  };
}

function observe(order: WorkOrder, policy: Policy, options: RunOptions): Observed {
  return {
    work_order_sha256: sha256Hex(canonicalize(order)),
    policy_sha256: sha256Hex(canonicalize(policy.layers.map((layer) => layer.profile))),
    policy: describePolicy(policy) === "open" ? "open" : "advisory",
    sandbox_level: "L0",
    software: { ...options.software },
  };
}
