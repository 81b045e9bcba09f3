import type { Candidate, Conversation, StreamEvent } from "../../contract/index.ts";
import type { Emulator } from "./emulator.ts";
import type { StreamRewriter } from "./reply-rewriter.ts";
import { defaultStrategy } from "./strategy.ts";
import { openStopScanner, type StopScanner } from "./text-splitting/stop-scanner.ts";

const capability = "stop_sequences";

/** Ends replies at the caller's stop sequences. A sequence is found only within one text block. */
export function stopEmulator(strategy = defaultStrategy(capability)): Emulator {
  return {
    id: "stop_sequences.truncate",
    capability,
    fidelity: "minor",
    strategy,
    takesOver: ["stop"],
    prepare(conversation) {
      if (sequencesOf(conversation).length === 0) return undefined;
      return { conversation, applied: [{ capability, strategy }], warnings: [] };
    },
    finish(reply, conversation) {
      const sequences = sequencesOf(conversation);
      const candidates = reply.candidates.map((candidate) => truncateCandidate(candidate, sequences));
      return { reply: { ...reply, candidates }, warnings: [] };
    },
    openRewriter: (conversation) => openStopRewriter(sequencesOf(conversation)),
  };
}

function sequencesOf(conversation: Conversation): readonly string[] {
  return conversation.stop.filter((sequence) => sequence !== "");
}

function truncateCandidate(candidate: Candidate, sequences: readonly string[]): Candidate {
  for (const [index, block] of candidate.content.entries()) {
    if (block.type !== "text") continue;
    const cut = openStopScanner(sequences).push(block.text);
    if (cut.matched === undefined) continue;
    const content = [...candidate.content.slice(0, index), { ...block, text: cut.text }];
    return { ...candidate, content, stop: { reason: "stop_sequence", sequence: cut.matched } };
  }
  return candidate;
}

type EventOf<Type extends StreamEvent["type"]> = Extract<StreamEvent, { type: Type }>;

interface CandidateState {
  readonly open: Map<number, StopScanner | undefined>;
  stopped: boolean;
}

function openStopRewriter(sequences: readonly string[]): StreamRewriter {
  const candidates = new Map<number, CandidateState>();
  const stateOf = (candidate: number): CandidateState => {
    const state = candidates.get(candidate) ?? { open: new Map(), stopped: false };
    candidates.set(candidate, state);
    return state;
  };

  const addText = (event: EventOf<"text_delta">): readonly StreamEvent[] => {
    const state = stateOf(event.candidate);
    const scan = state.open.get(event.block)?.push(event.text);
    if (scan === undefined) return [event];
    const shown = scan.text === "" && event.vendor === undefined ? [] : [{ ...event, text: scan.text }];
    return scan.matched === undefined ? shown : [...shown, ...stop(event.candidate, scan.matched)];
  };
  const stop = (candidate: number, sequence: string): readonly StreamEvent[] => {
    const state = stateOf(candidate);
    state.stopped = true;
    return [
      ...[...state.open.keys()].map((block) => ({ type: "block_stop" as const, candidate, block })),
      { type: "candidate_stop", candidate, stop: { reason: "stop_sequence", sequence } },
    ];
  };
  const release = (candidate: number, block: number): readonly StreamEvent[] => {
    const text = stateOf(candidate).open.get(block)?.flush() ?? "";
    return text === "" ? [] : [{ type: "text_delta", candidate, block, text }];
  };
  const releaseAll = (): readonly StreamEvent[] =>
    [...candidates].flatMap(([candidate, state]) =>
      state.stopped ? [] : [...state.open.keys()].flatMap((block) => release(candidate, block)),
    );
  const begin = (event: EventOf<"block_start">): readonly StreamEvent[] => {
    const { candidate, block, content } = event;
    const isText = content.type === "text";
    stateOf(candidate).open.set(block, isText ? openStopScanner(sequences) : undefined);
    if (!isText) return [event];
    const start = { ...event, content: { ...content, text: "" } };
    return [start, ...addText({ type: "text_delta", candidate, block, text: content.text })];
  };

  return {
    warnings: [],
    push(event) {
      if ("candidate" in event && stateOf(event.candidate).stopped) return [];
      switch (event.type) {
        case "block_start":
          return begin(event);
        case "text_delta":
          return addText(event);
        case "block_stop": {
          const held = release(event.candidate, event.block);
          stateOf(event.candidate).open.delete(event.block);
          return [...held, event];
        }
        case "reply_stop":
        case "error":
          return [...releaseAll(), event];
        default:
          return [event];
      }
    },
    end: releaseAll,
  };
}
