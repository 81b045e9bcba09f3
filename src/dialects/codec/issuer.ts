import type { OpaqueBlock } from "../../contract/index.ts";
import type { IdRule } from "../id-map.ts";

/** What the vendor alone issues and understands. */
export interface Issuer {
  /** The rule for tool-call ids; undefined if any id is accepted. */
  readonly toolCallIds: IdRule | undefined;
  /** The start of the ids of answers; clients tell ids apart by it. */
  readonly replyIdPrefix: string;
  /** The issuers of files, besides the dialect itself, whose ids mean something to the vendor. */
  readonly fileIssuers?: readonly string[];
  /**
   * Whether the answer depends on a request member that only this dialect knows, such as a conversation that its
   * vendor keeps: another vendor cannot honour it, and the call must not go on without it.
   */
  binds(member: string, value: unknown): boolean;
  /**
   * Whether a signature or sealed reasoning has the shape of those that this dialect's vendor issues; false if
   * the shape does not tell.
   */
  issued(proof: string): boolean;
  /** Whether a unit of this dialect was written by us for another vendor's, so that its own vendor refuses it. */
  isMinted?(block: OpaqueBlock): boolean;
}
