import type { StreamItem } from "./stream-source.ts";

/** Removed places are kept until they are this many, because moving the rest costs time. */
const MAX_REMOVED = 1024;

/**
 * The newest items of a stream, up to a number of bytes. All followers share them, so that a follower costs a number and no queue. Items
 * are counted from 0 over the life of the window.
 */
export class ItemWindow {
  readonly #maxBytes: number;
  #items: StreamItem[] = [];
  /** The number of removed items, and of those among them that `#items` still holds. */
  #first = 0;
  #removed = 0;
  #bytes = 0;
  /** The place of the item behind a cursor. */
  readonly #places = new Map<string, number>();
  #base: string;
  #cursor: string;

  constructor(cursor: string, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#base = cursor;
    this.#cursor = cursor;
  }

  /** The number of the oldest item that is held. */
  get first(): number {
    return this.#first;
  }

  /** The number of the next item that is added. */
  get end(): number {
    return this.#first + this.#items.length - this.#removed;
  }

  /** The position behind everything that was added. */
  get cursor(): string {
    return this.#cursor;
  }

  /** The number of the item behind a position; undefined if the window does not hold it. */
  placeBehind(cursor: string): number | undefined {
    if (cursor === this.#cursor) return this.end;
    if (cursor === this.#base) return this.#first;
    return this.#places.get(cursor);
  }

  /** Items from a number on: at least one if there is one, and not many more bytes than asked for. */
  take(from: number, maxBytes: number): readonly StreamItem[] {
    const start = from - this.#first + this.#removed;
    let bytes = 0;
    let at = start;
    while (at < this.#items.length && bytes < maxBytes) {
      bytes += this.#items[at]!.text.length;
      at += 1;
    }
    return this.#items.slice(start, at);
  }

  /** Adds items, and removes the oldest ones if there are too many bytes. The newest item always stays. */
  add(items: readonly StreamItem[], cursor: string): void {
    for (const item of items) {
      this.#items.push(item);
      this.#bytes += item.text.length;
      this.#places.set(item.cursor, this.end);
    }
    this.#cursor = cursor;
    while (this.#bytes > this.#maxBytes && this.end - this.#first > 1) this.#removeOldest();
  }

  /** Forgets everything, and goes on behind another position. */
  restart(cursor: string): void {
    this.#first = this.end;
    this.#items = [];
    this.#removed = 0;
    this.#bytes = 0;
    this.#places.clear();
    this.#base = cursor;
    this.#cursor = cursor;
  }

  #removeOldest(): void {
    const item = this.#items[this.#removed]!;
    this.#places.delete(this.#base);
    this.#bytes -= item.text.length;
    this.#base = item.cursor;
    this.#first += 1;
    this.#removed += 1;
    if (this.#removed < MAX_REMOVED) return;
    this.#items = this.#items.slice(this.#removed);
    this.#removed = 0;
  }
}
