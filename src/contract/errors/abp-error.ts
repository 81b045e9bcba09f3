import type { ErrorRow } from "./rows/row.ts";
import { type ErrorCode, errorRow } from "./table.ts";

// A registered symbol, so that errors of a second installed copy are still recognised.
const BRAND: unique symbol = Symbol.for("agent-backplane.error") as never;

/** Optional members of an error. */
export interface AbpErrorOptions {
  /** The place: a file with line and column, a JSON path, a key. */
  readonly where?: string | undefined;
  /** Overrides the table's advice when the place knows better. */
  readonly advice?: string;
  /** Structured facts; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The only error class of the backplane: a code of the table, a message, the place, and advice.
 *
 * @example
 * import { AbpError } from "agent-backplane";
 * try {
 *   await registry.find("none").open;
 * } catch (error) {
 *   if (AbpError.is(error)) console.error(error.code, error.message, error.row.advice);
 * }
 */
export class AbpError extends Error {
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly where: string | undefined;
  readonly advice: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: AbpErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AbpError";
    this.code = code;
    this.where = options.where;
    this.advice = options.advice ?? errorRow(code).advice;
    this.details = options.details ?? {};
  }

  /** The table's row for this error's code. */
  get row(): ErrorRow {
    return errorRow(this.code);
  }

  /** Whether a value is an error of the backplane, from whichever copy of the package. */
  static is(value: unknown): value is AbpError {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}
