import { dialects } from "../../dialects/index.ts";
import { findHeader, type HeaderList } from "../../lib/index.ts";

const KEY_PROTOCOLS: readonly string[] = [
  ...new Set(dialects.flatMap(({ transport }) => transport.keyProtocol ?? [])),
];

/** The subprotocols that a caller offers for a WebSocket. */
export interface OfferedProtocols {
  /** Without the one that holds the key. */
  readonly offered: readonly string[];
  /** The key that a browser sends as a subprotocol. */
  readonly key: string | undefined;
}

const NONE: OfferedProtocols = { offered: [], key: undefined };

/** Reads `sec-websocket-protocol`. */
export function readProtocols(headers: HeaderList): OfferedProtocols {
  const value = findHeader(headers, "sec-websocket-protocol");
  if (value === undefined) return NONE;
  const offered: string[] = [];
  let key: string | undefined;
  for (const protocol of value.split(",").map((one) => one.trim())) {
    const prefix = KEY_PROTOCOLS.find((one) => protocol.startsWith(one));
    if (prefix !== undefined) key ??= protocol.slice(prefix.length);
    else if (protocol !== "") offered.push(protocol);
  }
  return { offered, key };
}
