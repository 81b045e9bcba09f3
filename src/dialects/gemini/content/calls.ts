import { sha256Hex } from "../../../lib/index.ts";
import { mintedId } from "../wire.ts";

interface OpenCall {
  readonly id: string;
  readonly name: string;
  isAnswered: boolean;
}

/**
 * The calls of one document in order. Gemini's calls often have no id and are answered by name, so the ones that
 * lack an id are given one that is the same each time the document is read.
 */
export class Calls {
  readonly #seed: string | undefined;
  readonly #calls: OpenCall[] = [];
  #count = 0;

  /** `seed` tells the calls of one reply from those of another; a request needs none, for its order is enough. */
  constructor(seed?: string) {
    this.#seed = seed;
  }

  /** Takes note of a call and gives its id. */
  add(id: string | undefined, name: string, input: unknown): string {
    const ordinal = this.#count++;
    const own = id === undefined || id === "" ? this.#mint(ordinal, name, input) : id;
    this.#calls.push({ id: own, name, isAnswered: false });
    return own;
  }

  /** The id of the call that a result answers: its own id, else the first open call of that name. */
  answer(id: string | undefined, name: string): string {
    const call =
      id === undefined || id === ""
        ? this.#calls.find((one) => !one.isAnswered && one.name === name)
        : this.#calls.find((one) => one.id === id);
    if (call !== undefined) call.isAnswered = true;
    return call?.id ?? (id || mintedId(this.#count++));
  }

  /** The name of the call with an id. */
  nameOf(id: string): string | undefined {
    return this.#calls.find((one) => one.id === id)?.name;
  }

  /** Whether a call waits for its result. */
  get isWaiting(): boolean {
    return this.#calls.some((one) => !one.isAnswered);
  }

  #mint(ordinal: number, name: string, input: unknown): string {
    if (this.#seed === undefined) return mintedId(ordinal);
    const scope = this.#seed === "" ? JSON.stringify(input ?? {}) : this.#seed;
    return mintedId(sha256Hex(`${scope}\n${ordinal}\n${name}`).slice(0, 24));
  }
}
