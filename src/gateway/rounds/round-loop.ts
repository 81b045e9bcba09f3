import type { BodyDigest, SearchRecord, StreamEvent, TokenUsage } from "../../contract/index.ts";
import type { EventRewriter } from "../../dialects/index.ts";
import type { UpstreamRequest } from "../../engines/index.ts";

/** A request of a further round. */
export interface RoundRequest {
  readonly request: UpstreamRequest;
  readonly digest: BodyDigest;
}

/** One call of the engine, for the receipt. */
export interface RoundRecord {
  readonly request: BodyDigest;
  response?: BodyDigest | undefined;
  usage?: TokenUsage | undefined;
}

/** Makes one reply of the replies of several rounds. */
export interface Rounds extends EventRewriter {
  /** Whether the round that ended asks for another one. */
  readonly isPending: boolean;
  /** What all rounds so far used. */
  readonly usage: TokenUsage | undefined;
  /** The problems of what the caller gets. */
  readonly warnings: readonly string[];
  flush(): readonly StreamEvent[];
}

/** The rounds of one call: what is done between the answers of the engine. */
export interface RoundLoop {
  readonly rounds: Rounds;
  readonly searches: readonly SearchRecord[];
  readonly calls: readonly RoundRecord[];
  /** Notes the response of a round. */
  endRound(response: BodyDigest): void;
  /** Notes what a round used, once its response was read. */
  noteUsage(): void;
  /** Resolves to the next request; undefined if the turn goes to the caller, or the loop was stopped. */
  next(): Promise<RoundRequest | undefined>;
  /** Begins the round of a request. */
  startRound(request: RoundRequest): void;
  /** Stops what is under way. May be called more than once. */
  stop(): void;
}
