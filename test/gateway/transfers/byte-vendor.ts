import { type AddressInfo, createServer, type Socket } from "node:net";
import { MessageReader, type RawMessage } from "../faults/message-reader.ts";

/** A connection to the vendor, and what has come on it. */
export interface VendorConnection {
  readonly socket: Socket;
  /** The requests that came as a whole. */
  readonly whole: readonly RawMessage[];
  /** The request whose end has not come. */
  readonly underWay: RawMessage | undefined;
  readonly isClosed: boolean;
}

/** A vendor on this machine that shows each byte when it comes, and answers as a test tells it. */
export interface ByteVendor {
  readonly url: string;
  readonly connections: readonly VendorConnection[];
  /** The latest connection that a request has begun on. */
  readonly last: VendorConnection | undefined;
  /** Answers a whole request. Does nothing until a test sets it. */
  answer: (request: RawMessage, socket: Socket) => void;
  close(): Promise<void>;
}

class Connection implements VendorConnection {
  readonly socket: Socket;
  readonly whole: RawMessage[] = [];
  isClosed = false;
  readonly #reader: MessageReader;

  constructor(socket: Socket, onRequest: (request: RawMessage) => void) {
    this.socket = socket;
    this.#reader = new MessageReader((request) => {
      this.whole.push(request);
      onRequest(request);
    }, false);
    socket.on("data", (chunk) => this.#reader.push(chunk));
    socket.on("close", () => (this.isClosed = true));
    // A caller that leaves resets the connection.
    socket.on("error", () => (this.isClosed = true));
  }

  get underWay(): RawMessage | undefined {
    return this.#reader.underWay;
  }
}

/** Opens a vendor on a free loopback port. */
export async function openByteVendor(): Promise<ByteVendor> {
  const connections: Connection[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    connections.push(new Connection(socket, (request) => vendor.answer(request, socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const vendor: ByteVendor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    get last() {
      return connections.findLast(({ underWay, whole }) => underWay !== undefined || whole.length > 0);
    },
    answer: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { socket } of connections) socket.destroy();
      }),
  };
  return vendor;
}

/** The text of an answer with JSON. */
export function jsonAnswer(value: unknown): string {
  const text = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
