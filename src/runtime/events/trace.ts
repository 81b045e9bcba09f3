import { createHash } from "node:crypto";
import type { AgentEvent, TraceRecord } from "../../contract/index.ts";
import { TRACE_LIMITS, type TraceLimits } from "../../storage/index.ts";

/** Lines of so many characters are added to the digest together. */
const MIN_DIGESTED = 32 * 1024;

/** What a receipt takes from a trace. */
export interface TraceFacts {
  /** The first events in the form that a receipt can hold. */
  readonly held: readonly AgentEvent[];
  record(): TraceRecord;
  /** The count and digest of all events, without any of them. */
  withoutEvents(): TraceFacts;
}

/** The events of a run for its receipt: the first of them, and the count and digest of all. */
export class Trace implements TraceFacts {
  /** The first events, as they came. */
  readonly kept: AgentEvent[] = [];
  /** Those of them that a receipt holds in another form, by their place. */
  readonly #held = new Map<number, AgentEvent>();
  readonly #limits: TraceLimits;
  readonly #digest = createHash("sha256");
  /** Lines that are not in the digest yet, because each update has a fixed cost. */
  #undigested = "";
  #count = 0;
  #bytes = 0;

  constructor(limits: TraceLimits = TRACE_LIMITS) {
    this.#limits = limits;
  }

  /** The number of all events. */
  get count(): number {
    return this.#count;
  }

  get held(): readonly AgentEvent[] {
    return this.#held.size === 0 ? this.kept : this.kept.map((event, at) => this.#held.get(at) ?? event);
  }

  /** Adds an event; `held` is the form that a receipt holds, and `line` its canonical JSON. */
  add(event: AgentEvent, line: string, held: AgentEvent = event): void {
    this.#count += 1;
    this.#undigested += `${line}\n`;
    if (this.#undigested.length >= MIN_DIGESTED) this.#digestLines();
    // The receipt holds the first events without a gap, so one that does not fit counts as well.
    this.#bytes += Buffer.byteLength(line);
    const { maxEvents, maxBytes } = this.#limits;
    if (this.kept.length >= maxEvents || this.#bytes > maxBytes) return;
    if (held !== event) this.#held.set(this.kept.length, held);
    this.kept.push(event);
  }

  withoutEvents(): TraceFacts {
    const bare: TraceFacts = {
      held: [],
      record: () => ({ ...this.record(), kept: 0 }),
      withoutEvents: () => bare,
    };
    return bare;
  }

  record(): TraceRecord {
    this.#digestLines();
    return { events: this.#count, kept: this.kept.length, sha256: this.#digest.copy().digest("hex") };
  }

  #digestLines(): void {
    this.#digest.update(this.#undigested);
    this.#undigested = "";
  }
}
