/** A container that is being written, and how far. */
interface Level {
  readonly value: object;
  /** The names of an object; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  index: number;
  isEmpty: boolean;
}

/** So many characters are gathered before they are encoded. */
const TEXT_LENGTH = 64 * 1024;
/** A character takes at most so many bytes; one of a surrogate pair takes two. */
const BYTES_PER_CHARACTER = 3;

/**
 * Writes a value as JSON, exactly as `JSON.stringify` does, in steps of about so many bytes, so that other work is done in between.
 * A text of any length in it is written in steps too.
 */
export class SlicedWriter {
  readonly #levels: Level[] = [];
  readonly #onBytes: ((part: Uint8Array) => void) | undefined;
  #buffer: Buffer;
  #length = 0;
  #text = "";
  /** The text that is being written, and how far. */
  #long: string | undefined;
  #at = 0;

  /** `expectedBytes` should not be too low: a buffer that is too small is copied. `onBytes` sees each part once it is written. */
  constructor(value: unknown, expectedBytes: number, onBytes?: (part: Uint8Array) => void) {
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(1, expectedBytes));
    this.#onBytes = onBytes;
    this.#put(value);
  }

  /** All that was written. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Writes about `count` bytes more, and answers whether all is written. */
  step(count: number): boolean {
    const until = this.#length + count;
    while (this.#length + this.#text.length < until) {
      if (this.#long !== undefined) this.#writeLong(this.#long);
      else {
        const level = this.#levels.at(-1);
        if (level === undefined) {
          this.#flush();
          return true;
        }
        this.#writeNext(level);
      }
      if (this.#text.length >= TEXT_LENGTH) this.#flush();
    }
    this.#flush();
    return this.#levels.length === 0 && this.#long === undefined;
  }

  #writeNext(level: Level): void {
    const { value, names, length, index } = level;
    if (index === length) {
      this.#levels.pop();
      this.#text += names === undefined ? "]" : "}";
      return;
    }
    level.index += 1;
    if (names === undefined) {
      if (index > 0) this.#text += ",";
      const item = (value as readonly unknown[])[index];
      this.#put(isWritten(item) ? item : null);
      return;
    }
    const name = names[index]!;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (!isWritten(member)) return;
    this.#text += `${level.isEmpty ? "" : ","}${JSON.stringify(name)}:`;
    level.isEmpty = false;
    this.#put(member);
  }

  #put(value: unknown): void {
    if (typeof value === "string" && value.length > TEXT_LENGTH) {
      this.#text += '"';
      this.#long = value;
      this.#at = 0;
    } else if (typeof value !== "object" || value === null || isSpecial(value))
      this.#text += JSON.stringify(value);
    else {
      const names = Array.isArray(value) ? undefined : Object.keys(value);
      const { length } = names ?? (value as readonly unknown[]);
      this.#text += names === undefined ? "[" : "{";
      this.#levels.push({ value, names, length, index: 0, isEmpty: true });
    }
  }

  #writeLong(text: string): void {
    let end = Math.min(text.length, this.#at + TEXT_LENGTH);
    // A pair of surrogates is not divided.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    this.#text += JSON.stringify(text.slice(this.#at, end)).slice(1, -1);
    this.#at = end;
    if (end < text.length) return;
    this.#text += '"';
    this.#long = undefined;
  }

  #flush(): void {
    const most = this.#length + this.#text.length * BYTES_PER_CHARACTER;
    if (most > this.#buffer.length) this.#grow(this.#length + Buffer.byteLength(this.#text));
    const start = this.#length;
    this.#length += this.#buffer.write(this.#text, start, "utf8");
    this.#text = "";
    if (this.#length > start) this.#onBytes?.(this.#buffer.subarray(start, this.#length));
  }

  #grow(needed: number): void {
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(needed + Math.ceil(needed / 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

// As `JSON.stringify`: a member without such a value is left out, and an item is null.
function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

// An object that is more than its members, such as a date or a number that is kept as its text.
function isSpecial(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null || Array.isArray(value);
  return !isPlain || "toJSON" in value || "rawJSON" in value;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
