import type { AgentEvent } from "../../contract/index.ts";

/** A reader that is so many events behind holds the run back. */
export const MAX_EVENTS_BEHIND = 1024;

/** The place of a reader in a feed, and the events that arrived since it came and that nothing else holds. */
export class FeedReader {
  /** The sequence number of its next event. */
  position = 0;
  /** The number of events when the reader came. */
  readonly joinedAt: number;
  readonly #held: AgentEvent[] = [];
  #wake: (() => void) | undefined;

  constructor(joinedAt: number) {
    this.joinedAt = joinedAt;
  }

  hold(event: AgentEvent): void {
    this.#held.push(event);
  }

  /** The oldest held event, which is held no longer. */
  take(): AgentEvent {
    return this.#held.shift()!;
  }

  /** Resolves at the next `wake`. */
  wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }

  wake(): void {
    this.#wake?.();
  }
}
