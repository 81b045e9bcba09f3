/** Limits how many bytes several holders keep in memory at the same time. */
export class ByteBudget {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes bytes; answers false, and takes nothing, if that would exceed the limit. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#limit) return false;
    this.#used += bytes;
    return true;
  }

  /** Gives back what was taken. */
  release(bytes: number): void {
    this.#used -= bytes;
  }

  get used(): number {
    return this.#used;
  }
}
