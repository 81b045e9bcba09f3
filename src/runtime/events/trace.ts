import { createHash } from "node:crypto";
import type { AgentEvent, TraceRecord } from "../../contract/index.ts";
import { TRACE_LIMITS, type TraceLimits } from "../../storage/index.ts";

/** The events of a run for its receipt: the first of them, and the count and digest of all. */
export class Trace {
  readonly kept: AgentEvent[] = [];
  readonly #limits: TraceLimits;
  readonly #digest = createHash("sha256");
  #count = 0;
  #bytes = 0;

  constructor(limits: TraceLimits = TRACE_LIMITS) {
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
    // The receipt holds the first events without a gap, so one that does not fit counts as well.
    this.#bytes += Buffer.byteLength(line);
    const { maxEvents, maxBytes } = this.#limits;
    if (this.kept.length < maxEvents && this.#bytes <= maxBytes) this.kept.push(event);
  }

  record(): TraceRecord {
    return { events: this.#count, kept: this.kept.length, sha256: this.#digest.copy().digest("hex") };
  }
}
