import type { ErrorCode } from "../contract/index.ts";

/** One thing that is wrong, with a code of the error table. */
export interface Finding {
  readonly code: ErrorCode;
  readonly message: string;
  /** The place: a JSON path, a line of a log, the part of a bundle. */
  readonly where: string;
}

/** Writes a finding. */
export function finding(code: ErrorCode, where: string, message: string): Finding {
  return { code, message, where };
}
