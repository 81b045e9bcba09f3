import type { Block, StreamEvent, TextBlock, ToolUseBlock } from "../../../contract/index.ts";
import type { StreamRewriter } from "../reply-rewriter.ts";
import { type CandidateSplitter, openPiece, type TextPiece, type TextSplitter } from "./text-splitter.ts";

type EventOf<Type extends StreamEvent["type"]> = Extract<StreamEvent, { type: Type }>;

/** A text block that is being split. */
interface SplitBlock {
  readonly source: TextBlock;
  readonly splitter: TextSplitter;
  /** The blocks sent so far. The last one may still be open. */
  readonly blocks: Block[];
  open: boolean;
}

interface CandidateState {
  readonly splitter: CandidateSplitter;
  /** Blocks sent minus blocks received. */
  shift: number;
  readonly places: Map<number, number>;
  readonly splits: Map<number, SplitBlock>;
}

/** Splits the text blocks of a streamed reply and renumbers the blocks after them. */
export function openSplittingRewriter(
  openCandidate: () => CandidateSplitter,
  warnings: readonly string[],
): StreamRewriter {
  const candidates = new Map<number, CandidateState>();
  const stateOf = (candidate: number): CandidateState => {
    const state = candidates.get(candidate) ?? {
      splitter: openCandidate(),
      shift: 0,
      places: new Map(),
      splits: new Map(),
    };
    candidates.set(candidate, state);
    return state;
  };

  const begin = (event: EventOf<"block_start">): readonly StreamEvent[] => {
    const state = stateOf(event.candidate);
    const place = event.block + state.shift;
    state.places.set(event.block, place);
    const { content } = event;
    const splitter = content.type === "text" ? state.splitter.openText() : undefined;
    if (content.type !== "text" || splitter === undefined) return [{ ...event, block: place }];
    const split: SplitBlock = { source: { ...content, text: "" }, splitter, blocks: [], open: false };
    state.splits.set(event.block, split);
    return send(event.candidate, place, split, splitter.push(content.text));
  };

  const finish = (event: EventOf<"block_stop">): readonly StreamEvent[] => {
    const state = stateOf(event.candidate);
    const place = placeOf(state, event.block);
    const split = state.splits.get(event.block);
    if (split === undefined) return [{ ...event, block: place }];
    state.splits.delete(event.block);
    const events = [...send(event.candidate, place, split, split.splitter.end())];
    if (split.blocks.length === 0) events.push(...openBlock(event.candidate, place, split, split.source));
    state.shift += split.blocks.length - 1;
    const { content: _whole, ...bare } = event;
    const untouched = split.blocks.length === 1 && split.blocks[0]?.type === "text";
    const at = { block: place + split.blocks.length - 1 };
    return split.open ? [...events, untouched ? { ...event, ...at } : { ...bare, ...at }] : events;
  };

  const flush = (): readonly StreamEvent[] =>
    [...candidates].flatMap(([candidate, state]) => {
      const open = [...state.splits];
      state.splits.clear();
      return open.flatMap(([block, split]) =>
        send(candidate, placeOf(state, block), split, split.splitter.end()),
      );
    });

  return {
    warnings,
    push(event) {
      switch (event.type) {
        case "block_start":
          return begin(event);
        case "block_stop":
          return finish(event);
        case "text_delta": {
          const state = stateOf(event.candidate);
          const split = state.splits.get(event.block);
          const place = placeOf(state, event.block);
          if (split === undefined) return [{ ...event, block: place }];
          return send(event.candidate, place, split, split.splitter.push(event.text));
        }
        case "citation": {
          const state = stateOf(event.candidate);
          const split = state.splits.get(event.block);
          const place = placeOf(state, event.block);
          if (split === undefined) return [{ ...event, block: place }];
          // A citation needs an open text block, also while all text is still buffered.
          const opened = split.open
            ? []
            : openBlock(event.candidate, place, split, openPiece("text", split.source, split.blocks, ""));
          return [...opened, { ...event, block: place + split.blocks.length - 1 }];
        }
        case "thinking_delta":
        case "input_delta":
        case "audio_delta":
        case "signature":
          return [{ ...event, block: placeOf(stateOf(event.candidate), event.block) }];
        case "candidate_stop": {
          const stop = stateOf(event.candidate).splitter.settle(event.stop);
          return [{ ...event, stop: stop ?? event.stop }];
        }
        case "reply_stop":
        case "error":
          return [...flush(), event];
        default:
          return [event];
      }
    },
    end: flush,
  };
}

function placeOf(state: CandidateState, block: number): number {
  return state.places.get(block) ?? block + state.shift;
}

function send(
  candidate: number,
  place: number,
  split: SplitBlock,
  pieces: readonly TextPiece[],
): readonly StreamEvent[] {
  return pieces.flatMap((piece) => {
    const continues = split.open && split.blocks.at(-1)?.type === piece.kind;
    const closing = split.open && !continues ? closeBlock(candidate, place, split) : [];
    if (piece.kind === "block") return [...closing, ...sendWhole(candidate, place, split, piece.block)];
    const opening = continues
      ? []
      : openBlock(candidate, place, split, openPiece(piece.kind, split.source, split.blocks, ""));
    const at = { candidate, block: place + split.blocks.length - 1 };
    const type = piece.kind === "text" ? ("text_delta" as const) : ("thinking_delta" as const);
    return [...closing, ...opening, { type, ...at, text: piece.text }];
  });
}

function openBlock(
  candidate: number,
  place: number,
  split: SplitBlock,
  content: Block,
): readonly StreamEvent[] {
  split.blocks.push(content);
  split.open = true;
  return [{ type: "block_start", candidate, block: place + split.blocks.length - 1, content }];
}

function closeBlock(candidate: number, place: number, split: SplitBlock): readonly StreamEvent[] {
  split.open = false;
  return [{ type: "block_stop", candidate, block: place + split.blocks.length - 1 }];
}

function sendWhole(
  candidate: number,
  place: number,
  split: SplitBlock,
  block: Exclude<Block, { type: "text" | "thinking" }>,
): readonly StreamEvent[] {
  split.blocks.push(block);
  const at = { candidate, block: place + split.blocks.length - 1 };
  if (block.type !== "tool_use") {
    return [
      { type: "block_start", ...at, content: block },
      { type: "block_stop", ...at },
    ];
  }
  return [
    { type: "block_start", ...at, content: emptyCall(block) },
    { type: "input_delta", ...at, text: block.inputText ?? JSON.stringify(block.input) },
    { type: "block_stop", ...at },
  ];
}

function emptyCall({ inputText: _text, ...call }: ToolUseBlock): ToolUseBlock {
  return { ...call, input: call.kind === "custom" ? "" : {} };
}
