import { type JsonValue, readJson } from "../json/index.ts";
import { countMembers, type JsonShape, measureJson } from "./json-shape.ts";

const MAX_DEPTH = 128;
const shape: JsonShape = { members: 0, depth: 0, needsStrictReader: false };

/**
 * Reads one line as JSON with the rules of the strict reader: no name twice in an object, no `__proto__`, at most 128 levels,
 * exact numbers, no lone surrogate. The engine's own parser does the work; the strict reader judges only what is unusual.
 * Throws a JsonError.
 */
export function parseJsonLine(line: string): JsonValue {
  measureJson(line, shape);
  if (shape.depth > MAX_DEPTH || shape.needsStrictReader) return readStrictly(line);
  const { members } = shape;
  let value: JsonValue;
  try {
    value = JSON.parse(line);
  } catch {
    // The strict reader throws as well, and says where.
    return readStrictly(line);
  }
  return countMembers(value) === members ? value : readStrictly(line);
}

function readStrictly(line: string): JsonValue {
  return readJson(line, { prototypeKeys: "refuse", maxDepth: MAX_DEPTH });
}
