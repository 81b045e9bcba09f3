import type { Closing, StreamEnding, StreamItem, StreamPage } from "./stream-source.ts";

/** The most bytes that a follower takes at once. */
const MAX_BATCH_BYTES = 64 * 1024;

/** What a follower needs of its group. */
export interface FollowedGroup {
  /** Members for the last message, once nothing can follow. */
  readonly end: StreamPage["end"];
  placeBehind(cursor: string): number | undefined;
  take(place: number, maxBytes: number): readonly StreamItem[];
  readBehind(cursor: string): Promise<StreamPage>;
  meet(cursor: string): Promise<void>;
  wantMore(): void;
  fail(follower: Follower, error: unknown): void;
  remove(follower: Follower): void;
}

/**
 * One reader of a stream. It takes items from the window of its group. While it is behind the window, it reads the source itself, as fast
 * as its client does.
 */
export class Follower {
  readonly #group: FollowedGroup;
  readonly #onEnd = new Set<(ending: StreamEnding) => void>();
  #cursor: string;
  #place: number | undefined;
  #ending: StreamEnding | undefined;
  #wake: (() => void) | undefined;

  constructor(group: FollowedGroup, cursor: string, place: number | undefined) {
    this.#group = group;
    this.#cursor = cursor;
    this.#place = place;
  }

  /** The number of the next item in the window; undefined while it reads the source itself. */
  get place(): number | undefined {
    return this.#place;
  }

  /** Whether it has everything of the window and waits for more. */
  get isWaiting(): boolean {
    return this.#wake !== undefined;
  }

  /** The items that come next, or how the stream ended. One call at a time. */
  async next(): Promise<readonly StreamItem[] | StreamEnding> {
    for (;;) {
      if (this.#ending !== undefined) return this.#ending;
      this.#place ??= this.#group.placeBehind(this.#cursor);
      const items = this.#place === undefined ? await this.#readAlone() : this.#takeShared(this.#place);
      if (items.length > 0) {
        this.#cursor = items.at(-1)!.cursor;
        return items;
      }
      if (this.#ending !== undefined) return this.#ending;
      if (this.#place !== undefined) await this.#more();
    }
  }

  /** Says at once that the stream ended, also while nobody asks for its items. */
  onEnd(listener: (ending: StreamEnding) => void): void {
    this.#onEnd.add(listener);
  }

  /** Ends the stream for this follower. */
  end(closing: Closing, facts: Readonly<Record<string, unknown>> = {}): void {
    if (this.#ending !== undefined) return;
    this.#ending = { closing, resumeAfter: this.#cursor, facts };
    this.#group.remove(this);
    this.wake();
    for (const listener of this.#onEnd) listener(this.#ending);
  }

  /** The client has left: nothing is said any more. */
  leave(): void {
    this.#onEnd.clear();
    this.end("ended");
  }

  /** The window has more, or lost the items that come next. */
  wake(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  /** The window does not hold the next item any more. */
  detach(): void {
    this.#place = undefined;
    this.wake();
  }

  #takeShared(place: number): readonly StreamItem[] {
    const items = this.#group.take(place, MAX_BATCH_BYTES);
    this.#place = place + items.length;
    if (items.length === 0 && this.#group.end !== undefined) this.end("ended", this.#group.end);
    return items;
  }

  async #readAlone(): Promise<readonly StreamItem[]> {
    try {
      const { items, cursor, end } = await this.#group.readBehind(this.#cursor);
      if (items.length > 0 || this.#ending !== undefined) return items;
      const hasMoved = cursor !== this.#cursor;
      this.#cursor = cursor;
      if (hasMoved && end === undefined) return items;
      if (end !== undefined) this.end("ended", end);
      else await this.#group.meet(cursor);
    } catch (error) {
      this.#group.fail(this, error);
    }
    return [];
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#group.wantMore();
    });
  }
}
