import type { FileContent, NamedId } from "../../../dialects/index.ts";
import { findHeader, type HeaderList, JsonTexts, LineTexts } from "../../../lib/index.ts";
import { type IdPlaces, idPlacesOf } from "../../id-owners/id-places.ts";
import { NamedResources, type ResourceFinder } from "../../id-owners/resource-ownership.ts";

/** A file that names more things is not read as the input of a batch. */
const MAX_NAMED = 10_000;
const OPEN_BRACE = 0x7b;
/** White space of JSON, and the bytes of a mark of the encoding. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Whether a request brings the whole content of a file. */
export function bringsWholeFile({ wholeWith }: FileContent, headers: HeaderList, isForm: boolean): boolean {
  if (wholeWith === undefined) return isForm;
  return Object.entries(wholeWith).every(([name, value]) => value.test(findHeader(headers, name) ?? ""));
}

/**
 * Reads the ids that the lines of an uploaded file name, as its bytes arrive: it may become the input of a batch. A file that does
 * not begin like JSON costs nothing more.
 */
export class UploadedLines {
  readonly #places: IdPlaces;
  readonly #lines: LineTexts;
  readonly #named = new Map<string, NamedId>();
  #isLines: boolean | undefined;
  #isReadable = true;

  constructor({ ids }: FileContent) {
    this.#places = idPlacesOf(ids);
    this.#lines = new LineTexts(() => this.#newTexts());
  }

  /** Whether every line was read without doubt. */
  get isRead(): boolean {
    return this.#isLines === true && this.#isReadable && !this.#lines.isDoubtful;
  }

  push(chunk: Uint8Array): void {
    if (this.#isLines === undefined) {
      const first = chunk.find((byte) => !BLANK.has(byte));
      if (first !== undefined) this.#isLines = first === OPEN_BRACE;
    }
    if (this.#isLines !== false && this.#isReadable) this.#lines.push(chunk);
  }

  /** Throws `resource_not_found` if a line names a thing of somebody else. */
  async check(owners: ResourceFinder): Promise<void> {
    const resources = new NamedResources(owners);
    for (const named of this.#named.values()) resources.add({ ...named, isCertain: false });
    await resources.lookUp();
    resources.check();
  }

  #newTexts(): JsonTexts {
    return new JsonTexts(
      (path) => this.#places.kindAt(path) !== undefined,
      ({ path, value }) => this.#name(this.#places.read(path, value)),
      () => {
        this.#isReadable = false;
      },
    );
  }

  #name(named: NamedId | undefined): void {
    if (named === undefined) return;
    this.#named.set(named.ids[0] ?? "", named);
    if (this.#named.size > MAX_NAMED) this.#isReadable = false;
  }
}
