import { type JsonValue, readJson } from "../json/index.ts";
import { compactLength } from "./compact-length.ts";
import { countMembers, type JsonShape, measureJson } from "./json-shape.ts";

const MAX_DEPTH = 128;
/** Up to this length the text is parsed first: whatever it contains, that costs little. */
const SHORT_LINE = 2048;
const shape: JsonShape = { members: 0, depth: 0, needsStrictReader: false };

/**
 * Reads one line as JSON. It keeps what JavaScript or canonical JSON cannot hold exactly, as the reader does with `isFree`; only a
 * name twice in an object is refused besides text that is not JSON. The engine's own parser does the work; the reader judges only
 * what is unusual. Throws a JsonError.
 */
export function parseFreeLine(line: string): JsonValue {
  const isShort = line.length <= SHORT_LINE;
  const early = isShort ? parseOrUndefined(line) : undefined;
  // A line that is exactly as long as the shortest text of its value contains nothing besides that value.
  if (early !== undefined && !line.includes("\\u")) {
    if (compactLength(early, line.includes("\\"), MAX_DEPTH) === line.length) return early;
  }
  measureJson(line, shape);
  if (shape.depth > MAX_DEPTH || shape.needsStrictReader) return readFreely(line);
  const { members } = shape;
  const value = isShort ? early : parseOrUndefined(line);
  return value !== undefined && countMembers(value) === members ? value : readFreely(line);
}

/** Undefined for a text that is not JSON. The reader says where the fault is. */
function parseOrUndefined(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readFreely(line: string): JsonValue {
  return readJson(line, { isFree: true });
}
