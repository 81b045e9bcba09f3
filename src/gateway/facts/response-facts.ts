import type {
  AbpError,
  BodyDigest,
  LossReport,
  NegotiationRecord,
  SearchRecord,
  TokenUsage,
  TransferRecord,
} from "../../contract/index.ts";
import type { Observation } from "../../dialects/index.ts";
import type { RoundRecord } from "../rounds/round-loop.ts";
import type { SeenCalls } from "./tool-call-log.ts";

/** What a handler learned from an engine's response, for the receipt. */
export interface ResponseFacts {
  readonly observed: Observation;
  /** The digests of what the engine sent and of what the caller received; equal in passthrough. */
  readonly upstreamResponse: BodyDigest | undefined;
  readonly response: BodyDigest | undefined;
  readonly mapping: readonly LossReport[];
  readonly negotiation: NegotiationRecord | undefined;
  readonly warnings: readonly string[];
  /** The tools that the answer calls; undefined if none was seen. */
  readonly toolCalls?: SeenCalls | undefined;
  /** The number of events of the engine's stream; undefined if the answer was no stream. */
  readonly events?: number | undefined;
  /** The failure that the response itself reports, if it was read only after the caller had it. */
  readonly error?: AbpError | undefined;
  /** The web searches that the gateway ran for the answer. */
  readonly searches?: readonly SearchRecord[] | undefined;
  /** The calls of the engine, if the answer took several. */
  readonly calls?: readonly RoundRecord[] | undefined;
  /** Set for a call that passes through as it is. */
  readonly transfer?: TransferRecord | undefined;
}

/** What an answer that is not whole yet has used. */
export interface UsedSoFar {
  readonly usage: TokenUsage | undefined;
  readonly searches: readonly SearchRecord[];
}
