import { AbpError } from "../../contract/index.ts";
import { JsonError, type JsonValue, readJson } from "../../lib/index.ts";

/**
 * Reads a JSON body strictly: a name twice in an object, text that is no UTF-8, numbers that a double cannot hold and deep nesting are
 * refused. Throws `input_invalid_json`.
 */
export function readJsonBody(bytes: Uint8Array, maxDepth: number): JsonValue {
  try {
    return readJson(bytes, { prototypeKeys: "refuse", maxDepth });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new AbpError("input_invalid_json", error.message, {
      where: `body:${error.line}:${error.column}`,
      details: { rule: error.rule, path: error.path, offset: error.offset },
      cause: error,
    });
  }
}
