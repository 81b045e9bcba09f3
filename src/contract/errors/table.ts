import { contractRows } from "./rows/contract-rows.ts";
import { controlRows } from "./rows/control-rows.ts";
import { evidenceRows } from "./rows/evidence-rows.ts";
import { gatewayRows } from "./rows/gateway-rows.ts";
import { keyRows } from "./rows/key-rows.ts";
import { ownRows } from "./rows/own-rows.ts";
import type { ErrorRow } from "./rows/row.ts";
import { runRows } from "./rows/run-rows.ts";
import { runnerRows } from "./rows/runner-rows.ts";
import { workRows } from "./rows/work-rows.ts";

/** Every error that the backplane can report, with what it means and what to do next. */
export const errorTable = {
  ...contractRows,
  ...ownRows,
  ...runRows,
  ...gatewayRows,
  ...evidenceRows,
  ...controlRows,
  ...keyRows,
  ...runnerRows,
  ...workRows,
} as const;

/** A stable, machine-readable error code. */
export type ErrorCode = keyof typeof errorTable;

/** A code that abp/v0.1 readers know. */
export type WireErrorCode = keyof typeof contractRows;

/** All codes, in table order. */
export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];

/** The codes that may stand in an event's or envelope's `error_code`. */
export const wireErrorCodes = Object.keys(contractRows) as [WireErrorCode, ...WireErrorCode[]];

/**
 * The table's row for a code.
 *
 * @example
 * import { errorRow } from "agent-backplane/contract";
 * const { exit, advice } = errorRow("backend_not_found");
 */
export function errorRow(code: ErrorCode): ErrorRow {
  return errorTable[code];
}

/**
 * The code that an abp/v0.1 reader is given for one of ours.
 *
 * @example
 * import { wireErrorCode } from "agent-backplane/contract";
 * const code = wireErrorCode("backend_crashed");
 */
export function wireErrorCode(code: ErrorCode): WireErrorCode {
  return (errorRow(code).wire ?? code) as WireErrorCode;
}
