import type { Conversation, Reply } from "../../contract/index.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { RewrittenReply, StreamRewriter } from "./reply-rewriter.ts";
import type { EmulationEntry, FidelityLoss } from "./report.ts";
import type { EmulationStrategy } from "./strategy.ts";

/** Members of a conversation that an emulator handles itself, so they are not sent to the engine. */
export type TakenMember = "reasoning" | "output" | "stop" | "parallelToolCalls";

/** A conversation prepared for an engine without the capability, and the changes made to it. */
export interface Preparation {
  readonly conversation: Conversation;
  readonly applied: readonly EmulationEntry[];
  readonly warnings: readonly string[];
}

/** Provides one capability for an engine that lacks it. Its functions are pure. */
export interface Emulator {
  readonly id: string;
  readonly capability: CapabilityId;
  readonly fidelity: FidelityLoss;
  /** The main strategy. `Preparation.applied` lists everything that was applied. */
  readonly strategy: EmulationStrategy;
  /** Members to withhold from the engine, which would refuse them. */
  readonly takesOver: readonly TakenMember[];
  /** Prepares the conversation; undefined when it does not use the capability. */
  prepare(conversation: Conversation): Preparation | undefined;
  /** Rewrites a whole reply. `conversation` is the caller's, before any emulation. */
  finish?(reply: Reply, conversation: Conversation): RewrittenReply;
  /** Opens a rewriter for a streamed reply. `conversation` is the caller's, before any emulation. */
  openRewriter?(conversation: Conversation): StreamRewriter;
}
