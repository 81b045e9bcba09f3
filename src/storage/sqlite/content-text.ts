import { setImmediate as nextTurn } from "node:timers/promises";
import { parseAsWritten, SlicedReader, SlicedWriter, textLength } from "../../lib/index.ts";

/** Content as JSON. A long one is in UTF-8, and becomes a text only in the thread of the writer. */
export type ContentText = string | Uint8Array;

/** Longer content is written and read in slices, between which other calls are served. */
const LONG_CONTENT_BYTES = 1024 * 1024;
const SLICE_BYTES = 256 * 1024;

/** Writes content as JSON: at once if it is short. */
export function writeContent(content: unknown): string | Promise<Uint8Array> {
  const length = textLength(content, LONG_CONTENT_BYTES);
  // JSON has no undefined.
  if (length < LONG_CONTENT_BYTES) return JSON.stringify(content) ?? "null";
  return writeInSlices(content);
}

async function writeInSlices(content: unknown): Promise<Uint8Array> {
  const writer = new SlicedWriter(content, 2 * LONG_CONTENT_BYTES);
  while (!writer.step(SLICE_BYTES)) await nextTurn();
  return writer.bytes;
}

/** Reads content that a column holds: a text, or the bytes of a long one. */
export function readContent(column: unknown): unknown {
  return typeof column === "string" ? parseAsWritten(column) : readInSlices(column as Uint8Array);
}

async function readInSlices({ buffer, byteOffset, length }: Uint8Array): Promise<unknown> {
  const reader = new SlicedReader(Buffer.from(buffer, byteOffset, length), { strict: false });
  while (!reader.step(SLICE_BYTES)) await nextTurn();
  return reader.value;
}

/** The text that a column holds. */
export function textOf(content: ContentText): string {
  if (typeof content === "string") return content;
  return Buffer.from(content.buffer, content.byteOffset, content.length).toString("utf8");
}

/** A column of long content in a query: its bytes, which are read in slices. */
export function longAsBytes(name: string): string {
  return `CASE WHEN octet_length(${name}) > ${LONG_CONTENT_BYTES} THEN CAST(${name} AS BLOB) ELSE ${name} END AS ${name}`;
}
