import { setTimeout as wait } from "node:timers/promises";
import type { Follower } from "./follower.ts";
import { FollowerGroup, type GroupOptions } from "./follower-group.ts";
import type { StreamSource } from "./stream-source.ts";

/** A follower that is more bytes behind is dropped. */
const MAX_LAG_BYTES = 1024 * 1024;
const POLL_INTERVAL_MS = 50;
/** The time that followers have to take a part of the window before more is read. */
const GRACE_MS = 250;

/** The streams that are followed in one thread, each with one reader. */
export class FollowerGroups {
  readonly #groups = new Map<string, FollowerGroup>();
  readonly #options: Omit<GroupOptions, "onEmpty">;

  constructor(options: Pick<GroupOptions, "report"> & Partial<GroupOptions>) {
    this.#options = {
      maxLagBytes: MAX_LAG_BYTES,
      pause: (signal) => waitFor(POLL_INTERVAL_MS, signal),
      grace: (signal) => waitFor(GRACE_MS, signal),
      ...options,
    };
  }

  /** The number of streams that are followed. */
  get size(): number {
    return this.#groups.size;
  }

  /** Follows a stream behind a position. `name` names the stream; those of one name share the source of the first one. */
  follow(name: string, source: StreamSource, after: string): Follower {
    let group = this.#groups.get(name);
    if (group === undefined) {
      const onEmpty = () => {
        if (this.#groups.get(name) === group) this.#groups.delete(name);
      };
      group = new FollowerGroup(source, after, { ...this.#options, onEmpty });
      this.#groups.set(name, group);
    }
    return group.join(after);
  }
}

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal, ref: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
