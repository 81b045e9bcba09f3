import { createRequire } from "node:module";
import type { errors, Pool as UndiciPool } from "undici";

/** The parts of undici that engines use. */
export interface UndiciParts {
  readonly Pool: typeof UndiciPool;
  /** The error of an answer that violates HTTP. */
  readonly HTTPParserError: typeof errors.HTTPParserError;
}

/**
 * Loads the connection pool by its file. The whole package, with fetch, caches and mocks, would cost every start 40 ms and
 * 14 MB. If the files are missing, as in another version of undici, it loads the whole package.
 */
export function loadUndici(load: (id: string) => unknown): UndiciParts {
  try {
    const Pool = load("undici/lib/dispatcher/pool.js") as typeof UndiciPool;
    const { HTTPParserError } = load("undici/lib/core/errors.js") as typeof errors;
    if (typeof Pool === "function" && typeof HTTPParserError === "function") return { Pool, HTTPParserError };
  } catch {
    // The package itself follows. If that is missing too, its error says so.
  }
  const undici = load("undici") as { Pool: typeof UndiciPool; errors: typeof errors };
  return { Pool: undici.Pool, HTTPParserError: undici.errors.HTTPParserError };
}

export const { Pool, HTTPParserError } = loadUndici(createRequire(import.meta.url));
export type Pool = UndiciPool;
