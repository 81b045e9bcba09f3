import type { AbpError } from "../contract/index.ts";
import type { Admission, CallHead, OpenCall, PlainResponse, ResponseSink } from "../gateway/index.ts";

/** What the rim needs of a gateway. */
export interface GatewayDoor {
  /** Recognises and authenticates; throws an `AbpError`. */
  admit(head: CallHead): Admission;
  /** Writes an error in the dialect that the path names, or as a plain JSON envelope. */
  refuse(head: CallHead, error: AbpError): PlainResponse;
  /** Starts the call; the body is whole. */
  call(admission: Admission, body: Buffer, sink: ResponseSink): OpenCall;
  /** The gateway's own small routes; undefined when the path is none of them. */
  own(head: CallHead): Promise<PlainResponse | undefined>;
}
