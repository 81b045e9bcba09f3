import { createRequire } from "node:module";
import type { errors, Pool as UndiciPool } from "undici";

const load = createRequire(import.meta.url);

/**
 * The pool of connections, without the rest of its package: fetch, caches and mocks would cost every start 40 ms and 14 MB.
 * The package's version is pinned, so that its files are known by their places.
 */
export const Pool = load("undici/lib/dispatcher/pool.js") as typeof UndiciPool;
export type Pool = UndiciPool;

/** What the pool says of an answer that breaks the rules of HTTP. */
export const { HTTPParserError } = load("undici/lib/core/errors.js") as typeof errors;
