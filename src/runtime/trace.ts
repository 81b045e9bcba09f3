import type { AgentEvent } from "../contract/index.ts";
import { type Instant, parseInstant } from "../receipts/index.ts";
import type { RunClock } from "./run-clock.ts";

const NANOSECONDS_PER_MS = 1_000_000n;

/**
 * The events of a run in order, passed on to a listener that may fail. An event with an earlier time than the event before it
 * gets that event's time: the backend's clock may step back, and a receipt whose events are out of order is not valid.
 */
export class Trace {
  readonly events: AgentEvent[] = [];
  readonly #clock: Pick<RunClock, "noteStep">;
  readonly #listener: ((event: AgentEvent) => void) | undefined;
  #latest: { readonly text: string; readonly instant: Instant } | undefined;
  #listenerError: { readonly error: unknown } | undefined;

  constructor(clock: Pick<RunClock, "noteStep">, listener: ((event: AgentEvent) => void) | undefined) {
    this.#clock = clock;
    this.#listener = listener;
  }

  add(given: AgentEvent): void {
    const event = this.#inOrder(given);
    this.events.push(event);
    if (this.#listenerError !== undefined) return;
    try {
      this.#listener?.(event);
    } catch (error) {
      this.#listenerError = { error };
    }
  }

  throwListenerError(): void {
    if (this.#listenerError !== undefined) throw this.#listenerError.error;
  }

  #inOrder(event: AgentEvent): AgentEvent {
    const instant = parseInstant(event.ts);
    if (instant === undefined) return event;
    const latest = this.#latest;
    if (latest === undefined || instant >= latest.instant) {
      this.#latest = { text: event.ts, instant };
      return event;
    }
    this.#clock.noteStep(Math.max(1, Number((latest.instant - instant) / NANOSECONDS_PER_MS)));
    return { ...event, ts: latest.text };
  }
}
