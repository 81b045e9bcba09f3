import type { RunReport } from "../../backends/index.ts";
import type { AgentEvent } from "../../contract/index.ts";
import type { LastMessage } from "../answer/last-message.ts";
import type { RunControl } from "../ending/run-control.ts";
import { failureOf } from "../ending/run-end.ts";
import type { EventRecorder } from "../events/event-recorder.ts";
import type { ToolGate } from "../gate/tool-gate.ts";
import type { RunLimits } from "../limits/run-limits.ts";

/** How long a backend may take to stop, if it does not end by itself. A sidecar is ended much earlier. */
const ABANDON_MS = 60_000;

/** The same, once the run was killed. */
const ABANDON_KILLED_MS = 5000;

/** The most events that are recorded after the run was ended, while its backend stops. */
const MAX_LATE_EVENTS = 1000;

/** Those that look at the events of a run. */
export interface Observers {
  readonly recorder: EventRecorder;
  readonly limits: RunLimits;
  readonly gate: ToolGate;
  readonly lastMessage: Pick<LastMessage, "add">;
  readonly control: RunControl;
}

/**
 * Takes the events of a run until it ends. Returns the report of the backend, or undefined if it has none because the run was
 * ended early. Throws the failure of the backend.
 */
export async function observeEvents(
  events: AsyncGenerator<readonly AgentEvent[], RunReport>,
  observers: Observers,
  abandonMs = ABANDON_MS,
): Promise<RunReport | undefined> {
  const { recorder, limits, gate, control } = observers;
  let late = 0;
  for (;;) {
    limits.waiting();
    const step = await untilAbandoned(events.next(), control, abandonMs);
    limits.working();
    if (step === undefined) {
      // Not awaited, because a backend that does not stop may never end. Its result does not matter any more.
      void events.return(undefined as never).catch(() => undefined);
      return undefined;
    }
    if (step.done) {
      limits.report(step.value.usage);
      const violation = gate.finish();
      if (violation !== undefined) control.end(violation, "failed");
      return step.value;
    }
    for (const event of step.value) {
      if (control.signal.aborted) late += 1;
      if (late <= MAX_LATE_EVENTS) takeEvent(event, observers);
    }
    await untilStopped(recorder.flush(), control.signal);
  }
}

function takeEvent(event: AgentEvent, { recorder, limits, gate, lastMessage, control }: Observers): void {
  try {
    recorder.add(event);
    lastMessage.add(event);
  } catch (error) {
    control.end(failureOf(error), "failed");
    return;
  }
  limits.observe(event, recorder.bytes);
  const violation = gate.observe(event);
  if (violation !== undefined) control.end(violation, "failed");
}

/** The result of `work`; undefined if the run was ended and the work does not end in time. */
function untilAbandoned<Result>(
  work: Promise<Result>,
  { signal, halted }: RunControl,
  abandonMs: number,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUpAfter = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve(undefined), milliseconds);
    };
    const stop = () => giveUpAfter(abandonMs);
    const kill = () => giveUpAfter(Math.min(abandonMs, ABANDON_KILLED_MS));
    if (halted.aborted) kill();
    else if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    halted.addEventListener("abort", kill);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      halted.removeEventListener("abort", kill);
    });
  });
}

/** Waits for `work`, but not longer than until the run is ended. */
function untilStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve();
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
