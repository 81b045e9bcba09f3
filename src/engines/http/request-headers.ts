import type { HeaderList } from "../../lib/index.ts";
import { nodeHttp } from "../node-http.ts";

/** Decides the request headers of one engine. Computed once, applied to each call. */
export interface HeaderPlan {
  /** Added unless the caller sent a header of the same name. */
  readonly defaults: HeaderList;
  /** Replace the caller's headers of the same names. */
  readonly fixed: HeaderList;
  /** Handling of caller headers by lower-case name: an index into `defaults`, or `DROPPED` or `RETRY_COUNT`. */
  readonly special: ReadonlyMap<string, number>;
  /** Bit set of the lengths, modulo 32, of the special names. Most caller headers need no look-up. */
  readonly lengths: number;
}

const DROPPED = -1;
const RETRY_COUNT = -2;

// undici writes these itself. A caller's `host` would also choose the server name of the TLS handshake.
const FRAMING = [
  "host",
  "content-length",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "proxy-connection",
];

/** Plans the headers of an engine's calls. Caller headers named in `credentialHeaders` are never sent. */
export function planHeaders(
  defaults: HeaderList,
  configured: HeaderList,
  credentialHeaders: readonly string[],
): HeaderPlan {
  const replaced = new Set(
    [...FRAMING, ...names(configured), ...credentialHeaders].map((name) => name.toLowerCase()),
  );
  const kept = defaults.filter((_, at) => !replaced.has(defaults[at - (at % 2)]!.toLowerCase()));
  const special = new Map([["x-stainless-retry-count", RETRY_COUNT]]);
  for (const name of replaced) special.set(name, DROPPED);
  for (let index = 0; index < kept.length; index += 2) special.set(kept[index]!.toLowerCase(), index);
  let lengths = 0;
  for (const name of special.keys()) lengths |= 1 << (name.length & 31);
  return { defaults: kept, fixed: configured, special, lengths };
}

function names(list: HeaderList): string[] {
  return list.filter((_, index) => index % 2 === 0);
}

export interface PlannedHeaders {
  readonly list: string[];
  /** Whether the caller's SDK says that it sends the call again. */
  readonly isRepeat: boolean;
}

/** Builds the headers of one call. */
export function applyHeaders(
  plan: HeaderPlan,
  headers: HeaderList,
  credentialName: string,
  credential: string | undefined,
): PlannedHeaders {
  const list: string[] = [];
  let sent = 0;
  let isRepeat = false;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const value = headers[index + 1]!;
    if ((plan.lengths & (1 << (name.length & 31))) !== 0) {
      const action = plan.special.get(name.toLowerCase());
      if (action === DROPPED) continue;
      if (action === RETRY_COUNT) isRepeat = value !== "0";
      else if (action !== undefined) sent |= 1 << (action >> 1);
    }
    list.push(name, value);
  }
  for (let index = 0; index < plan.defaults.length; index += 2) {
    if ((sent & (1 << (index >> 1))) === 0) list.push(plan.defaults[index]!, plan.defaults[index + 1]!);
  }
  for (let index = 0; index < plan.fixed.length; index += 2)
    list.push(plan.fixed[index]!, plan.fixed[index + 1]!);
  if (credential !== undefined) list.push(credentialName, credential);
  return { list, isRepeat };
}

/** Reads a configured header, written `name: value`. Returns a text if it is malformed, which says why. */
export function readHeaderLine(line: string): readonly [name: string, value: string] | string {
  const colon = line.indexOf(":");
  if (colon < 1) return "must be written as `name: value`";
  const name = line.slice(0, colon).trim();
  const value = line.slice(colon + 1).trim();
  try {
    nodeHttp.validateHeaderName(name);
    nodeHttp.validateHeaderValue(name, value);
  } catch {
    return "holds characters that a header cannot hold";
  }
  if (FRAMING.includes(name.toLowerCase())) return "names a header that is not configurable";
  return [name, value];
}
