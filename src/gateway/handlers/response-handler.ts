import type { AbpError, BodyDigest, ExecutionMode } from "../../contract/index.ts";
import type { UpstreamHandler, UpstreamRequest } from "../../engines/index.ts";
import type { Trailers } from "../exchange/response-sink.ts";
import type { ResponseFacts, UsedSoFar } from "../facts/response-facts.ts";
import type { HeartbeatMember } from "../scheduling/heartbeat-timer.ts";

/** Turns the response of one engine into the answer to the caller: unchanged, or translated. */
export interface ResponseHandler extends UpstreamHandler, HeartbeatMember {
  readonly mode: ExecutionMode;
  /** The request to send; undefined if no engine is needed, and `onEnd` is called at once. */
  readonly request: UpstreamRequest | undefined;
  /** The digest of the request's body. */
  readonly upstreamRequest: BodyDigest | undefined;
  readonly upstreamModel: string | undefined;
  /** What is known after the answer has ended, however it ended. Called once. */
  facts(): ResponseFacts;
  /** Frees what the handler holds of the response. Called once, when the attempt is over. */
  release?(): void;
}

/** The call that an attempt belongs to, as a response handler sees it. */
export interface AttemptOwner {
  readonly runId: string;
  /** Begins the answer. The call appends its own headers to the list. */
  head(status: number, headers: string[]): void;
  /** Answers false if the engine should pause. */
  write(chunk: Uint8Array | string): boolean;
  end(chunk?: Uint8Array | string, trailers?: Trailers): void;
  /** Breaks the answer off, so that the caller cannot take it for a whole one. */
  break(): void;
  /** Reads on after the handler paused the engine itself. */
  resume(): void;
  /**
   * Sends another request to the same engine, whose response goes to the same handler. Throws `run_budget_exceeded` if
   * the call has used up what its run may spend. Does nothing if the call is over.
   */
  sendAgain(request: UpstreamRequest, used: UsedSoFar): void;
  /** The answer has ended; `error` is undefined if it is whole. Called once per call. */
  finished(error: AbpError | undefined): void;
  /** The attempt failed before the caller received anything; answers whether another engine takes over. */
  fallBack(error: AbpError): boolean;
  /** Whether another engine could still take over. */
  readonly canFallBack: boolean;
}
