import { type AccountIds, type IdPlace, readNamedId } from "../../dialects/index.ts";
import { JsonTexts } from "../../lib/index.ts";

const LINE_FEED = 0x0a;
/** Names that many things have. */
const COMMON_NAMES: ReadonlySet<string> = new Set(["id"]);

/**
 * Finds the ids of things that a vendor makes for a call of a model, such as a container, beside the bytes that pass through.
 * `onId` gets each id in the form in which it is stored.
 */
export class MadeIdWatch {
  readonly #places: readonly IdPlace[];
  readonly #onId: (id: string) => void;
  readonly #seen = new Set<string>();
  #isStream = false;
  #texts: JsonTexts | undefined;

  constructor({ made = [] }: AccountIds, onId: (id: string) => void) {
    this.#places = made;
    this.#onId = onId;
  }

  /** Begins an answer. Nothing is looked for before. */
  start(isStream: boolean): void {
    this.#isStream = isStream;
    this.#texts = this.#newTexts();
  }

  push(chunk: Uint8Array): void {
    if (!this.#isStream) this.#texts?.push(chunk);
    else if (this.#texts !== undefined) this.#pushLines(chunk);
  }

  /** Takes a message of a session, which is a document of its own. */
  message(data: Buffer): void {
    const mayShow = this.#places.some(({ at }) =>
      data.includes(at.findLast((name) => !COMMON_NAMES.has(name))!),
    );
    if (mayShow) this.#newTexts().push(data);
  }

  // Each line of a stream is a document; the name of its field is passed over.
  #pushLines(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, at);
      this.#texts!.push(chunk.subarray(at, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.#texts = this.#newTexts();
      at = end + 1;
    }
  }

  #newTexts(): JsonTexts {
    return new JsonTexts(
      (path) => this.#placeAt(path) !== undefined,
      ({ path, value }) => this.#found(this.#placeAt(path)!, value),
    );
  }

  #placeAt(path: readonly string[]): IdPlace | undefined {
    const names = path.filter((name) => name !== "*");
    return this.#places.find(
      ({ at }) => at.length === names.length && at.every((name, index) => name === names[index]),
    );
  }

  #found({ kind }: IdPlace, value: string): void {
    const id = value === "" ? undefined : readNamedId(value, kind)?.ids[0];
    if (id === undefined || this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#onId(id);
  }
}
