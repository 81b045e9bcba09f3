import { type AddressInfo, createServer, type Socket } from "node:net";
import { headerIn, MessageReader, type RawMessage } from "./message-reader.ts";

/** A call as it reached the upstream, and the connection to answer on as one likes. */
export interface UpstreamExchange extends RawMessage {
  readonly method: string;
  readonly target: string;
  readonly socket: Socket;
  /** When the connection closed, by `performance.now()`. */
  readonly closed: Promise<number>;
  header(name: string): string | undefined;
}

/** What answers a call. */
export type Script = (exchange: UpstreamExchange) => void;

/** A server on this machine that stands in for a vendor and can misbehave in every way. */
export interface RawUpstream {
  readonly url: string;
  readonly port: number;
  /** Every call so far. */
  readonly exchanges: readonly UpstreamExchange[];
  /** How many connections there ever were. */
  readonly connections: number;
  readonly openSockets: ReadonlySet<Socket>;
  script: Script;
  /** The next call that comes. */
  next(): Promise<UpstreamExchange>;
  /** Forgets the calls so far. */
  forget(): void;
  close(): Promise<void>;
}

/** Starts an upstream that answers by a script. */
export async function startUpstream(script: Script): Promise<RawUpstream> {
  const sockets = new Set<Socket>();
  const exchanges: UpstreamExchange[] = [];
  const waiting: ((exchange: UpstreamExchange) => void)[] = [];
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    const closed = new Promise<number>((resolve) => {
      socket.on("close", () => {
        sockets.delete(socket);
        resolve(performance.now());
      });
    });
    const reader = new MessageReader((message) => {
      const [method, target] = message.startLine.split(" ");
      const exchange: UpstreamExchange = {
        ...message,
        method: method!,
        target: target!,
        socket,
        closed,
        header: (name) => headerIn(message.headers, name),
      };
      exchanges.push(exchange);
      waiting.shift()?.(exchange);
      upstream.script(exchange);
    }, false);
    socket.on("data", (chunk) => reader.push(chunk));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const upstream: RawUpstream = {
    url: `http://127.0.0.1:${port}`,
    port,
    exchanges,
    get connections() {
      return connections;
    },
    openSockets: sockets,
    script,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    forget: () => exchanges.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return upstream;
}

/** The text of an answer's head. */
export function headText(status: number, headers: readonly string[]): string {
  let text = `HTTP/1.1 ${status} Scripted\r\n`;
  for (let at = 0; at < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${text}\r\n`;
}

/** Answers with a whole body. */
export function answerWhole(
  { socket }: UpstreamExchange,
  status: number,
  body: string | Uint8Array,
  headers: readonly string[] = ["content-type", "application/json"],
): void {
  const bytes = Buffer.from(body as string);
  const head = headText(status, [...headers, "content-length", String(bytes.length)]);
  socket.write(Buffer.concat([Buffer.from(head, "latin1"), bytes]));
}

/** Begins a stream of events, in chunks. */
export function beginStream({ socket }: UpstreamExchange, headers: readonly string[] = []): void {
  socket.write(
    headText(200, ["content-type", "text/event-stream", "transfer-encoding", "chunked", ...headers]),
  );
}

/** Bytes as one chunk of a body. */
export function asChunk(data: string | Uint8Array): Buffer {
  const bytes = Buffer.from(data as string);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}

/** The end of a body in chunks. */
export const LAST_CHUNK = "0\r\n\r\n";
