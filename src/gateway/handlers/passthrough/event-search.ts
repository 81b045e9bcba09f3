import type { Dialect } from "../../../dialects/index.ts";

/** How many of the last events with a marker are read. Usage totals are cumulative, so the last events suffice. */
const LAST_EVENTS = 4;

const DATA_LINE = "\ndata:";
/** Characters with a meaning of their own in a regular expression. */
const SPECIAL = /[$()*+.?[\\\]^{|}]/g;

/** The lines of a stream that have something to read, by where they start. */
export interface FoundLines {
  /** Lines with facts: for each marker the first line and the last ones. */
  readonly facts: ReadonlySet<number>;
  /** Lines with parts of tool calls. */
  readonly calls: ReadonlySet<number>;
  /** The number of events. */
  readonly events: number;
}

/**
 * Finds the events of a stream that are worth parsing, in one pass for all markers of a dialect. Vendors write one `data`
 * line for each event, so the number of those lines is the number of events.
 */
export class EventSearch {
  readonly #markers: RegExp;
  readonly #ofFacts: ReadonlySet<string>;
  readonly #ofCalls: ReadonlySet<string>;

  constructor({ eventMarkers, callMarkers }: Pick<Dialect, "eventMarkers" | "callMarkers">) {
    const all = [...eventMarkers, ...callMarkers];
    this.#markers = new RegExp(all.map((marker) => marker.replace(SPECIAL, "\\$&")).join("|"), "g");
    this.#ofFacts = new Set(eventMarkers);
    this.#ofCalls = new Set(callMarkers);
  }

  /** `text` has one character for each byte, and begins with a line. */
  find(text: string): FoundLines {
    const calls = new Set<number>();
    const byMarker = new Map<string, number[]>();
    const markers = this.#markers;
    markers.lastIndex = 0;
    for (let match = markers.exec(text); match !== null; match = markers.exec(text)) {
      const start = text.lastIndexOf("\n", match.index) + 1;
      const marker = match[0];
      if (this.#ofCalls.has(marker)) calls.add(start);
      if (!this.#ofFacts.has(marker)) continue;
      const starts = byMarker.get(marker);
      if (starts === undefined) byMarker.set(marker, [start]);
      else if (starts.at(-1) !== start) starts.push(start);
    }
    return { facts: factsOf(byMarker), calls, events: countEvents(text) };
  }
}

function factsOf(byMarker: ReadonlyMap<string, readonly number[]>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const starts of byMarker.values()) {
    found.add(starts[0]!);
    for (const start of starts.slice(-LAST_EVENTS)) found.add(start);
  }
  return found;
}

function countEvents(text: string): number {
  let count = text.startsWith("data:") ? 1 : 0;
  for (let at = text.indexOf(DATA_LINE); at !== -1; at = text.indexOf(DATA_LINE, at + DATA_LINE.length))
    count += 1;
  return count;
}

const searches = new WeakMap<Dialect, EventSearch>();

/** The search of a dialect, which is made once. */
export function searchOf(dialect: Dialect): EventSearch {
  let search = searches.get(dialect);
  if (search === undefined) {
    search = new EventSearch(dialect);
    searches.set(dialect, search);
  }
  return search;
}
