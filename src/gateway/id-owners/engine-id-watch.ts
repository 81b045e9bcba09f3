import type { StateCodec } from "../../dialects/index.ts";
import { TextFinder } from "../../lib/index.ts";

const LINE_FEED = 0x0a;
const DATA_FIELD = Buffer.from("data:");

/**
 * Finds the id of a response that an engine keeps, beside the bytes that pass through. It holds no bytes and parses nothing, so
 * that the id is known before the caller can use it, and the stream is not delayed.
 */
export class EngineIdWatch {
  readonly #paths: StateCodec["idPaths"];
  readonly #onId: (id: string) => void;
  #isStream = false;
  #finder: TextFinder | undefined;
  /** How many bytes of the field name `data:` the line has; -1 for a line of another field. */
  #column = 0;

  constructor({ idPaths }: Pick<StateCodec, "idPaths">, onId: (id: string) => void) {
    this.#paths = idPaths;
    this.#onId = onId;
  }

  /** Begins a response. Called at most once. */
  start(isStream: boolean): void {
    this.#isStream = isStream;
    this.#finder = this.#newFinder();
  }

  /** Whether a response has begun whose id is not found yet. */
  get isSearching(): boolean {
    return this.#finder !== undefined;
  }

  push(chunk: Uint8Array): void {
    if (this.#finder === undefined) return;
    if (this.#isStream) this.#pushLines(chunk);
    else this.#search(chunk);
  }

  /** Takes the id that the whole response showed, if the search has not found it. */
  end(id: string | undefined): void {
    if (this.#finder === undefined) return;
    this.#finder = undefined;
    if (id !== undefined) this.#onId(id);
  }

  #pushLines(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && this.#finder !== undefined; ) {
      const end = chunk.indexOf(LINE_FEED, at);
      this.#pushLine(chunk.subarray(at, end === -1 ? chunk.length : end));
      if (end === -1 || this.#finder === undefined) return;
      this.#column = 0;
      this.#finder = this.#newFinder();
      at = end + 1;
    }
  }

  #pushLine(part: Uint8Array): void {
    let from = 0;
    while (this.#column >= 0 && this.#column < DATA_FIELD.length && from < part.length) {
      this.#column = part[from] === DATA_FIELD[this.#column] ? this.#column + 1 : -1;
      from += 1;
    }
    if (this.#column === DATA_FIELD.length) this.#search(part.subarray(from));
  }

  #search(bytes: Uint8Array): void {
    const finder = this.#finder!;
    finder.push(bytes);
    if (finder.value === undefined) return;
    this.#finder = undefined;
    this.#onId(finder.value);
  }

  #newFinder(): TextFinder {
    return new TextFinder(this.#isStream ? this.#paths.event : this.#paths.body);
  }
}
