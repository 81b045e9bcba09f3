import type { Citation } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { bytePositions, type TextPositions } from "../../search/text-positions.ts";

/** A citation of a web page or a retrieved document, with the part of the answer that it supports. */
const KIND = "grounding_support";

/** One supported statement: its citations, and a key that tells it from others. */
export interface Support {
  readonly key: string;
  readonly citations: readonly Citation[];
}

/** The citations that grounding metadata holds for a text; supports of other texts are left out. */
export function supportsOf(metadata: unknown, text: string): Support[] {
  if (!isMembers(metadata)) return [];
  const { groundingSupports: supports, groundingChunks: chunks } = metadata;
  if (!Array.isArray(supports) || !Array.isArray(chunks)) return [];
  const found: Support[] = [];
  const positions = bytePositions(text);
  for (const support of supports) {
    if (!isMembers(support) || !isMembers(support["segment"])) continue;
    const answer = rangeOf(support["segment"], text, positions);
    const indices = support["groundingChunkIndices"];
    if (answer === undefined || !Array.isArray(indices)) continue;
    const citations = indices.flatMap((index) => citationOf(chunks[index as number], answer));
    if (citations.length > 0) found.push({ key: JSON.stringify([support["segment"], indices]), citations });
  }
  return found;
}

type Range = NonNullable<Citation["answer"]>;

// Positions on the wire count bytes of UTF-8 (ai.google.dev, Segment); they are trusted only if the text agrees.
function rangeOf(segment: Members, text: string, positions: TextPositions): Range | undefined {
  const { startIndex = 0, endIndex, text: quoted } = segment;
  const from = typeof startIndex === "number" ? positions.toUnits(startIndex) : undefined;
  if (typeof quoted === "string" && quoted !== "") {
    const start = from !== undefined && text.startsWith(quoted, from) ? from : text.indexOf(quoted);
    return start === -1 ? undefined : { start, end: start + quoted.length };
  }
  const to = typeof endIndex === "number" ? positions.toUnits(endIndex) : undefined;
  return from !== undefined && to !== undefined && from < to ? { start: from, end: to } : undefined;
}

function citationOf(chunk: unknown, answer: Range): Citation[] {
  if (!isMembers(chunk)) return [];
  const source = chunk["web"] ?? chunk["maps"] ?? chunk["retrievedContext"];
  if (!isMembers(source)) return [];
  const { uri, title } = source;
  return [
    {
      kind: KIND,
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof uri === "string" ? { url: uri } : {}),
      answer,
    },
  ];
}
