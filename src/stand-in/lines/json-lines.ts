import { AbpError } from "../../contract/index.ts";
import { type JsonObject, LineSplitter } from "../../lib/index.ts";

/** The longest line that is read: prompts carry images. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Reads lines of text. Throws `protocol_invalid_envelope` for a line that is too long or is not UTF-8. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<string> {
  const splitter = new LineSplitter(maxLineBytes);
  for await (const chunk of input) {
    const { lines, fault } = splitter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    yield* lines;
    if (fault !== undefined) {
      throw new AbpError("protocol_invalid_envelope", `a line of standard input cannot be read: ${fault}`);
    }
  }
  const last = splitter.end();
  if (last !== undefined) yield last;
}

/** Reads one line as a JSON object; undefined for anything else. */
export function readObject(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    // Not JSON: the caller says so.
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member if it is a text. */
export function textMember(value: JsonObject, name: string): string | undefined {
  const member = value[name];
  return typeof member === "string" ? member : undefined;
}
