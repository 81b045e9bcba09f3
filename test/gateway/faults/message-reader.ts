/** One HTTP/1.1 message as it stood on the wire, with its body taken out of its framing. */
export interface RawMessage {
  readonly startLine: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const NOTHING = Buffer.alloc(0);

/** The value of a header by its lower-case name. */
export function headerIn(headers: readonly string[], name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]!.toLowerCase() === name) return headers[at + 1];
  return undefined;
}

/** Reads HTTP/1.1 messages from the bytes of one connection by RFC 9112, without any library that the product uses. */
export class MessageReader {
  readonly #onMessage: (message: RawMessage) => void;
  readonly #isClient: boolean;
  #waiting: Buffer = NOTHING;
  #head: { startLine: string; headers: string[] } | undefined;
  /** How much of the body is to come: a count, in chunks, or until the connection ends. */
  #framing: number | "chunked" | "close" = 0;
  #parts: Buffer[] = [];
  #chunkLeft = -1;

  constructor(onMessage: (message: RawMessage) => void, isClient: boolean) {
    this.#onMessage = onMessage;
    this.#isClient = isClient;
  }

  push(chunk: Buffer): void {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    while (this.#step());
  }

  /** The message whose end has not come; undefined between messages. */
  get underWay(): RawMessage | undefined {
    return this.#head === undefined ? undefined : { ...this.#head, body: Buffer.concat(this.#parts) };
  }

  /** Takes the end of the connection; answers the message that ended with it, if its framing allows that. */
  end(): RawMessage | undefined {
    return this.#framing === "close" ? this.underWay : undefined;
  }

  #step(): boolean {
    if (this.#head === undefined) return this.#readHead();
    if (this.#framing === "chunked") return this.#readChunk();
    if (this.#framing === "close") {
      if (this.#waiting.length > 0) this.#parts.push(this.#waiting);
      this.#waiting = NOTHING;
      return false;
    }
    const part = this.#waiting.subarray(0, this.#framing);
    if (part.length > 0) this.#parts.push(part);
    this.#waiting = this.#waiting.subarray(part.length);
    this.#framing -= part.length;
    if (this.#framing > 0) return false;
    this.#finish();
    return true;
  }

  #readHead(): boolean {
    const end = this.#waiting.indexOf(HEAD_END);
    if (end === -1) return false;
    const [startLine, ...lines] = this.#waiting.toString("latin1", 0, end).split("\r\n");
    this.#waiting = this.#waiting.subarray(end + HEAD_END.length);
    const headers = lines.flatMap((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    const status = Number(startLine!.split(" ")[1]);
    if (this.#isClient && status < 200) return true;
    this.#head = { startLine: startLine!, headers };
    const length = headerIn(headers, "content-length");
    if (headerIn(headers, "transfer-encoding")?.toLowerCase() === "chunked") this.#framing = "chunked";
    else if (length !== undefined) this.#framing = Number(length);
    else this.#framing = this.#isClient && status !== 204 && status !== 304 ? "close" : 0;
    return true;
  }

  #readChunk(): boolean {
    if (this.#chunkLeft > 0) {
      const part = this.#waiting.subarray(0, this.#chunkLeft);
      if (part.length === 0) return false;
      this.#parts.push(part);
      this.#chunkLeft -= part.length;
      this.#waiting = this.#waiting.subarray(part.length);
      return true;
    }
    const end = this.#waiting.indexOf("\r\n");
    if (end === -1) return false;
    const line = this.#waiting.toString("latin1", 0, end);
    this.#waiting = this.#waiting.subarray(end + 2);
    // The line end after a chunk's data, and the one after the last chunk.
    if (this.#chunkLeft === 0) {
      this.#chunkLeft = -1;
      return true;
    }
    if (this.#chunkLeft === -2) {
      if (line === "") this.#finish();
      return true;
    }
    this.#chunkLeft = Number.parseInt(line, 16);
    if (this.#chunkLeft === 0) this.#chunkLeft = -2;
    return true;
  }

  #finish(): void {
    const message = this.underWay!;
    this.#head = undefined;
    this.#parts = [];
    this.#framing = 0;
    this.#chunkLeft = -1;
    this.#onMessage(message);
  }
}
