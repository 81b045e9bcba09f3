import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../../gateway/index.ts";

/** Counts the calls that each key has under way. */
export class KeySlots {
  readonly #taken = new Map<string, number>();

  /** Takes a slot; throws `too_many_calls` when the key has no more. */
  take(caller: Caller): void {
    const taken = this.#taken.get(caller.name) ?? 0;
    if (taken >= caller.maxConcurrent) {
      throw new AbpError(
        "too_many_calls",
        `The key has ${caller.maxConcurrent} calls under way, its limit.`,
        {
          details: { limit: caller.maxConcurrent },
        },
      );
    }
    this.#taken.set(caller.name, taken + 1);
  }

  /** Gives a slot back. */
  release(caller: Caller): void {
    const taken = this.#taken.get(caller.name) ?? 0;
    if (taken > 0) this.#taken.set(caller.name, taken - 1);
  }

  /** How many calls are under way. */
  get total(): number {
    let total = 0;
    for (const taken of this.#taken.values()) total += taken;
    return total;
  }
}
