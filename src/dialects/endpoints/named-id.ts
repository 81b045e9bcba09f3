import type { IdKind } from "./account-ids.ts";

/** A thing that a request names. */
export interface NamedId {
  /** The forms in which its id may be stored, the likeliest first. */
  readonly ids: readonly string[];
  /** Whether the value names a thing of an account, even if nobody knows the id. */
  readonly isCertain: boolean;
  /** As in `IdKind`. */
  readonly sharedBy?: string;
  readonly isItem?: boolean;
  readonly isInput?: boolean;
  readonly isResponse?: boolean;
}

/** A value that is encoded more often is no id. */
const MAX_DECODINGS = 4;
/** The version of a vendor's API in an address. */
const VERSION = /^v\d\w*$/i;
const SCHEME = /^([a-z][a-z0-9+.-]*):(?=\/\/)/i;

/**
 * Reads a value at a place of an id in every form that a vendor may take: with or without its kind or its address, in other letter
 * cases, with encoded characters, doubled slashes, or a query. Undefined if the value is another thing, such as the address of a
 * page. `hosts` are those of the vendor.
 */
export function readNamedId(value: string, kind: IdKind, hosts?: RegExp): NamedId | undefined {
  if (kind.isOpaque === true) return { ids: [kind.prefixes[0] + value], isCertain: false };
  const text = decode(value.replaceAll(/[\t\n\r]/g, "")).trim();
  if (kind.only?.test(text) === false) return undefined;
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (kind.scheme !== undefined && scheme !== kind.scheme) return undefined;
  const isAddress = scheme === "http" || scheme === "https";
  if (scheme !== undefined && !isAddress && scheme !== kind.scheme) return undefined;
  const path = text.slice(scheme === undefined ? 0 : scheme.length + 1).replace(/[?#].*$/s, "");
  const segments = segmentsOf(path);
  if (segments.length === 0) return undefined;
  const found = findKind(segments, kind);
  if (isAddress) {
    const isVendors = segments.some((one) => VERSION.test(one)) || hosts?.test(hostOf(segments[0]!)) === true;
    if (!isVendors) return undefined;
  }
  if (found !== undefined) return { ids: caseForms(found), isCertain: true, ...factsOf(kind) };
  return plainId(segments.at(-1)!, kind);
}

// The last name of the kind and the id behind it, such as `files/abc` in `v1beta/files/abc:download`.
function findKind(segments: readonly string[], { prefixes }: IdKind): readonly [string, string] | undefined {
  for (const prefix of prefixes) {
    if (!prefix.endsWith("/")) continue;
    const at = segments.findLastIndex(
      (one, index) => sameCase(`${one}/`, prefix) && index < segments.length - 1,
    );
    const id = segments[at + 1]?.replace(/:[a-z]*$/i, "");
    if (at !== -1 && id !== undefined && id !== "") return [prefix, id];
  }
  return undefined;
}

function factsOf({ sharedBy, isItem, isInput, isResponse }: IdKind): Partial<NamedId> {
  return {
    ...(sharedBy === undefined ? {} : { sharedBy }),
    ...(isItem === true ? { isItem } : {}),
    ...(isInput === true ? { isInput } : {}),
    ...(isResponse === true ? { isResponse } : {}),
  };
}

function plainId(text: string, kind: IdKind): NamedId {
  const { prefixes, certain, suffix } = kind;
  const whole = suffix === undefined ? text : text.replace(suffix, "");
  const prefix = prefixes.find((one) => one !== "" && sameCase(whole.slice(0, one.length), one));
  const id = prefix === undefined ? whole : prefix + whole.slice(prefix.length);
  const added = prefix === undefined ? prefixes.flatMap((one) => caseForms([one, id])) : [];
  return { ids: [...new Set([id, ...added])], isCertain: certain?.test(id) === true, ...factsOf(kind) };
}

// Vendors that put the kind before an id make ids in small letters.
function caseForms([prefix, id]: readonly [string, string]): string[] {
  const lower = id.toLowerCase();
  return lower === id || !prefix.endsWith("/") ? [prefix + id] : [prefix + id, prefix + lower];
}

function sameCase(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function segmentsOf(path: string): string[] {
  const kept: string[] = [];
  for (const segment of path.split(/[/\\]/)) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment.trim());
  }
  return kept;
}

function hostOf(authority: string): string {
  return authority.replace(/^.*@/s, "").replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
}

function decode(value: string): string {
  let text = value;
  for (let count = 0; count < MAX_DECODINGS && text.includes("%"); count += 1) {
    try {
      text = decodeURIComponent(text);
    } catch (error) {
      if (error instanceof URIError) return text;
      throw error;
    }
  }
  return text;
}
