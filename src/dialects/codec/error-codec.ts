import type { ErrorCode } from "../../contract/index.ts";
import type { Members } from "../members/members.ts";

/** An error of a call, in no vendor's words. */
export interface Failure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  /** The field that is wrong, if the vendor or we can name it. */
  readonly param?: string;
  /** Facts of an error of ours, such as the rule of the policy that denied the call. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The vendor's own type and code. */
  readonly type?: string;
  readonly vendorCode?: string;
  readonly requestId?: string;
  /** The error of the vendor behind a relay, as the relay repeats it. */
  readonly relayed?: { readonly text: string; readonly by?: string };
  /** The other members of the body. */
  readonly vendor?: Readonly<Record<string, Members>>;
}

/** An error as it goes out. */
export interface WrittenError {
  readonly status: number;
  readonly body: Members;
}

/** Reads and writes errors. */
export interface ErrorCodec {
  readError(status: number, body: unknown): Failure;
  writeError(failure: Failure): WrittenError;
}
