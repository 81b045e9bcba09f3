import type { Backend, BackendFacts, RegisteredBackend } from "../../../backends/index.ts";
import { AbpError } from "../../../contract/index.ts";
import type { BackendAnswer, BackendState } from "../../display/backend-list/backend-state.ts";

/** How backends are asked. */
export interface ProbeOptions {
  /** Starts a backend, asks it and ends it again. It must do so soon after the signal aborts. */
  readonly inspect: (backend: Backend, signal: AbortSignal) => Promise<BackendFacts>;
  /** How long each may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called with the names of those that are being asked, whenever they change. */
  readonly onProgress?: (asking: readonly string[]) => void;
}

/** More programs at once would compete for the processor, and their answers would come later. */
const MAX_AT_ONCE = 4;

/** How long a backend may take to end after its time is over. */
const END_MS = 5000;

/**
 * Asks backends what they can do, some at a time. One that cannot start here is not started. Never rejects for a backend that
 * fails.
 */
export async function probeBackends(
  registered: readonly RegisteredBackend[],
  options: ProbeOptions,
): Promise<BackendState[]> {
  const states: BackendState[] = [];
  const asking = new Set<string>();
  const queue = registered.entries();
  const work = async () => {
    for (const [index, { name, type, backend }] of queue) {
      asking.add(name);
      options.onProgress?.([...asking]);
      states[index] = { name, type, agent: backend.agent, ...(await probe(backend, options)) };
      asking.delete(name);
      options.onProgress?.([...asking]);
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
  return states;
}

async function probe(
  backend: Backend,
  { inspect, timeoutMs, signal: caller }: ProbeOptions,
): Promise<BackendAnswer> {
  const fault = backend.findFault?.();
  if (fault !== undefined) return { state: stateOf(fault), error: fault };
  const limit = new AbortController();
  const signal = AbortSignal.any([caller, limit.signal]);
  const timeout = new AbpError("backend_timeout", `it did not answer within ${timeoutMs / 1000} s`, {
    where: `backends.${backend.name}`,
  });
  const gaveUp = Promise.withResolvers<BackendAnswer>();
  const timers = [
    setTimeout(() => limit.abort(timeout), timeoutMs),
    setTimeout(() => gaveUp.resolve({ state: "failed", error: timeout }), timeoutMs + END_MS),
  ];
  try {
    caller.throwIfAborted();
    const answer = inspect(backend, signal).then(
      (facts): BackendAnswer => ({ state: "ready", facts }),
      (error: unknown): BackendAnswer => ({
        state: "failed",
        error: limit.signal.aborted ? timeout : asAbpError(error),
      }),
    );
    return await Promise.race([answer, gaveUp.promise]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

function stateOf({ code }: AbpError): "not_installed" | "failed" {
  return code === "agent_not_installed" ? "not_installed" : "failed";
}

function asAbpError(error: unknown): AbpError {
  if (AbpError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AbpError("backend_crashed", message, { cause: error });
}
