import type { Block, Citation, TextBlock } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members, put } from "../../members/members.ts";
import { hasOwnMembers, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { distinctCitations } from "../../search/distinct-citations.ts";
import { characterPositions, type TextPositions } from "../../search/text-positions.ts";
import type { ChatProfile } from "../profile.ts";

/** The kind of a citation with positions in the answer itself, in characters. */
export const URL_CITATION = "url_citation";

/** The text of a message, and where in it the text block begins that its citations stand on. */
export interface CitedText {
  readonly positions: TextPositions;
  /** In UTF-16 units. */
  readonly from: number;
}

/** Takes a message's annotations as citations of its last text; a list without a text to cite is left over. */
export function readAnnotations(cursor: Cursor, content: readonly Block[], profile: ChatProfile): void {
  const texts = content.filter((block) => block.type === "text");
  const last = texts.at(-1);
  if (last === undefined || !Array.isArray(cursor.peek("annotations"))) return;
  const said = texts.map(({ text }) => text).join("");
  const cited = { positions: characterPositions(said), from: said.length - last.text.length };
  last.citations = cursor.list("annotations", (item, path) => readAnnotation(item, path, cited, profile))!;
}

/**
 * Reads one annotation; one of a kind that names no page keeps its members as they are, and so does a range that does
 * not lie in the text.
 */
export function readAnnotation(
  item: unknown,
  path: string,
  cited: CitedText,
  profile: ChatProfile,
): Citation {
  const cursor = new Cursor(item, path);
  const kind = cursor.need("type");
  const citation: Citation = { kind };
  if (kind === URL_CITATION && isMembers(cursor.peek(kind))) {
    const inner = cursor.object(kind)!;
    put(citation, "title", inner.text("title"));
    put(citation, "url", inner.text("url"));
    put(citation, "answer", readRange(inner, cited));
    const innerRest = inner.unread();
    if (innerRest !== undefined) citation.vendor = { [profile.id]: { [kind]: innerRest } };
  }
  const rest = cursor.unread();
  if (rest !== undefined) citation.vendor = { [profile.id]: { ...citation.vendor?.[profile.id], ...rest } };
  return citation;
}

function readRange(inner: Cursor, { positions, from }: CitedText): Citation["answer"] {
  const { start_index: first, end_index: last } = inner.value;
  const start = typeof first === "number" ? positions.toUnits(first) : undefined;
  const end = typeof last === "number" ? positions.toUnits(last) : undefined;
  if (start === undefined || end === undefined || start < from || start > end) return undefined;
  inner.take("start_index");
  inner.take("end_index");
  return { start: start - from, end: end - from };
}

/**
 * Writes one citation of a text that lies from `start` to `end` in the message, in UTF-16 units; undefined if it
 * names no page. A citation that does not say what part of the text it supports supports all of it.
 */
function writeAnnotation(
  citation: Citation,
  start: number,
  end: number,
  positions: TextPositions,
  profile: ChatProfile,
): Members | undefined {
  const own = ownMembers(citation, profile.id);
  const { kind, url, title, answer } = citation;
  if (kind !== URL_CITATION && hasOwnMembers(citation, profile.id) && url === undefined)
    return restoreOwn({ type: kind }, own);
  if (url === undefined && kind !== URL_CITATION) return undefined;
  const inner: Members = {};
  if (answer !== undefined || !hasRange(own[URL_CITATION])) {
    const range = answer ?? { start: 0, end: end - start };
    inner["start_index"] = positions.fromUnits(Math.min(start + range.start, end));
    inner["end_index"] = positions.fromUnits(Math.min(start + range.end, end));
  }
  inner["title"] = title ?? "";
  put(inner, "url", url);
  return restoreOwn({ type: URL_CITATION, [URL_CITATION]: inner }, own);
}

function hasRange(own: unknown): boolean {
  return isMembers(own) && own["start_index"] !== undefined && own["end_index"] !== undefined;
}

/** The annotations of one text block. `said` is the message's text up to the block's end; the block begins at `from`. */
export function writeAnnotations(
  citations: readonly Citation[],
  said: string,
  from: number,
  profile: ChatProfile,
): Members[] {
  if (citations.length === 0) return [];
  const positions = characterPositions(said);
  const isOwn = citations.every(({ kind }) => kind === URL_CITATION);
  return (isOwn ? citations : distinctCitations(citations))
    .map((citation) => writeAnnotation(citation, from, said.length, positions, profile))
    .filter((one) => one !== undefined);
}

/** The annotations of several texts that are written as one; undefined if no text has any. */
export function annotationsOf(texts: readonly TextBlock[], profile: ChatProfile): Members[] | undefined {
  if (!texts.some(({ citations }) => citations !== undefined)) return undefined;
  const annotations: Members[] = [];
  let said = "";
  for (const { text, citations } of texts) {
    const from = said.length;
    said += text;
    annotations.push(...writeAnnotations(citations ?? [], said, from, profile));
  }
  return annotations;
}
