import { JsonError, locateOffset } from "./json-error.ts";

const BYTE_ORDER_MARK = "\ufeff";

/** The text of the input, or a `JsonError` when it is too large, starts with a BOM or is not Unicode. */
export function decodeJsonText(input: string | Uint8Array, maxBytes: number): string {
  if (inputBytes(input, maxBytes) > maxBytes) refuse("too-large", `the text is longer than ${maxBytes} bytes`);
  const text = typeof input === "string" ? input : decodeUtf8(input);
  if (text.startsWith(BYTE_ORDER_MARK)) refuse("bom", "the text starts with a byte order mark");
  if (!text.isWellFormed()) {
    const at = text.search(/\p{Surrogate}/u);
    throw new JsonError("lone-surrogate", "half of a surrogate pair", {
      ...locateOffset(text, at),
      offset: at,
      path: "$",
    });
  }
  return text;
}

function inputBytes(input: string | Uint8Array, maxBytes: number): number {
  if (typeof input !== "string") return input.byteLength;
  // A UTF-16 code unit takes at most three bytes, so most texts need no exact count.
  return input.length * 3 <= maxBytes ? 0 : Buffer.byteLength(input);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // A streaming decoder keeps back an unfinished character, so the longest prefix it takes whole ends
    // where the first bad sequence starts.
    const offset = firstBadByte(bytes);
    const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset));
    if (before.startsWith(BYTE_ORDER_MARK)) return refuse("bom", "the text starts with a byte order mark");
    const place = { ...locateOffset(before, before.length), offset, path: "$" };
    throw new JsonError("invalid-utf8", "a byte that is not UTF-8", place);
  }
}

/** Where the first byte sequence that is not UTF-8 starts (Unicode 16, table 3-7). */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  for (;;) {
    const lead = bytes[at] ?? -1;
    const size = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (lead < 0 || size === 0) return at;
    for (let index = 1; index < size; index += 1) {
      const low = index > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
      const high = index > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
      const byte = bytes[at + index] ?? -1;
      if (byte < low || byte > high) return at;
    }
    at += size;
  }
}

function refuse(rule: "too-large" | "bom", reason: string): never {
  throw new JsonError(rule, reason, { offset: 0, line: 1, column: 1, path: "$" });
}
