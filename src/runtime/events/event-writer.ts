import type { AgentEvent } from "../../contract/index.ts";
import type { Ledger } from "../../storage/index.ts";

/** The most that waits for the store; more holds the run back. */
const MAX_WAITING_EVENTS = 4096;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

interface Waiting {
  readonly events: AgentEvent[];
  readonly lines: string[];
  bytes: number;
}

function nothing(): Waiting {
  return { events: [], lines: [], bytes: 0 };
}

/**
 * Writes the events of a run to the store, with one write under way at a time, and passes each event on once it is durable.
 * Without a store, or after a write has failed, it passes events on at once.
 */
export class EventWriter {
  readonly #runId: string;
  readonly #onWritten: (event: AgentEvent) => void;
  readonly #onFailure: (error: unknown) => void;
  #ledger: Pick<Ledger, "appendEvents"> | undefined;
  #stored = 0;
  #waiting = nothing();
  #write: Promise<void> | undefined;

  constructor(
    ledger: Pick<Ledger, "appendEvents"> | undefined,
    runId: string,
    listener: {
      readonly onWritten: (event: AgentEvent) => void;
      /** Called at most once. */
      readonly onFailure: (error: unknown) => void;
    },
  ) {
    this.#ledger = ledger;
    this.#runId = runId;
    this.#onWritten = listener.onWritten;
    this.#onFailure = listener.onFailure;
  }

  /** Takes an event; `line` is its canonical JSON. */
  add(event: AgentEvent, line: string): void {
    if (this.#ledger === undefined) {
      this.#onWritten(event);
      return;
    }
    this.#waiting.events.push(event);
    this.#waiting.lines.push(line);
    this.#waiting.bytes += line.length;
  }

  /** Begins a write of what was added. Resolves at once, or when little enough waits for the store. */
  async flush(): Promise<void> {
    while (this.#write !== undefined && this.#isFull()) await this.#write;
    this.#begin();
  }

  /** Resolves when every event is written, or the store has failed. */
  async drain(): Promise<void> {
    this.#begin();
    while (this.#write !== undefined) await this.#write;
  }

  #isFull(): boolean {
    const { events, bytes } = this.#waiting;
    return events.length >= MAX_WAITING_EVENTS || bytes >= MAX_WAITING_BYTES;
  }

  #begin(): void {
    if (this.#write !== undefined || this.#waiting.events.length === 0) return;
    const { events, lines } = this.#waiting;
    this.#waiting = nothing();
    const write = this.#ledger?.appendEvents(this.#runId, this.#stored, lines) ?? Promise.resolve();
    this.#write = write
      .then(
        () => {
          this.#stored += lines.length;
        },
        (error: unknown) => this.#fail(error),
      )
      .then(() => {
        for (const event of events) this.#onWritten(event);
        this.#write = undefined;
        this.#begin();
      });
  }

  #fail(error: unknown): void {
    this.#ledger = undefined;
    this.#onFailure(error);
  }
}
