import type { Members } from "../members/members.ts";

/** What a request asked of the form of its answer, beyond what every answer has. */
export interface AskedReply {
  /** Whether searches show the pages that they found. */
  readonly searchSources?: boolean;
  /** Whether reasoning is shown as a summary of it. */
  readonly reasoningSummary?: boolean;
  /** The members of the request that the answer repeats, in the form of the answer. */
  readonly echo?: Members;
  /** The items that the answer to a compaction repeats. */
  readonly compacted?: readonly Members[];
}
