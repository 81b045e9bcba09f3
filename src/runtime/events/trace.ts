import { createHash } from "node:crypto";
import type { AgentEvent, TraceRecord } from "../../contract/index.ts";

/** The most that the receipt holds of a trace. */
export interface TraceLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

export const defaultTraceLimits: TraceLimits = { maxEvents: 10_000, maxBytes: 4 * 1024 * 1024 };

/** The events of a run for its receipt: the first of them, and the count and digest of all. */
export class Trace {
  readonly kept: AgentEvent[] = [];
  readonly #limits: TraceLimits;
  readonly #digest = createHash("sha256");
  #count = 0;
  #bytes = 0;
  #isFull = false;

  constructor(limits: TraceLimits = defaultTraceLimits) {
    this.#limits = limits;
  }

  /** The number of all events. */
  get count(): number {
    return this.#count;
  }

  /** Adds an event; `line` is its canonical JSON. */
  add(event: AgentEvent, line: string): void {
    this.#count += 1;
    this.#digest.update(line).update("\n");
    if (this.#isFull) return;
    this.#bytes += Buffer.byteLength(line);
    const { maxEvents, maxBytes } = this.#limits;
    // The receipt holds the first events without a gap, so one that does not fit ends it.
    this.#isFull = this.kept.length >= maxEvents || this.#bytes > maxBytes;
    if (!this.#isFull) this.kept.push(event);
  }

  record(): TraceRecord {
    return { events: this.#count, kept: this.kept.length, sha256: this.#digest.copy().digest("hex") };
  }
}
