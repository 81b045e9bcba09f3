import { type ErrorCode, errorRow, errorTable, type StreamEvent } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import { asVendor, hasOwnMembers, ownMembers } from "../../members/own-members.ts";
import { readError, typeOf } from "../errors.ts";
import { frame, ID } from "../wire.ts";

/** Reads an error that ends a stream; its status is not told there. */
export function readStreamError(value: Members): StreamEvent {
  const { code, message, type, vendor, requestId } = readError(500, value);
  return {
    type: "error",
    code,
    message,
    ...asVendor(ID, {
      ...vendor?.[ID],
      ...(type === undefined ? {} : { type }),
      ...(requestId === undefined ? {} : { request_id: requestId }),
    }),
  };
}

/** Writes an error that ends a stream. The vendor's SDKs recognise it by the name of the event. */
export function writeStreamError(event: Extract<StreamEvent, { type: "error" }>): string {
  const isOwn = hasOwnMembers(event, ID);
  const { type, request_id: requestId, error, ...rest } = ownMembers(event, ID);
  const code = Object.hasOwn(errorTable, event.code) ? (event.code as ErrorCode) : "internal";
  const body: Members = {
    type: "error",
    error: {
      type: type ?? typeOf(code, errorRow(code).status)[0],
      message: event.message,
      ...(error as Members | undefined),
    },
    ...(requestId === undefined && isOwn ? {} : { request_id: requestId ?? null }),
    ...rest,
  };
  return frame("error", JSON.stringify(body));
}
