import { JsonError, type JsonRule, locateOffset } from "./json-error.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of the input; refuses one that is too long, starts with a byte order mark or is not Unicode. */
export function decodeJsonText(input: string | Uint8Array, maxBytes: number): string {
  if (isLonger(input, maxBytes)) refuse("too-large", `a text longer than ${maxBytes} bytes`, "", 0);
  if (startsWithMark(input)) refuse("bom", "a byte order mark", "", 0);
  if (typeof input !== "string") return decodeUtf8(input);
  if (!input.isWellFormed()) {
    const at = input.search(/\p{Surrogate}/u);
    refuse("lone-surrogate", "half of a surrogate pair", input.slice(0, at), at);
  }
  return input;
}

function isLonger(input: string | Uint8Array, maxBytes: number): boolean {
  if (typeof input !== "string") return input.byteLength > maxBytes;
  // A UTF-16 code unit takes at most three bytes, so most texts need no exact count.
  return input.length * 3 > maxBytes && Buffer.byteLength(input) > maxBytes;
}

function startsWithMark(input: string | Uint8Array): boolean {
  if (typeof input === "string") return input.startsWith("\ufeff");
  return input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    const offset = firstBadByte(bytes);
    return refuse("invalid-utf8", "a byte that is not UTF-8", UTF8.decode(bytes.subarray(0, offset)), offset);
  }
}

/** The offset of the first byte sequence that is not UTF-8 (The Unicode Standard, table 3-7). */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const size = characterSize(bytes, at);
    if (size === 0) return at;
    at += size;
  }
  return at;
}

function characterSize(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  const size = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let index = 1; index < size; index += 1) {
    // The second byte is narrower after leads that would allow an overlong form, a surrogate or a value past U+10FFFF.
    const low = index === 1 && lead === 0xe0 ? 0xa0 : index === 1 && lead === 0xf0 ? 0x90 : 0x80;
    const high = index === 1 && lead === 0xed ? 0x9f : index === 1 && lead === 0xf4 ? 0x8f : 0xbf;
    const byte = bytes[at + index] ?? 0;
    if (byte < low || byte > high) return 0;
  }
  return size;
}

function refuse(rule: JsonRule, reason: string, before: string, offset: number): never {
  throw new JsonError(rule, reason, { ...locateOffset(before, before.length), offset, path: "$" });
}
