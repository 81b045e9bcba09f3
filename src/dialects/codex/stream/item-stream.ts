import type { StreamEvent } from "../../../contract/index.ts";
import { type ContentSummary, emptySummary, noteContent } from "../../content-summary.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { Origins } from "../../origins.ts";
import { isBilledSearch } from "../content/search-unit.ts";
import { openItem } from "./item-opener.ts";
import type { OpenItem } from "./open-item.ts";

type Emit = (event: StreamEvent) => void;

/** Events of an item that cannot be sent yet. */
interface Waiting {
  readonly events: Members[];
  readonly isOpaque: boolean;
  isDone: boolean;
}

const MODEL_ITEMS: ReadonlySet<unknown> = new Set([
  "message",
  "reasoning",
  "function_call",
  "custom_tool_call",
]);

/**
 * The output items of a stream, one after the other.
 * Blocks of a reply follow each other, so events of a later item wait until the item before it is done.
 * A server tool's item is sent when it is done: it may take long, or be left open, while the model goes on.
 * Items are known by their place in the output: some servers change an item's id from event to event.
 */
export class ItemStream {
  #current: OpenItem | undefined;
  #place = -1;
  /** The place of each block's item in the output. */
  readonly #places: number[] = [];
  readonly #waiting = new Map<number, Waiting>();
  readonly #seen = new Set<number>();
  readonly #ids = new Set<unknown>();
  readonly #summary = emptySummary();
  #logprobs = 0;

  /** The searches so far that are billed. */
  searches = 0;

  /** The summary of the blocks that were begun so far. */
  get summary(): ContentSummary {
    return this.#summary;
  }

  /** The path of the item that a block belongs to. */
  placeOf(block: number): string {
    return `$.output[${this.#places[block]}]`;
  }

  /** Takes an event of one item. */
  take(event: Members, type: string, place: number, emit: Emit): void {
    if (this.#current === undefined ? !this.#mustWait(event, type, place) : place === this.#place)
      this.#process(event, type, place, emit);
    else this.#hold(event, type, place);
    if (this.#current === undefined && this.#waiting.size > 0) this.#drain(emit);
  }

  /** Takes the end: closes the open item, and emits items that only the finished response shows. */
  finish(output: unknown, emit: Emit): void {
    const items = Array.isArray(output) ? output : [];
    do {
      if (this.#current !== undefined) this.#close(items[this.#place], emit);
      this.#drain(emit, true);
    } while (this.#current !== undefined);
    items.forEach((item: unknown, place) => {
      const isKnown = this.#seen.has(place) || (isMembers(item) && this.#ids.has(item["id"] ?? item));
      if (isKnown || this.#seen.size > items.length) return;
      this.#open(isMembers(item) ? item : {}, place);
      this.#close(item, emit);
    });
    if (this.#logprobs > 0) return;
    for (const item of items) this.#tellLogprobs(item, emit);
  }

  #process(event: Members, type: string, place: number, emit: Emit): void {
    const { item } = event;
    if (type === "response.output_item.added") {
      if (isMembers(item) && !this.#seen.has(place)) this.#open(item, place, emit);
      return;
    }
    if (type === "response.output_item.done") {
      if (this.#current === undefined) {
        if (!isMembers(item) || this.#seen.has(place)) return;
        this.#open(item, place);
      }
      this.#close(item, emit);
      return;
    }
    if (this.#current === undefined) {
      const implied = this.#seen.has(place) ? undefined : impliedItem(type, event["item_id"]);
      if (implied === undefined) return;
      this.#open(implied, place, emit);
    }
    this.#current!.take(event, type, emit);
  }

  #open(item: Members, place: number, emit?: Emit): void {
    this.#seen.add(place);
    this.#place = place;
    this.#current = openItem(item, {
      path: `$.output[${place}]`,
      origins: new Origins(),
      nextBlock: () => this.#places.push(place) - 1,
      note: (block) => noteContent(this.#summary, block),
      logprobs: (value, send) => this.#sendLogprobs(value, send),
    });
    if (emit !== undefined) this.#current.begin?.(emit);
  }

  #close(item: unknown, emit: Emit): void {
    const current = this.#current!;
    this.#current = undefined;
    if (isMembers(item)) {
      this.#ids.add(item["id"] ?? item);
      if (isBilledSearch(item)) this.searches++;
      current.finish(item, emit);
    } else current.abandon(emit);
  }

  #mustWait(event: Members, type: string, place: number): boolean {
    if (this.#waiting.has(place)) return true;
    return type === "response.output_item.added" && isMembers(event["item"]) && isOpaque(event["item"]);
  }

  #hold(event: Members, type: string, place: number): void {
    let held = this.#waiting.get(place);
    if (held === undefined) {
      const { item } = event;
      held = { events: [], isOpaque: isMembers(item) && isOpaque(item), isDone: false };
      this.#waiting.set(place, held);
    }
    held.events.push(event);
    if (type === "response.output_item.done") held.isDone = true;
  }

  #drain(emit: Emit, isEnd = false): void {
    while (this.#current === undefined) {
      let place = Number.POSITIVE_INFINITY;
      for (const [one, held] of this.#waiting)
        if (one < place && (isEnd || held.isDone || !held.isOpaque)) place = one;
      const next = this.#waiting.get(place);
      if (next === undefined) return;
      this.#waiting.delete(place);
      for (const event of next.events) this.#process(event, event["type"] as string, place, emit);
    }
  }

  #sendLogprobs(value: readonly unknown[], emit: Emit): void {
    this.#logprobs += value.length;
    emit({ type: "logprobs", candidate: 0, value });
  }

  #tellLogprobs(item: unknown, emit: Emit): void {
    if (!isMembers(item) || !Array.isArray(item["content"])) return;
    for (const part of item["content"] as Members[]) {
      const { logprobs } = part;
      if (Array.isArray(logprobs) && logprobs.length > 0) this.#sendLogprobs(logprobs, emit);
    }
  }
}

function isOpaque(item: Members): boolean {
  return !MODEL_ITEMS.has(item["type"]);
}

// Some servers do not announce an item; the type of its deltas implies the item.
function impliedItem(type: string, id: unknown): Members | undefined {
  const named = typeof id === "string" ? { id } : {};
  if (
    type.startsWith("response.output_text.") ||
    type.startsWith("response.refusal.") ||
    type.startsWith("response.content_part.")
  )
    return { type: "message", ...named, content: [] };
  return type.startsWith("response.reasoning") ? { type: "reasoning", ...named, summary: [] } : undefined;
}
