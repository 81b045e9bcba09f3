import type { AbpError, Receipt } from "../contract/index.ts";
import type { Admission, CallHead, OpenCall, PlainResponse, ResponseSink } from "../gateway/index.ts";

/** The part of a gateway that the clients use. */
export interface ClientGateway {
  /** The key to send as `x-abp-key` for clients without a key of their own. */
  readonly key?: string | undefined;
  /** Recognises the endpoint and authenticates the caller. Throws an `AbpError`. */
  admit(head: CallHead): Admission;
  /** Writes an error in the dialect of the path. */
  refuse(head: CallHead, error: AbpError): PlainResponse;
  /** Starts a call. The body is complete. */
  call(admission: Admission, body: Buffer, sink: ResponseSink): OpenCall;
  /** Answers a request for one of the gateway's own routes. Undefined for other paths. */
  own?(head: CallHead): Promise<PlainResponse | undefined>;
  /** The receipt of a run. Undefined if none is written yet. */
  receipt(runId: string): Promise<Receipt | undefined>;
  close(): Promise<void>;
}
