import { randomBytes } from "node:crypto";
import type { Backend } from "../backends/index.ts";
import type { WorkOrder } from "../contract/index.ts";
import { uuidV7 } from "../lib/index.ts";
import type { RunControl } from "./ending/run-control.ts";
import { Run } from "./run/run.ts";
import type { RunHandle, RunResult } from "./run-handle.ts";
import type { RunOptions } from "./run-options.ts";
import { type RunParts, workspaceParts } from "./run-parts.ts";
import { checkRunNames } from "./setting/order-check.ts";
import { prepareRun, type RunSetting } from "./setting/run-setting.ts";

/**
 * Runs one work order. Throws before anything begins if the order or a policy is invalid, or the workspace
 * is no directory. From then on, every ending leaves
 * one receipt: completed, refused, cancelled, timed out or failed. The beginning of the run is durable in the log before
 * anything is staged or started. The receipt is appended to the log and verified from its proof bundle. A log that cannot be
 * written rejects `receipt` and `result`.
 *
 * @example
 * import { runStreaming } from "agent-backplane";
 * const run = runStreaming(backend, order, { software: { name: "my-program", version: "1" } });
 * for await (const event of run.events) console.log(event.type);
 * const { receipt, error } = await run.result;
 */
export function runStreaming(
  backend: Backend,
  order: WorkOrder,
  options: RunOptions,
  parts: Partial<RunParts> = {},
): RunHandle {
  const setting = prepareRun(backend, order, options, {
    ...workspaceParts,
    now: options.now ?? (() => new Date()),
    newId: options.newId ?? (() => uuidV7(Date.now(), randomBytes(10))),
    ...parts,
  });
  const { runId, events, control } = setting;
  checkRunNames(runId, backend);
  const stop = watch(options.signal, control);
  const run = new Run(setting);
  // The caller gets the handle before the first step, so that it misses nothing.
  const executed = Promise.resolve()
    .then(() => run.execute())
    .finally(() => {
      stop();
      events.feed.close();
    });
  const receipt = executed.then((result) => result.receipt);
  const result = executed.then((given) => throwListenerError(given, setting));
  // A caller may wait for only one of them.
  receipt.catch(() => undefined);
  result.catch(() => undefined);
  return {
    runId,
    events: events.feed,
    receipt,
    result,
    spent: () => run.spent(),
    steer: (text) => run.steer(text),
    cancel: (reason) => control.cancel(reason),
    kill: () => control.kill(),
  };
}

function watch(signal: AbortSignal | undefined, control: RunControl): () => void {
  if (signal === undefined) return () => undefined;
  const cancel = () => control.cancel(String(signal.reason));
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  return () => signal.removeEventListener("abort", cancel);
}

function throwListenerError(result: RunResult, { listeners }: RunSetting): RunResult {
  if (listeners.error !== undefined) throw listeners.error.error;
  return result;
}
