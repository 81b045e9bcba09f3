import type { Citation } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** A citation of a web page or a retrieved document in the model's answer; positions are UTF-16 units of the text. */
const KIND = "url_citation";

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
  for (const support of supports) {
    if (!isMembers(support) || !isMembers(support["segment"])) continue;
    const span = spanOf(support["segment"], text);
    const indices = support["groundingChunkIndices"];
    if (span === undefined || !Array.isArray(indices)) continue;
    const citations = indices.flatMap((index) => citationOf(chunks[index as number], span));
    if (citations.length > 0) found.push({ key: JSON.stringify([support["segment"], indices]), citations });
  }
  return found;
}

interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// Positions on the wire count bytes of UTF-8 (ai.google.dev, Segment); they are trusted only where the text agrees.
function spanOf(segment: Members, text: string): Span | undefined {
  const { startIndex = 0, endIndex, text: quoted } = segment;
  if (typeof quoted === "string" && quoted !== "") {
    const wanted = typeof startIndex === "number" ? unitAt(text, startIndex) : 0;
    const start = text.startsWith(quoted, wanted) ? wanted : text.indexOf(quoted);
    return start === -1 ? undefined : { text: quoted, start, end: start + quoted.length };
  }
  if (typeof startIndex !== "number" || typeof endIndex !== "number") return undefined;
  const [start, end] = [unitAt(text, startIndex), unitAt(text, endIndex)];
  return start < end ? { text: text.slice(start, end), start, end } : undefined;
}

function unitAt(text: string, byte: number): number {
  let bytes = 0;
  let unit = 0;
  while (bytes < byte && unit < text.length) {
    const code = text.codePointAt(unit)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    unit += code < 0x10000 ? 1 : 2;
  }
  return unit;
}

function citationOf(chunk: unknown, span: Span): Citation[] {
  if (!isMembers(chunk)) return [];
  const source = chunk["web"] ?? chunk["maps"] ?? chunk["retrievedContext"];
  if (!isMembers(source)) return [];
  const { uri, title } = source;
  return [
    {
      kind: KIND,
      text: span.text,
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof uri === "string" ? { url: uri } : {}),
      start: span.start,
      end: span.end,
    },
  ];
}

/** Gathers citations of one candidate as grounding metadata; each text's citations stand at its own positions. */
export class GroundingWriter {
  readonly #chunks: Members[] = [];
  readonly #supports: Members[] = [];
  readonly #sources = new Map<string, number>();

  /** Adds the citations of one text; one that names no source has no place here. */
  add(text: string, citations: readonly Citation[]): void {
    for (const citation of citations) {
      if (citation.url === undefined && citation.title === undefined) continue;
      const place = this.#place(citation);
      const segment = segmentOf(text, citation);
      const before = this.#supports.at(-1);
      if (before !== undefined && JSON.stringify(before["segment"]) === JSON.stringify(segment))
        (before["groundingChunkIndices"] as number[]).push(place);
      else this.#supports.push({ segment, groundingChunkIndices: [place] });
    }
  }

  /** The metadata so far; undefined when there are no citations. */
  metadata(): Members | undefined {
    if (this.#supports.length === 0) return undefined;
    return { groundingChunks: this.#chunks, groundingSupports: this.#supports };
  }

  #place({ url, title }: Citation): number {
    const web = { ...(url === undefined ? {} : { uri: url }), ...(title === undefined ? {} : { title }) };
    const key = JSON.stringify(web);
    let place = this.#sources.get(key);
    if (place === undefined) {
      place = this.#chunks.push({ web }) - 1;
      this.#sources.set(key, place);
    }
    return place;
  }
}

// A citation may quote its source instead of the answer; then it supports the whole text.
function segmentOf(text: string, { start, end, text: quoted }: Citation): Members {
  const isOwn = start !== undefined && end !== undefined && start < end && end <= text.length;
  const from = isOwn && (quoted === undefined || text.slice(start, end) === quoted) ? start : 0;
  const to = from === start && isOwn ? end : text.length;
  const bytes = (until: number) => Buffer.byteLength(text.slice(0, until));
  return {
    ...(from === 0 ? {} : { startIndex: bytes(from) }),
    endIndex: bytes(to),
    text: text.slice(from, to),
  };
}
