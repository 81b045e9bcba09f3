import { AbpError, type AgentEvent, type ExecutionMode } from "../../contract/index.ts";
import { CanonicalError, canonicalize } from "../../lib/index.ts";
import type { EventFeed } from "./event-feed.ts";
import type { EventWriter } from "./event-writer.ts";
import type { RunSecrets } from "./run-secrets.ts";
import type { TimeOrder } from "./time-order.ts";
import type { Trace } from "./trace.ts";

/** The places that every event of a run goes to. */
export interface EventPlaces {
  readonly trace: Trace;
  readonly writer: EventWriter;
  readonly feed: EventFeed;
}

/** Takes the events of a run in order: into the trace, into the store, and to the caller. */
export class EventRecorder {
  readonly #places: EventPlaces;
  readonly #order: TimeOrder | undefined;
  readonly #secrets: Pick<RunSecrets, "hideIn">;
  #bytes = 0;

  /** In passthrough the times of events stay as they are. */
  constructor(
    places: EventPlaces,
    order: TimeOrder,
    mode: ExecutionMode,
    secrets: Pick<RunSecrets, "hideIn">,
  ) {
    this.#places = places;
    this.#secrets = secrets;
    this.#order = mode === "mapped" ? order : undefined;
  }

  /** The bytes of all events as canonical JSON. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Records an event without the secrets of the run. Throws `backend_crashed` where it has no canonical JSON form, which a receipt needs. */
  add(given: AgentEvent): void {
    const placed = this.#order?.place(given) ?? given;
    const whole = canonicalLine(placed);
    const line = this.#secrets.hideIn(whole);
    const event = line === whole ? placed : (JSON.parse(line) as AgentEvent);
    this.#bytes += line.length;
    this.#places.trace.add(event, line);
    this.#places.writer.add(event, line);
  }

  /** Begins to store what was added. Resolves when store and caller can take more. */
  async flush(): Promise<void> {
    await this.#places.writer.flush();
    await this.#places.feed.ready();
  }

  /** Resolves when everything is stored; the caller gets no further event. */
  async close(): Promise<void> {
    await this.#places.writer.drain();
    this.#places.feed.close();
  }
}

function canonicalLine(event: AgentEvent): string {
  try {
    return canonicalize(event);
  } catch (cause) {
    if (!(cause instanceof CanonicalError)) throw cause;
    const message = `the backend reported content that a receipt cannot hold: ${cause.message}`;
    throw new AbpError("backend_crashed", message, { cause });
  }
}
