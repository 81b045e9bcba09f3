/** More tools than this are not told apart; the oldest are forgotten. */
const MAX_IDS = 10_000;

/** A map of the last ids that were added, so that a long run needs bounded memory. */
export class RecentIds<Value> {
  readonly #values = new Map<string, Value>();

  get(id: string): Value | undefined {
    return this.#values.get(id);
  }

  set(id: string, value: Value): void {
    this.#values.set(id, value);
    if (this.#values.size > MAX_IDS) this.#values.delete(this.#values.keys().next().value as string);
  }
}
