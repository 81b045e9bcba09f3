import type { AgentEvent } from "../../../contract/index.ts";

/** The events of one run between reading and the caller, in batches. Holds what one read brought, not more. */
export class EventQueue {
  readonly #onTaken: () => void;
  #events: AgentEvent[] = [];
  #hasEnded = false;
  #wake: (() => void) | undefined;

  /** `onTaken` is called when the caller has taken everything, and waits for more. */
  constructor(onTaken: () => void) {
    this.#onTaken = onTaken;
  }

  /** Whether events wait for the caller: reading should pause. */
  get isWaiting(): boolean {
    return this.#events.length > 0 && this.#wake === undefined;
  }

  push(event: AgentEvent): void {
    this.#events.push(event);
  }

  /** A read is complete: hands its events to a caller who waits for them. */
  flush(): void {
    if (this.#events.length > 0) this.#wakeUp();
  }

  /** No event follows. Those in the queue are still delivered. */
  end(): void {
    this.#hasEnded = true;
    this.#wakeUp();
  }

  /** The next batch; undefined after the last one. One caller at a time. */
  async next(): Promise<readonly AgentEvent[] | undefined> {
    if (this.#events.length === 0 && !this.#hasEnded) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#onTaken();
      await woken;
    }
    if (this.#events.length === 0) return undefined;
    const batch = this.#events;
    this.#events = [];
    return batch;
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
