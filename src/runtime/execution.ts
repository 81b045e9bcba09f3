import type { Backend, RunReport } from "../backends/index.ts";
import { AbpError, type AgentEvent, type WorkOrder } from "../contract/index.ts";
import { emptyReport, endWith, type RunEnd } from "./run-end.ts";

/** One run of a backend. */
export interface Execution {
  readonly backend: Backend;
  readonly order: WorkOrder;
  readonly runId: string;
  readonly now: () => Date;
  /** Cancels the run. */
  readonly signal: AbortSignal;
  /** Resolves when the beginning of the run is durable; the backend starts after that. */
  readonly begin: () => Promise<void>;
  readonly onEvent: (event: AgentEvent) => void;
}

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Runs the backend to its end. Rejects only if `begin` does; the backend has not started then. */
export async function execute(execution: Execution): Promise<RunEnd> {
  const { order, signal: caller, begin } = execution;
  const deadline = new AbortController();
  const limitMs = order.timeout_ms;
  const timer =
    limitMs === undefined ? undefined : setTimeout(() => deadline.abort(), Math.min(limitMs, MAX_TIMER_MS));
  const signal = AbortSignal.any([caller, deadline.signal]);
  try {
    if (!signal.aborted) await begin();
    return await runBackend(execution, signal);
  } finally {
    clearTimeout(timer);
  }
}

async function runBackend(execution: Execution, signal: AbortSignal): Promise<RunEnd> {
  const { backend, order, runId, now, onEvent } = execution;
  try {
    signal.throwIfAborted();
    const events = backend.run({ runId, workOrder: order, signal, now });
    const report = await readEvents(events, signal, onEvent);
    return { report, termination: { reason: "completed" }, error: undefined };
  } catch (cause) {
    return explainFailure(cause, execution, signal);
  }
}

async function readEvents(
  events: AsyncGenerator<AgentEvent, RunReport>,
  signal: AbortSignal,
  onEvent: (event: AgentEvent) => void,
): Promise<RunReport> {
  try {
    for (;;) {
      signal.throwIfAborted();
      const step = await nextUnlessAborted(events, signal);
      if (step.done) return step.value;
      onEvent(step.value);
    }
  } finally {
    // Not awaited, because a backend that ignores its signal may never end. Its result does not matter any more.
    if (signal.aborted) void events.return(emptyReport).catch(() => undefined);
  }
}

// Each step adds and removes a listener. One promise raced for the whole run would collect a reaction for each event.
function nextUnlessAborted<Event, Result>(
  events: AsyncGenerator<Event, Result>,
  signal: AbortSignal,
): Promise<IteratorResult<Event, Result>> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    events
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

function explainFailure(cause: unknown, { order, signal: caller }: Execution, signal: AbortSignal): RunEnd {
  if (caller.aborted) {
    return endWith(new AbpError("run_cancelled", "the caller cancelled the run", { cause }), "cancelled");
  }
  if (signal.aborted) {
    const message = `the run took longer than ${order.timeout_ms} ms`;
    return endWith(new AbpError("run_timed_out", message, { cause }), "timed_out");
  }
  if (AbpError.is(cause)) return endWith(cause, "failed");
  const message = cause instanceof Error ? cause.message : String(cause);
  return endWith(new AbpError("backend_crashed", `the backend failed: ${message}`, { cause }), "failed");
}
