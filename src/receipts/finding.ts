import type { ErrorCode } from "../contract/index.ts";

/** One fault, with a code of the error table. */
export interface Finding {
  readonly code: ErrorCode;
  readonly message: string;
  /** A JSON path, an entry of a log, or a part of a bundle. */
  readonly where: string;
}

export function finding(code: ErrorCode, where: string, message: string): Finding {
  return { code, message, where };
}
