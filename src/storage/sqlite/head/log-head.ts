// By its default: an older Node lacks a name, and `lib/node-version.ts` says so.
import zlib from "node:zlib";

/** The end of a log at some time: its size, and the SHA-256 of the bytes of its last receipt. */
export interface RecordedHead {
  /** At least 1. */
  readonly size: number;
  readonly last: string;
}

const SIZE_DIGITS = 16;
const FORM = /^(abp-head\/v1 (\d{16}) ([0-9a-f]{64})) ([0-9a-f]{8})\n$/;

/** Writes a head as one line. All lines have the same length, so that one overwrites another. */
export function formatHead({ size, last }: RecordedHead): string {
  const text = `abp-head/v1 ${String(size).padStart(SIZE_DIGITS, "0")} ${last}`;
  return `${text} ${checksum(text)}\n`;
}

/** Parses a line; undefined if it is torn or damaged, which a power cut may cause because it is never flushed. */
export function parseHead(line: string): RecordedHead | undefined {
  const [, text = "", size, last = "", sum] = FORM.exec(line) ?? [];
  if (sum === undefined || sum !== checksum(text)) return undefined;
  return { size: Number(size), last };
}

function checksum(text: string): string {
  return zlib.crc32(text).toString(16).padStart(8, "0");
}
