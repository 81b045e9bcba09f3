import type { Block } from "../../contract/index.ts";

/** Reasoning that belongs to one turn and that the caller's dialect has no place for. */
export interface HeldReasoning {
  /** The dialect that issued it, and the only one that can use it. */
  readonly dialect: string;
  /** Thinking blocks that stood before the tool call, in order. */
  readonly thinking: readonly Block[];
  /** The signature on the call itself. */
  readonly signature?: string;
}

/**
 * Keeps signatures and sealed reasoning out of the caller's sight and gives them back on the next turn,
 * by tool-call id. The implementation decides on storage and tenants.
 */
export interface ReasoningCustody {
  hold(toolCallId: string, reasoning: HeldReasoning): void;
  find(toolCallId: string): HeldReasoning | undefined;
}

/**
 * Custody in memory, for one process.
 *
 * @example
 * import { findDialect, memoryCustody, translateRequest } from "agent-backplane/dialects";
 * const custody = memoryCustody(); // Keeps reasoning between the turns of a conversation.
 * translateRequest(findDialect("claude"), findDialect("gemini"), body, { custody });
 */
export function memoryCustody(): ReasoningCustody {
  const held = new Map<string, HeldReasoning>();
  return {
    hold: (id, reasoning) => void held.set(id, reasoning),
    find: (id) => held.get(id),
  };
}
