import { type ErrorCode, errorCodes, errorRow, type StreamEvent } from "../../../contract/index.ts";
import type { Failure } from "../../codec/error-codec.ts";
import type { ChatProfile } from "../profile.ts";

/** An error event of a stream as the failure of a call. */
export function failureOf(event: Extract<StreamEvent, { type: "error" }>, profile: ChatProfile): Failure {
  const code = errorCodes.find((one) => one === event.code) ?? ("internal" satisfies ErrorCode);
  const own = event.vendor?.[profile.id];
  const failure = { code, status: errorRow(code).status, message: event.message };
  if (own === undefined) return event.vendor === undefined ? failure : { ...failure, vendor: event.vendor };
  const { type, param, code: vendorCode } = own;
  return {
    ...failure,
    ...(typeof type === "string" ? { type } : {}),
    ...(typeof param === "string" ? { param } : {}),
    ...(typeof vendorCode === "string" ? { vendorCode } : {}),
    vendor: { [profile.id]: { error: own } },
  };
}
