import { AbpError, type AgentEvent, type ExecutionMode } from "../../contract/index.ts";
import { CanonicalError, canonicalize, holdJson, mayHoldMarks, restoreJson } from "../../lib/index.ts";
import type { EventFeed } from "./event-feed.ts";
import type { EventWriter } from "./event-writer.ts";
import { MAX_HELD_DEPTH } from "./held-depth.ts";
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

  /**
   * Records an event without the secrets of the run. The caller gets it as it came; trace and store get it in a form that canonical
   * JSON can hold. Throws `backend_crashed` if it is not JSON at all.
   */
  add(given: AgentEvent): void {
    const placed = this.#order?.place(given) ?? given;
    const { held, line: whole } = holdEvent(placed);
    const line = this.#secrets.hideIn(whole);
    this.#bytes += line.length;
    if (line === whole) this.#addTo(placed, held, line);
    else {
      const shown = JSON.parse(line) as AgentEvent;
      this.#addTo(mayHoldMarks(line) ? restoreJson(shown) : shown, shown, line);
    }
  }

  #addTo(event: AgentEvent, held: AgentEvent, line: string): void {
    this.#places.trace.add(event, line, held);
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

/** Almost every event is canonical as it is. A mark in it may be the backend's own, which is then marked itself. */
function holdEvent(event: AgentEvent): { readonly held: AgentEvent; readonly line: string } {
  try {
    const line = canonicalize(event);
    if (!mayHoldMarks(line)) return { held: event, line };
  } catch (cause) {
    if (!(cause instanceof CanonicalError)) throw cause;
  }
  try {
    const held = holdJson(event, MAX_HELD_DEPTH);
    return { held, line: canonicalize(held) };
  } catch (cause) {
    if (!(cause instanceof CanonicalError)) throw cause;
    const message = `the backend reported content that a receipt cannot hold: ${cause.message}`;
    throw new AbpError("backend_crashed", message, { cause });
  }
}
