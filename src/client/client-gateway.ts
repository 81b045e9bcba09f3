import type { AbpError, Receipt } from "../contract/index.ts";
import type { Admission, CallHead, OpenCall, PlainResponse, ResponseSink } from "../gateway/index.ts";

/** What the shims need of a gateway. */
export interface ClientGateway {
  /** The key that calls name themselves with as `x-abp-key`, where the client has none of its own. */
  readonly key?: string | undefined;
  /** Recognises and authenticates; throws an `AbpError`. */
  admit(head: CallHead): Admission;
  /** Writes an error in the dialect that the path names. */
  refuse(head: CallHead, error: AbpError): PlainResponse;
  /** Starts a call; the body is whole. */
  call(admission: Admission, body: Buffer, sink: ResponseSink): OpenCall;
  /** The gateway's own routes; undefined when the path is none of them. */
  own?(head: CallHead): Promise<PlainResponse | undefined>;
  /** The receipt of a run, once it is written. */
  receipt(runId: string): Promise<Receipt | undefined>;
  close(): Promise<void>;
}
