import { isSecretName } from "./secret-name.ts";
import type { Span } from "./span.ts";

/** Texts that are secrets by their form alone; every quantifier is bounded or anchored, so scanning is linear. */
const SHAPES: readonly RegExp[] = [
  /\bsk-[\w-]{8,}/g,
  /\b[rs]k_(?:live|test)_\w{8,}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g,
  /\bgh[oprsu]_[A-Za-z0-9]{16,}/g,
  /\bgithub_pat_\w{16,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[a-z]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{16,}/g,
  /\b(?:hf|npm|gsk|whsec|r8|lin_api|dop_v1)_\w{20,}/g,
  /\b(?:xai|pplx|tvly|nvapi)-[\w-]{16,}/g,
  /\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*){1,3}/g,
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
];

const CREDENTIAL = /\b(bearer|basic)\s{1,4}([\w.~+/-]{8,}={0,2})/gi;
const USER_INFO = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/?#:@]{0,256}:([^\s/?#@]{1,256})@/gi;
const LONG_RUN = /[\w+=-]{32,}/g;

/** A name and what separates it from its value, in JSON, headers, queries and settings. */
const ASSIGNMENT = /([a-z][\w.-]{0,63})(?:\\{0,3}["'])?\s{0,3}[=:]\s{0,3}/gi;
const FLAG = /(?<![\w-])--?([a-z][\w-]{0,63})\s{1,3}(?!-)/gi;
const VALUES: readonly RegExp[] = [
  /\\{1,3}["']([^"'\\\n]+)/dy,
  /"((?:[^"\\\n]|\\[^\n])+)/dy,
  /'((?:[^'\\\n]|\\[^\n])+)/dy,
  // A mark left by an earlier pass is taken whole, so that a second pass changes nothing.
  /(\[redacted\])/dy,
  // A header's value is its scheme and what follows.
  /((?:(?:bearer|basic|digest|token)\s{1,4})?[^\s"'\\&;,)}\]]+)/diy,
];

/** Ids that vendors give to their objects, and checksums in the notation of subresource integrity. */
const PUBLIC_PREFIX =
  /^(?:msg|toolu|srvtoolu|call|chatcmpl|cmpl|resp|req|rs|fc|ws|run|thread|file|asst|batch|item|evt|gen|conv|vs|step|sha(?:1|256|384|512))[_-]/;

/** How often neighbours differ in class (lower, upper, digit): about 0.62 in random base62, under 0.3 in names. */
const RANDOM_CHANGE_RATE = 0.4;

/** Finds the parts of a text that have the form of a secret. */
export function findSecretShapes(text: string): readonly Span[] {
  return [
    ...SHAPES.flatMap((shape) => spansOf(text, shape)),
    ...spansOf(text, LONG_RUN).filter(([start, end]) => looksRandom(text.slice(start, end))),
    ...findCredentials(text),
    ...findUserInfo(text),
    ...findNamedValues(text, ASSIGNMENT),
    ...findNamedValues(text, FLAG),
  ];
}

/**
 * Whether a run of 32 or more characters is random: it mixes lower case, upper case and digits, and changes
 * between them as often as chance does. Hexadecimal digests and UUIDs have one case, and names keep their case
 * for whole syllables, so neither is taken for a secret.
 */
function looksRandom(run: string): boolean {
  if (PUBLIC_PREFIX.test(run)) return false;
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run) || !/[0-9]/.test(run)) return false;
  let pairs = 0;
  let changes = 0;
  for (let index = 1; index < run.length; index += 1) {
    const left = classOf(run.charCodeAt(index - 1));
    const right = classOf(run.charCodeAt(index));
    if (left === 0 || right === 0) continue;
    pairs += 1;
    if (left !== right) changes += 1;
  }
  return pairs >= 24 && changes / pairs >= RANDOM_CHANGE_RATE;
}

function classOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return 1;
  if (code >= 0x41 && code <= 0x5a) return 2;
  return code >= 0x30 && code <= 0x39 ? 3 : 0;
}

function findCredentials(text: string): readonly Span[] {
  return [...text.matchAll(CREDENTIAL)].flatMap((match): Span[] => {
    const [whole, scheme = "", token = ""] = match;
    // "Basic understanding" is no header: there the word must look encoded.
    const isToken =
      scheme.toLowerCase() === "bearer" || token.length >= 20 || /[0-9=]|[a-z][A-Z]/.test(token);
    const end = match.index + whole.length;
    return isToken ? [[end - token.length, end]] : [];
  });
}

function findUserInfo(text: string): readonly Span[] {
  return [...text.matchAll(USER_INFO)].map((match): Span => {
    const end = match.index + match[0].length - 1;
    return [end - (match[1] ?? "").length, end];
  });
}

function findNamedValues(text: string, pattern: RegExp): readonly Span[] {
  const spans: Span[] = [];
  let covered = 0;
  // A value is looked at only after its name, because it may itself hold a name: `note:password=x`.
  for (const match of text.matchAll(pattern)) {
    const start = match.index + match[0].length;
    if (start < covered || !isSecretName(match[1] ?? "")) continue;
    const span = valueAt(text, start);
    if (span === undefined) continue;
    spans.push(span);
    covered = span[1];
  }
  return spans;
}

function valueAt(text: string, start: number): Span | undefined {
  for (const value of VALUES) {
    value.lastIndex = start;
    const span = value.exec(text)?.indices?.[1];
    if (span !== undefined) return span;
  }
  return undefined;
}

function spansOf(text: string, pattern: RegExp): readonly Span[] {
  return [...text.matchAll(pattern)].map((match): Span => [match.index, match.index + match[0].length]);
}
