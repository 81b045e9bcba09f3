import type {
  AbpError,
  BodyDigest,
  ExecutionMode,
  LossReport,
  NegotiationRecord,
} from "../../contract/index.ts";
import type { Observation } from "../../dialects/index.ts";
import type { UpstreamHandler, UpstreamRequest } from "../../engines/index.ts";

/** How an answer ended. */
export interface Ending {
  /** Undefined when the answer is whole and as the engine meant it. */
  readonly error: AbpError | undefined;
}

/** What a lane found out, for the receipt. */
export interface ResponseFacts {
  readonly seen: Observation;
  /** What came from the engine, and what the caller got; the same where the bytes are the same. */
  readonly upstreamResponse: BodyDigest | undefined;
  readonly response: BodyDigest | undefined;
  readonly mapping: readonly LossReport[];
  readonly negotiation: NegotiationRecord | undefined;
  readonly warnings: readonly string[];
  /** What the answer itself says that went wrong, where it was not looked at before the caller had it. */
  readonly error?: AbpError | undefined;
}

/** One way through the house for one attempt at a call: bytes as they are, or translated. */
export interface ResponseHandler extends UpstreamHandler {
  readonly mode: ExecutionMode;
  /** Undefined where the lane answers by itself: it is told of the end at once. */
  readonly request: UpstreamRequest | undefined;
  readonly upstreamRequest: BodyDigest | undefined;
  readonly upstreamModel: string | undefined;
  /** Told that time goes on, where the lane has to show that it is alive. */
  tick?(now: number): void;
  tickPlace?: number;
  /** What is known when the answer is over, however it ended; asked once, and later than the answer. */
  facts(): ResponseFacts;
}

/** What a lane tells the call it belongs to, and what it asks of it. */
export interface AttemptOwner {
  readonly runId: string;
  /** Begins the answer; the call adds its own headers. */
  head(status: number, headers: string[]): void;
  write(chunk: Uint8Array | string): boolean;
  end(chunk?: Uint8Array | string): void;
  break(): void;
  /** The answer is over; called once. */
  over(ending: Ending): void;
  /** An attempt failed before the caller got anything: whether another engine takes over. */
  fallBack(error: AbpError): boolean;
  /** Whether another engine could still take over. */
  readonly canFallBack: boolean;
}
