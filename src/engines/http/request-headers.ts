import { nodeHttp } from "../node-http.ts";

/** The request headers of one engine: which of a caller's stay, and which are added. */
export interface HeaderPlan {
  /** Names and values in turn that are added unless the caller sent them. */
  readonly defaults: readonly string[];
  /** Names and values in turn that stand in place of the caller's. */
  readonly fixed: readonly string[];
  /** What becomes of a caller's header, by its name in lower case: an index into `defaults`, or one of the constants. */
  readonly special: ReadonlyMap<string, number>;
  /** One bit for each length, modulo 32, that a special name has: most names need no look-up. */
  readonly lengths: number;
}

const DROPPED = -1;
const RETRY_COUNT = -2;

// The client writes these itself; a caller's `host` would also choose the name in the TLS handshake.
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

/** Plans the headers of an engine's calls. */
export function planHeaders(
  defaults: readonly string[],
  configured: readonly string[],
  credentialHeader: string,
): HeaderPlan {
  const replaced = new Set(
    [...FRAMING, ...names(configured), credentialHeader].map((name) => name.toLowerCase()),
  );
  const kept = defaults.filter((_, at) => !replaced.has(defaults[at - (at % 2)]!.toLowerCase()));
  const special = new Map([["x-stainless-retry-count", RETRY_COUNT]]);
  for (const name of replaced) special.set(name, DROPPED);
  for (let index = 0; index < kept.length; index += 2) special.set(kept[index]!.toLowerCase(), index);
  let lengths = 0;
  for (const name of special.keys()) lengths |= 1 << (name.length & 31);
  return { defaults: kept, fixed: configured, special, lengths };
}

function names(list: readonly string[]): string[] {
  return list.filter((_, index) => index % 2 === 0);
}

/** The headers of one call, and whether the caller says that it has sent it before. */
export interface PlannedHeaders {
  readonly list: string[];
  readonly isRepeat: boolean;
}

/** Puts the headers of a call together. */
export function applyHeaders(
  plan: HeaderPlan,
  headers: readonly string[],
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

/** Reads a configured header, written `name: value`; a text is what is wrong with it. */
export function readHeaderLine(line: string): readonly [name: string, value: string] | string {
  const colon = line.indexOf(":");
  if (colon < 1) return "must be written as `name: value`";
  const name = line.slice(0, colon).trim();
  const value = line.slice(colon + 1).trim();
  try {
    nodeHttp.validateHeaderName(name);
    nodeHttp.validateHeaderValue(name, value);
  } catch {
    return "holds characters that a header cannot";
  }
  if (FRAMING.includes(name.toLowerCase())) return "names a header that is not configurable";
  return [name, value];
}
