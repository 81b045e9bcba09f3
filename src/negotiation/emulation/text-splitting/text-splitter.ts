import type { Block, Candidate, Reply, Stop, TextBlock } from "../../../contract/index.ts";

/** A part of a split text block: text, thinking, or a whole block. */
export type TextPiece =
  | { readonly kind: "text" | "thinking"; readonly text: string }
  | { readonly kind: "block"; readonly block: Exclude<Block, { type: "text" | "thinking" }> };

/** Splits the text of one block into pieces while it arrives. */
export interface TextSplitter {
  push(text: string): readonly TextPiece[];
  /** Returns the buffered pieces at the end of the block. */
  end(): readonly TextPiece[];
}

/** Splits the text blocks of one candidate. */
export interface CandidateSplitter {
  /** The splitter for the next text block; undefined leaves the block unchanged. */
  openText(): TextSplitter | undefined;
  /** The stop reason after everything in the candidate was read. */
  settle(stop: Stop | undefined): Stop | undefined;
}

/** Splits the text blocks of a whole reply. */
export function splitReply(reply: Reply, openCandidate: () => CandidateSplitter): Reply {
  return { ...reply, candidates: reply.candidates.map((item) => splitCandidate(item, openCandidate())) };
}

function splitCandidate(candidate: Candidate, splitter: CandidateSplitter): Candidate {
  const content = candidate.content.flatMap((block) => {
    if (block.type !== "text") return [block];
    const text = splitter.openText();
    return text === undefined ? [block] : joinPieces(block, [...text.push(block.text), ...text.end()]);
  });
  const { stop: before, ...rest } = candidate;
  const stop = splitter.settle(before);
  return { ...rest, content, ...(stop === undefined ? {} : { stop }) };
}

function joinPieces(source: TextBlock, pieces: readonly TextPiece[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const piece of pieces) {
    const last = blocks.at(-1);
    if (piece.kind === "block") blocks.push(piece.block);
    else if (last?.type === piece.kind) blocks[blocks.length - 1] = { ...last, text: last.text + piece.text };
    else blocks.push(openPiece(piece.kind, source, blocks, piece.text));
  }
  return blocks.length === 0 ? [{ ...source, text: "" }] : blocks;
}

/** The block that a piece starts. Other members of the source block stay with its first text. */
export function openPiece(
  kind: "text" | "thinking",
  source: TextBlock,
  before: readonly Block[],
  text: string,
): Block {
  if (kind === "thinking") return { type: "thinking", text };
  return before.some((block) => block.type === "text") ? { type: "text", text } : { ...source, text };
}
