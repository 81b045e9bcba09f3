/** The most bytes of the headers of one part. */
const MAX_HEAD_BYTES = 8192;
/** The most bytes of a field that is read. */
const MAX_VALUE_BYTES = 8192;

const CRLF_CRLF = Buffer.from("\r\n\r\n");
const NOTHING = Buffer.alloc(0);

/** A field of a form; files are no fields. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** The events for a reader of a form, besides its fields. */
export interface FormWatch {
  /** The name of a field whose value is too long to be read. */
  readonly onLongField?: (name: string) => void;
  /** A part of the content of a file, behind a line break. */
  readonly onFile?: (bytes: Uint8Array) => void;
}

/**
 * Visits the fields of a `multipart/form-data` body as its bytes arrive. Files are passed over and not held. If the body is
 * not written as programs write it, `isDoubtful` is set: another reader may see other fields.
 */
export class MultipartFields {
  readonly #delimiter: Buffer;
  readonly #onField: (field: FormField) => void;
  readonly #watch: FormWatch;
  /** Bytes that may be the beginning of what is looked for. */
  #rest: Buffer;
  #state: "head" | "body" | "end" = "body";
  #field: string | undefined;
  #isFile = false;
  #value: Buffer[] = [];
  #valueLength = 0;
  #isDoubtful = false;

  constructor(boundary: string, onField: (field: FormField) => void, watch: FormWatch = {}) {
    this.#watch = watch;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
    this.#onField = onField;
    // The first delimiter has no line break before it.
    this.#rest = Buffer.from("\r\n");
  }

  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** Whether the last delimiter has arrived. */
  get hasEnded(): boolean {
    return this.#state === "end";
  }

  push(chunk: Uint8Array): void {
    let bytes: Buffer = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const left = this.#state === "head" ? this.#readHead(bytes) : this.#readBody(bytes);
      if (left === undefined) return;
      bytes = left;
    }
  }

  /** Reads the rest of a part up to the delimiter behind it. Returns the bytes after it, or undefined if more are needed. */
  #readBody(bytes: Buffer): Buffer | undefined {
    if (this.#state === "end") {
      this.#rest = NOTHING;
      return undefined;
    }
    const at = bytes.indexOf(this.#delimiter);
    if (at === -1) {
      const kept = Math.min(bytes.length, this.#delimiter.length - 1);
      this.#take(bytes.subarray(0, bytes.length - kept));
      this.#rest = bytes.subarray(bytes.length - kept);
      return undefined;
    }
    const after = at + this.#delimiter.length;
    if (bytes.length < after + 2) {
      this.#rest = bytes;
      return undefined;
    }
    this.#take(bytes.subarray(0, at));
    this.#endPart();
    const mark = bytes.toString("latin1", after, after + 2);
    this.#state = mark === "--" ? "end" : "head";
    if (mark !== "--" && mark !== "\r\n") this.#isDoubtful = true;
    // The head keeps the line break of the delimiter, so that a part without headers ends at once.
    return bytes.subarray(this.#state === "end" ? after + 2 : after);
  }

  #readHead(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(CRLF_CRLF);
    if (end === -1) {
      if (bytes.length > MAX_HEAD_BYTES) this.#isDoubtful = true;
      this.#rest = bytes.length > MAX_HEAD_BYTES ? NOTHING : bytes;
      return undefined;
    }
    this.#field = this.#readFieldName(bytes.toString("utf8", 0, end));
    this.#state = "body";
    // A delimiter may follow the empty line at once.
    return bytes.subarray(end + 2);
  }

  #readFieldName(head: string): string | undefined {
    const lines = head.split("\r\n").filter((line) => /^content-disposition\s*:/i.test(line));
    const match = lines.length === 1 ? DISPOSITION.exec(lines[0]!) : null;
    if (match === null || /\r\n[ \t]/.test(head)) {
      this.#isDoubtful = true;
      return undefined;
    }
    this.#isFile = match[2] !== undefined;
    this.#value = [];
    this.#valueLength = 0;
    return this.#isFile ? undefined : match[1];
  }

  #take(bytes: Buffer): void {
    if (this.#isFile) this.#watch.onFile?.(bytes);
    if (this.#field === undefined) return;
    this.#valueLength += bytes.length;
    if (this.#valueLength <= MAX_VALUE_BYTES + 2) this.#value.push(bytes);
  }

  #endPart(): void {
    const name = this.#field;
    this.#field = undefined;
    this.#isFile = false;
    if (name === undefined) return;
    // The value begins behind the line break of the empty line.
    const value = Buffer.concat(this.#value).toString("utf8").slice(2);
    if (this.#valueLength <= MAX_VALUE_BYTES + 2) this.#onField({ name, value });
    else this.#watch.onLongField?.(name);
    this.#value = [];
  }
}

/** The form in which programs write it: a name in quotes, and perhaps a file name. */
const DISPOSITION =
  /^content-disposition\s*:\s*form-data;\s*name="([^"\\;]*)"(?:;\s*(filename)="(?:[^"\\]|\\.)*")?(?:;\s*filename\*=[^;"\s]+)?\s*$/i;

/** The boundary that a content type names; undefined if it names none that can be read without doubt. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /^multipart\/form-data\s*;\s*boundary=(?:"([^"\\]{1,200})"|([^\s;"]{1,200}))\s*$/i.exec(
    contentType,
  );
  return match?.[1] ?? match?.[2];
}
