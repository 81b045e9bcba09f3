import type { PassedEndpoint } from "../../dialects/index.ts";
import { findHeader, type HeaderList, type JsonText, JsonTexts, LineTexts } from "../../lib/index.ts";
import type { EngineResource, ResourceOwners } from "../../storage/index.ts";
import { ContentDecoder } from "../bytes/content-decoder.ts";
import { isEncoded } from "../bytes/content-decoding.ts";
import { madeId } from "../id-owners/resource-id.ts";
import { readInputId } from "../id-owners/resource-ownership.ts";
import type { AddressSplice, TransferAnswer } from "../transfer/transfer-plan.ts";
import type { GatewayAddress } from "./gateway-address.ts";
import { isOneOf } from "./request-reader.ts";
import type { UploadAddresses } from "./uploads/upload-addresses.ts";

export interface AnswerReading {
  readonly passed: PassedEndpoint;
  readonly engine: string;
  readonly owners: ResourceOwners;
  readonly address: GatewayAddress;
  readonly uploads: UploadAddresses;
  /** Whether the lines of the file that the call uploads were read. */
  readonly hasReadLines?: (() => boolean) | undefined;
  /** The id that the call deletes. */
  readonly deletes: string | undefined;
}

const NOTHING = Buffer.alloc(0);

/** An engine's answer on its way to the caller: it finds the ids of what was made, and replaces addresses of the vendor. */
export class PassedAnswer implements TransferAnswer {
  readonly headers: HeaderList;
  readonly splices: AddressSplice[] = [];
  readonly #reading: AnswerReading;
  readonly #isOk: boolean;
  readonly #isStream: boolean;
  readonly #replacesText: boolean;
  readonly #made = new Map<string, EngineResource>();
  readonly #replacements: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  /** Each line of a stream is a document of its own. */
  #lines: LineTexts | undefined;
  #texts: JsonTexts | undefined;
  /** Set if the answer is compressed: then its addresses stay. */
  #decoder: ContentDecoder | undefined;
  /** The bytes of an address that is not complete. */
  #held: Buffer = NOTHING;
  /** How many bytes of the engine's answer are before those that are held. */
  #passedOn = 0;

  constructor(status: number, headers: HeaderList, reading: AnswerReading) {
    this.#reading = reading;
    const { passed } = reading;
    this.#isOk = status >= 200 && status < 300;
    const type = findHeader(headers, "content-type") ?? "";
    const encoding = findHeader(headers, "content-encoding");
    const isPlain = !isEncoded(encoding);
    this.#isStream = /^text\/event-stream\b/i.test(type);
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
    const isRead = this.#isOk && (isJson || this.#isStream);
    this.#replacesText = isRead && isPlain && isJson && passed.addresses !== undefined;
    if (isRead && (passed.makes !== undefined || this.#replacesText)) {
      const texts = this.#isStream ? new LineTexts(() => this.#newTexts()) : this.#newTexts();
      if (!isPlain) this.#decoder = new ContentDecoder(encoding, (bytes) => texts.push(bytes));
      else if (texts instanceof LineTexts) this.#lines = texts;
      else this.#texts = texts;
    }
    this.headers = this.#isOk ? this.#readHeaders(headers) : headers;
  }

  push(chunk: Uint8Array): Uint8Array | undefined {
    this.#lines?.push(chunk);
    this.#decoder?.push(chunk);
    if (this.#texts === undefined) return chunk;
    this.#texts.push(chunk);
    return this.#replacesText ? this.#replaceIn(chunk, this.#texts.openStart) : chunk;
  }

  /** Ids in an event stream are stored at its end; holding its last event back would help nobody. */
  get storesAtEnd(): boolean {
    const { passed, deletes, uploads } = this.#reading;
    if (!this.#isOk || this.#isStream) return false;
    return (
      passed.makes !== undefined || deletes !== undefined || this.#made.size > 0 || uploads.found.length > 0
    );
  }

  async end(): Promise<Uint8Array | undefined> {
    const { owners, deletes, engine, uploads } = this.#reading;
    await this.#decoder?.end();
    const kept = [...this.#made.values(), ...uploads.found];
    if (kept.length > 0) await owners.keep(kept);
    if (this.#isOk && deletes !== undefined) await owners.forget(engine, deletes);
    const rest = this.#held;
    this.#held = NOTHING;
    return rest.length === 0 ? undefined : rest;
  }

  #newTexts(): JsonTexts {
    const { passed } = this.#reading;
    const isMade = (path: readonly string[]) => passed.makes !== undefined && isOneOf(passed.makes, path);
    const isAddress = (path: readonly string[]) =>
      passed.addresses?.some((name) => name === path.at(-1)) === true;
    return new JsonTexts(
      (path) => isMade(path) || isAddress(path),
      (text) => (isMade(text.path) ? this.#makes(text.value) : this.#replaces(text)),
    );
  }

  #makes(value: string): void {
    if (value === "") return;
    const { passed, engine } = this.#reading;
    const id = madeId(passed, value);
    this.#made.set(id, { engine, id });
    if (this.#reading.hasReadLines?.() !== true) return;
    const input = readInputId(id);
    this.#made.set(input, { engine, id: input });
  }

  #replaces({ value, path, start, end }: JsonText): void {
    const to = this.#reading.address.replace(value);
    if (to === undefined || !this.#replacesText) return;
    this.#replacements.push({ start, end, text: JSON.stringify(to) });
    this.splices.push({ where: `$.${path.join(".")}`, from: value, to });
  }

  /** Puts the replacements in, and holds the bytes of an address back whose end is not there yet. */
  #replaceIn(chunk: Uint8Array, openStart: number | undefined): Uint8Array | undefined {
    const bytes = this.#held.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#held, chunk]);
    const end = openStart === undefined ? bytes.length : openStart - this.#passedOn;
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (const one of this.#replacements.splice(0)) {
      pieces.push(bytes.subarray(at, one.start - this.#passedOn), Buffer.from(one.text));
      at = one.end - this.#passedOn;
    }
    pieces.push(bytes.subarray(at, end));
    this.#held = bytes.subarray(end);
    this.#passedOn += end;
    const out = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    return out.length === 0 ? undefined : out;
  }

  #readHeaders(headers: HeaderList): HeaderList {
    const { passed, engine, uploads } = this.#reading;
    const { madeInHeader, addressHeaders } = passed;
    const made = madeInHeader === undefined ? undefined : findHeader(headers, madeInHeader);
    const id = /([^/?]+)(?:\?.*)?$/.exec(made ?? "")?.[1];
    if (id !== undefined) this.#made.set(id, { engine, id });
    if (addressHeaders === undefined && !this.#replacesText) return headers;
    const kept: string[] = [];
    for (let at = 0; at < headers.length; at += 2) {
      const [name, value] = [headers[at]!, headers[at + 1]!];
      const isAddress = addressHeaders?.includes(name.toLowerCase()) === true;
      const to = isAddress ? uploads.replace(value) : value;
      // The length changes with the addresses in the body.
      if (this.#replacesText && name.toLowerCase() === "content-length") continue;
      kept.push(name, to);
      if (to !== value) this.splices.push({ where: `header ${name.toLowerCase()}`, from: value, to });
    }
    return kept;
  }
}
