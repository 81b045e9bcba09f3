import type { AgentEvent } from "../../contract/index.ts";
import { type Instant, parseInstant } from "../../receipts/index.ts";
import type { RunClock } from "./run-clock.ts";

const NANOSECONDS_PER_MS = 1_000_000n;

/**
 * Keeps the times of events in order. An event with an earlier time than the event before it gets that event's time: the
 * backend's clock may step back, and a receipt whose events are out of order is not valid.
 */
export class TimeOrder {
  readonly #clock: Pick<RunClock, "noteStep">;
  #latest: { readonly text: string; readonly instant: Instant } | undefined;

  constructor(clock: Pick<RunClock, "noteStep">) {
    this.#clock = clock;
  }

  place(event: AgentEvent): AgentEvent {
    const latest = this.#latest;
    if (latest !== undefined && latest.text === event.ts) return event;
    const instant = parseInstant(event.ts);
    if (instant === undefined) return event;
    if (latest === undefined || instant >= latest.instant) {
      this.#latest = { text: event.ts, instant };
      return event;
    }
    this.#clock.noteStep(Math.max(1, Number((latest.instant - instant) / NANOSECONDS_PER_MS)));
    return { ...event, ts: latest.text };
  }
}
