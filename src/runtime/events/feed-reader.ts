import type { AgentEvent } from "../../contract/index.ts";

/** A reader that is so many events behind holds the run back. */
export const MAX_EVENTS_BEHIND = 1024;

/** The place of a reader in a feed, and the events that arrived since it came and that nothing else holds. */
export class FeedReader {
  /** The sequence number of its next event. */
  position = 0;
  /** The number of events when the reader came. */
  readonly joinedAt: number;
  #held: AgentEvent[] = [];
  #taken = 0;
  #wake: (() => void) | undefined;

  constructor(joinedAt: number) {
    this.joinedAt = joinedAt;
  }

  hold(event: AgentEvent): void {
    this.#held.push(event);
  }

  /** The oldest held event, which is held no longer. */
  take(): AgentEvent {
    const event = this.#held[this.#taken]!;
    this.#taken += 1;
    if (this.#taken === MAX_EVENTS_BEHIND || this.#taken === this.#held.length) {
      this.#held = this.#held.slice(this.#taken);
      this.#taken = 0;
    }
    return event;
  }

  /** Resolves at the next `wake`. */
  wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
