import type { Block, Candidate, Conversation, StreamEvent } from "../../../contract/index.ts";
import type { Emulator } from "../emulator.ts";
import type { StreamRewriter } from "../reply-rewriter.ts";
import { defaultStrategy } from "../strategy.ts";

const capability = "parallel_tool_calls";

/**
 * Gives a caller that wants one tool call at a time only the first call of a reply. The model can repeat the others
 * after it has the result.
 */
export function firstCallEmulator(strategy = defaultStrategy(capability)): Emulator {
  return {
    id: "parallel_tool_calls.first",
    capability,
    fidelity: "minor",
    strategy,
    takesOver: ["parallelToolCalls"],
    prepare(conversation) {
      if (!isAsked(conversation)) return undefined;
      return { conversation, applied: [{ capability, strategy }], warnings: [] };
    },
    finish(reply, conversation) {
      if (!isAsked(conversation)) return { reply, warnings: [] };
      const warnings: string[] = [];
      const candidates = reply.candidates.map((candidate) => keepFirst(candidate, warnings));
      return { reply: { ...reply, candidates }, warnings };
    },
    openRewriter: () => openFirstCallRewriter(),
  };
}

function isAsked({ parallelToolCalls, tools }: Conversation): boolean {
  return parallelToolCalls === false && tools.length > 0;
}

function keepFirst(candidate: Candidate, warnings: string[]): Candidate {
  let hasCall = false;
  const content = candidate.content.filter((block) => {
    if (block.type !== "tool_use") return true;
    if (hasCall) warnings.push(leftOut(block.name));
    const isFirst = !hasCall;
    hasCall = true;
    return isFirst;
  });
  return content.length === candidate.content.length ? candidate : { ...candidate, content };
}

function leftOut(name: string): string {
  return `A second call in one turn was left out: ${name}`;
}

interface CandidateState {
  hasCall: boolean;
  /** Blocks left out so far. Later blocks get smaller numbers. */
  missing: number;
  /** The number of the block being left out. */
  dropped: number;
}

function openFirstCallRewriter(): StreamRewriter {
  const candidates = new Map<number, CandidateState>();
  const warnings: string[] = [];
  const stateOf = (candidate: number): CandidateState => {
    const known = candidates.get(candidate);
    if (known !== undefined) return known;
    const state = { hasCall: false, missing: 0, dropped: -1 };
    candidates.set(candidate, state);
    return state;
  };
  const isSecond = (state: CandidateState, content: Block): boolean => {
    if (content.type !== "tool_use") return false;
    if (state.hasCall) warnings.push(leftOut(content.name));
    const isLater = state.hasCall;
    state.hasCall = true;
    return isLater;
  };

  return {
    warnings,
    push(event: StreamEvent) {
      if (!("block" in event)) return [event];
      const state = stateOf(event.candidate);
      if (event.type === "block_start" && isSecond(state, event.content)) {
        state.missing += 1;
        state.dropped = event.block;
        return [];
      }
      if (event.block === state.dropped) return [];
      return state.missing === 0 ? [event] : [{ ...event, block: event.block - state.missing }];
    },
    end: () => [],
  };
}
