import { type AccountIds, type IdPlace, readNamedId } from "../../dialects/index.ts";
import { JsonTexts, LineTexts } from "../../lib/index.ts";
import { ContentDecoder } from "../bytes/content-decoder.ts";

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
  #reader: JsonTexts | LineTexts | ContentDecoder | undefined;

  constructor({ made = [] }: AccountIds, onId: (id: string) => void) {
    this.#places = made;
    this.#onId = onId;
  }

  /** Begins an answer, with its coding if it has one. Nothing is looked for before. */
  start(isStream: boolean, encoding?: string): void {
    const texts = isStream ? new LineTexts(() => this.#newTexts()) : this.#newTexts();
    this.#reader =
      encoding === undefined ? texts : new ContentDecoder(encoding, (bytes) => texts.push(bytes));
  }

  push(chunk: Uint8Array): void {
    this.#reader?.push(chunk);
  }

  /** Ends an answer. Ids in a compressed one may be found a moment later. */
  end(): void {
    if (this.#reader instanceof ContentDecoder) void this.#reader.end();
  }

  /** Takes a message of a session, which is a document of its own. */
  message(data: Buffer): void {
    const mayShow = this.#places.some(({ at }) =>
      data.includes(at.findLast((name) => !COMMON_NAMES.has(name))!),
    );
    if (mayShow) this.#newTexts().push(data);
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
