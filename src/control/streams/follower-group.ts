import { type FollowedGroup, Follower } from "./follower.ts";
import { ItemWindow } from "./item-window.ts";
import type { StreamItem, StreamPage, StreamSource } from "./stream-source.ts";

/** How a group reads its source. */
export interface GroupOptions {
  /** A follower that is more bytes behind the newest item is dropped. */
  readonly maxLagBytes: number;
  /** Waits before the source is read again that had no items. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
  /** Gives followers time to take what was read before more is read. */
  readonly grace: (signal: AbortSignal) => Promise<void>;
  /** Takes failures of the source. */
  readonly report: (error: unknown) => void;
  /** Called when the last follower has left. */
  readonly onEmpty: () => void;
}

/**
 * The followers of one stream, which share one reader. It reads what happened before as fast as the fastest follower takes it. From then
 * on it reads whatever happens, and drops followers that are too slow.
 */
export class FollowerGroup implements FollowedGroup {
  readonly #source: StreamSource;
  readonly #options: GroupOptions;
  readonly #window: ItemWindow;
  readonly #followers = new Set<Follower>();
  readonly #stopping = new AbortController();
  #isLive = false;
  #end: StreamPage["end"];
  #wanted: (() => void) | undefined;
  /** Changes when the window restarts, so that a page that was being read is left out. */
  #starts = 0;

  constructor(source: StreamSource, after: string, options: GroupOptions) {
    this.#source = source;
    this.#options = options;
    this.#window = new ItemWindow(after, options.maxLagBytes);
  }

  get size(): number {
    return this.#followers.size;
  }

  /** Members for the last message, once nothing can follow. */
  get end(): StreamPage["end"] {
    return this.#end;
  }

  join(after: string): Follower {
    const follower = new Follower(this, after, this.#window.placeBehind(after));
    this.#followers.add(follower);
    if (this.#followers.size === 1) void this.#run();
    return follower;
  }

  remove(follower: Follower): void {
    if (!this.#followers.delete(follower) || this.#followers.size > 0) return;
    this.#stopping.abort();
    this.wantMore();
    this.#options.onEmpty();
  }

  placeBehind(cursor: string): number | undefined {
    return this.#window.placeBehind(cursor);
  }

  take(place: number, maxBytes: number): readonly StreamItem[] {
    return this.#window.take(place, maxBytes);
  }

  readBehind(cursor: string): Promise<StreamPage> {
    return this.#source.read(cursor);
  }

  /** Ends the stream of one follower, because the source could not be read. */
  fail(follower: Follower, error: unknown): void {
    this.#options.report(error);
    follower.end("failed");
  }

  /** A follower has everything of the window. */
  wantMore(): void {
    this.#wanted?.();
  }

  /**
   * A follower that reads alone has reached the end of the source. The shared reader goes on there if it still reads what happened
   * before; else the two meet when the shared reader is at its end as well.
   */
  async meet(cursor: string): Promise<void> {
    if (this.#window.placeBehind(cursor) !== undefined) return;
    if (this.#isLive) {
      await this.#options.pause(this.#stopping.signal);
      return;
    }
    this.#starts += 1;
    this.#isLive = true;
    this.#window.restart(cursor);
    for (const follower of this.#followers) follower.detach();
    this.wantMore();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      while (!signal.aborted && this.#end === undefined) await this.#step(signal);
    } catch (error) {
      if (signal.aborted) return;
      for (const follower of [...this.#followers]) this.fail(follower, error);
    }
  }

  async #step(signal: AbortSignal): Promise<void> {
    await this.#demand(signal);
    const start = this.#starts;
    const { cursor } = this.#window;
    const page = await this.#source.read(cursor);
    if (signal.aborted || start !== this.#starts) return;
    this.#add(page);
    // A source may have passed over what is not for this reader.
    if (page.cursor !== cursor || this.#end !== undefined) return;
    this.#isLive = true;
    await this.#options.pause(signal);
  }

  #add({ items, cursor, end }: StreamPage): void {
    this.#window.add(items, cursor);
    this.#end = end;
    for (const follower of [...this.#followers]) {
      const { place } = follower;
      if (place === undefined) continue;
      if (place >= this.#window.first) {
        if (items.length > 0 || end !== undefined) follower.wake();
      } else if (this.#isLive) follower.end("too_slow");
      else follower.detach();
    }
  }

  /** Waits until a follower has everything; not for ever once the reader is live. */
  async #demand(signal: AbortSignal): Promise<void> {
    for (const follower of this.#followers) if (follower.isWaiting) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wanted = resolve;
    await (this.#isLive ? Promise.race([promise, this.#options.grace(signal)]) : promise);
    this.#wanted = undefined;
  }
}
