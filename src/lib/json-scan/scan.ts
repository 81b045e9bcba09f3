/** A member of the outermost object. */
export interface ScannedMember {
  /** The start and end of its value in the bytes. */
  readonly start: number;
  readonly end: number;
}

/** The result of scanning a JSON text. */
export interface JsonScan {
  /** The members that were asked for; of a repeated one the last, because that is the one that parsers take. */
  readonly members: ReadonlyMap<string, ScannedMember>;
  /** How many members all objects have together, repeated ones counted each time. */
  readonly memberCount: number;
  /** Whether a number has so many digits that a double might not hold it. */
  readonly hasLongNumber: boolean;
  /** Whether the text has an escaped surrogate, alone or in a pair. */
  readonly hasSurrogateEscape: boolean;
}

/** Why a text cannot be scanned: it is nested too deeply, or it is no JSON object. */
export type ScanFault = "too-deep" | "not-an-object";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;

/** More digits than this, and a double may not hold the number. */
const SAFE_DIGITS = 15;

/**
 * Finds members of the outermost object without parsing the text: strings are passed over at the speed of a memory
 * search, so that a megabyte of prose costs next to nothing. It judges structure only as far as it must; what it lets
 * through may still be no valid JSON.
 */
export function scanJson(bytes: Buffer, names: readonly string[], maxDepth: number): JsonScan | ScanFault {
  const members = new Map<string, ScannedMember>();
  let at = skipBlank(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  if (bytes[at] !== OPEN_BRACE) return "not-an-object";
  let depth = 0;
  let memberCount = 0;
  let hasLongNumber = false;
  let name: string | undefined;
  let valueStart = -1;
  let lastEnd = at;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (end === -1) return "not-an-object";
      if (depth === 1 && name === undefined) name = nameBetween(bytes, at + 1, end, names);
      at = end;
      lastEnd = end + 1;
    } else if (byte === COLON) {
      memberCount += 1;
      if (depth === 1 && name !== undefined && valueStart === -1) valueStart = skipBlank(bytes, at + 1);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      if (depth > maxDepth) return "too-deep";
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === 0x2c) {
      if (depth === 1) {
        if (valueStart !== -1 && name !== undefined && name !== "")
          members.set(name, { start: valueStart, end: lastEnd });
        name = undefined;
        valueStart = -1;
      }
      if (byte !== 0x2c) {
        depth -= 1;
        lastEnd = at + 1;
        if (depth === 0) break;
      }
    } else if (byte > 0x20) {
      const end = endOfToken(bytes, at);
      if (end - at > SAFE_DIGITS) hasLongNumber = true;
      at = end - 1;
      lastEnd = end;
    }
  }
  return depth === 0
    ? { members, memberCount, hasLongNumber, hasSurrogateEscape: hasSurrogateEscape(bytes) }
    : "not-an-object";
}

function skipBlank(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= 0x20) at += 1;
  return at;
}

function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH && end - 1 - slashes > start) slashes += 1;
    if (slashes % 2 === 0) return end;
    end = bytes.indexOf(QUOTE, end + 1);
  }
  return -1;
}

function endOfToken(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte <= 0x20 || byte === 0x2c || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
  }
  return at;
}

// A name that nobody asked for is the empty text, so that its value is passed over.
function nameBetween(bytes: Buffer, start: number, end: number, names: readonly string[]): string {
  const raw = bytes.toString("latin1", start, end);
  const name = raw.includes("\\") ? unescaped(bytes, start, end) : raw;
  return names.includes(name) ? name : "";
}

function unescaped(bytes: Buffer, start: number, end: number): string {
  try {
    return JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
  } catch {
    // A name with a bad escape is none that anybody asked for.
    return "";
  }
}

function hasSurrogateEscape(bytes: Buffer): boolean {
  return bytes.includes("\\ud", 0, "latin1") || bytes.includes("\\uD", 0, "latin1");
}
