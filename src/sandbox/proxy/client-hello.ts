/** The result of reading the start of a TLS connection. */
export type ClientHello =
  /** More bytes are needed. */
  | { readonly kind: "incomplete" }
  /** Not a ClientHello that every server reads alike. */
  | { readonly kind: "malformed" }
  /** `serverName` is `undefined` without the extension. */
  | { readonly kind: "hello"; readonly serverName: string | undefined };

/** The first byte of a TLS record that carries a handshake. */
export const TLS_HANDSHAKE = 0x16;

const RECORD_HEADER = 5;
const CLIENT_HELLO = 1;
const MAX_HELLO_BYTES = 64 * 1024;
const SERVER_NAME_EXTENSION = 0;
const HOST_NAME = 0;

const incomplete: ClientHello = { kind: "incomplete" };
const malformed: ClientHello = { kind: "malformed" };

/** Reads the server name of a ClientHello (RFC 8446 section 4.1.2, RFC 6066 section 3), which may span several records. */
export function readClientHello(bytes: Buffer): ClientHello {
  const message: Buffer[] = [];
  let at = 0;
  for (;;) {
    if (bytes.length < at + RECORD_HEADER) return incomplete;
    if (bytes[at] !== TLS_HANDSHAKE || bytes[at + 1] !== 3) return malformed;
    const size = bytes.readUInt16BE(at + 3);
    if (size === 0) return malformed;
    message.push(bytes.subarray(at + RECORD_HEADER, at + RECORD_HEADER + size));
    at += RECORD_HEADER + size;
    const joined = Buffer.concat(message);
    if (joined.length < 4) continue;
    if (joined[0] !== CLIENT_HELLO) return malformed;
    const wanted = 4 + joined.readUIntBE(1, 3);
    if (wanted > MAX_HELLO_BYTES) return malformed;
    if (joined.length >= wanted) return readBody(new Reader(joined.subarray(4, wanted)));
  }
}

function readBody(body: Reader): ClientHello {
  try {
    body.skip(2 + 32);
    body.skip(body.number(1));
    body.skip(body.number(2));
    body.skip(body.number(1));
    if (body.isAtEnd) return { kind: "hello", serverName: undefined };
    const extensions = new Reader(body.take(body.number(2)));
    if (!body.isAtEnd) return malformed;
    let found: string | undefined;
    while (!extensions.isAtEnd) {
      const type = extensions.number(2);
      const content = extensions.take(extensions.number(2));
      if (type !== SERVER_NAME_EXTENSION) continue;
      if (found !== undefined) return malformed;
      found = readServerName(new Reader(content));
    }
    return { kind: "hello", serverName: found };
  } catch (error) {
    if (error instanceof RangeError) return malformed;
    throw error;
  }
}

/** Exactly one name of the type host_name. Throws RangeError otherwise. */
function readServerName(content: Reader): string {
  const list = new Reader(content.take(content.number(2)));
  if (list.number(1) !== HOST_NAME) throw new RangeError("a name of another type");
  const name = list.take(list.number(2)).toString("latin1");
  if (!list.isAtEnd || !content.isAtEnd) throw new RangeError("more than one name");
  return name;
}

/** Reads big-endian numbers and byte strings. Throws RangeError beyond the end. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  number(size: 1 | 2): number {
    return this.take(size).readUIntBE(0, size);
  }

  skip(count: number): void {
    this.take(count);
  }

  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new RangeError("beyond the end");
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}
