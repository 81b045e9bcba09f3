import type { Conversation, Reply } from "../../contract/index.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { RewrittenReply, StreamRewriter } from "./reply-rewriter.ts";
import type { EmulationEntry, FidelityLoss } from "./report.ts";
import type { EmulationStrategy } from "./strategy.ts";

/** The members of a conversation that an emulator provides in the engine's place. */
export type TakenMember = "reasoning" | "output" | "stop" | "parallelToolCalls";

/** A conversation made ready for an engine that lacks the capability, and what was done to it. */
export interface Preparation {
  readonly conversation: Conversation;
  readonly applied: readonly EmulationEntry[];
  readonly warnings: readonly string[];
}

/** Provides one capability for an engine that lacks it; a pure function of the conversation and the reply. */
export interface Emulator {
  readonly id: string;
  readonly capability: CapabilityId;
  readonly fidelity: FidelityLoss;
  /** The part that does the most; what was really applied is in the preparation. */
  readonly strategy: EmulationStrategy;
  /** What must not reach the engine, because it would refuse it. */
  readonly takesOver: readonly TakenMember[];
  /** Makes the conversation ready, or nothing if it does not use the capability. */
  prepare(conversation: Conversation): Preparation | undefined;
  /** Works on a whole reply; the conversation is the one that was asked, before any emulation. */
  finish?(reply: Reply, conversation: Conversation): RewrittenReply;
  /** The same for a streamed reply. */
  openRewriter?(conversation: Conversation): StreamRewriter;
}
