import type { Socket } from "node:net";
import type { HostAndPort } from "../sandbox.ts";
import { readFirstBytes } from "./first-bytes.ts";

/** The first byte of SOCKS version 5 (RFC 1928). */
export const SOCKS_VERSION = 5;

const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;
const NO_AUTHENTICATION = 0;
const NO_METHOD = 0xff;
const MAX_BYTES = 600;
const TIMEOUT_MS = 10_000;
const limit = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };

/** The replies of RFC 1928 section 6. */
export const socksReply = {
  done: 0,
  notAllowed: 2,
  hostUnreachable: 4,
  unknownCommand: 7,
  unknownType: 8,
};

/** Reads the request of a SOCKS client, up to the wish to connect. Answers and returns `undefined` for anything else. */
export async function readSocksRequest(socket: Socket): Promise<HostAndPort | undefined> {
  const methods = await readFirstBytes(
    socket,
    (bytes) => {
      const end = 2 + (bytes[1] ?? Number.POSITIVE_INFINITY);
      return bytes.length < end ? undefined : { value: bytes.subarray(2, end), used: end };
    },
    limit,
  );
  if (methods === undefined) return undefined;
  if (!methods.includes(NO_AUTHENTICATION)) {
    socket.end(Buffer.from([SOCKS_VERSION, NO_METHOD]));
    return undefined;
  }
  socket.write(Buffer.from([SOCKS_VERSION, NO_AUTHENTICATION]));
  const request = await readFirstBytes(socket, judgeRequest, limit);
  if (typeof request === "number") socket.end(formatSocksReply(request));
  return typeof request === "number" ? undefined : request;
}

export function formatSocksReply(reply: number): Buffer {
  return Buffer.from([SOCKS_VERSION, reply, 0, IPV4, 0, 0, 0, 0, 0, 0]);
}

/** The destination, or the reply that refuses the request. */
function judgeRequest(bytes: Buffer): { value: HostAndPort | number; used: number } | undefined {
  if (bytes.length < 5) return undefined;
  const type = bytes[3]!;
  const start = type === NAME ? 5 : 4;
  const length = type === NAME ? bytes[4]! : { [IPV4]: 4, [IPV6]: 16 }[type];
  if (bytes[0] !== SOCKS_VERSION || length === undefined) return { value: socksReply.unknownType, used: 0 };
  const end = start + length + 2;
  if (bytes.length < end) return undefined;
  if (bytes[1] !== CONNECT) return { value: socksReply.unknownCommand, used: end };
  const host = formatHost(type, bytes.subarray(start, start + length));
  return { value: { host, port: bytes.readUInt16BE(end - 2) }, used: end };
}

function formatHost(type: number, bytes: Buffer): string {
  if (type === NAME) return bytes.toString("latin1");
  if (type === IPV4) return bytes.join(".");
  return `[${Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(":")}]`;
}
