import type { Citation } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { distinctCitations } from "../../search/distinct-citations.ts";
import { characterPositions, type TextPositions } from "../../search/text-positions.ts";
import { ID } from "../wire.ts";

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "url_citation",
  "file_citation",
  "container_file_citation",
  "file_path",
]);

/** Reads the annotations of a text; the caller distinguishes none from an empty list. */
export function readCitations(list: readonly unknown[], path: string, text: string): Citation[] {
  const positions = characterPositions(text);
  return list.map((item, index) => readCitation(item, `${path}[${index}]`, positions));
}

/** Reads one annotation. A range that does not lie in the text stays with the annotation's own members. */
export function readCitation(item: unknown, path: string, positions: TextPositions): Citation {
  const cursor = new Cursor(item, path);
  const kind = cursor.text("type") ?? "citation";
  const title = cursor.text("title");
  const url = cursor.text("url");
  const answer = readRange(cursor, positions);
  return {
    kind,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    ...(answer === undefined ? {} : { answer }),
    ...asVendor(ID, leftover(cursor)),
  };
}

function readRange(cursor: Cursor, positions: TextPositions): Citation["answer"] {
  const { start_index: first, end_index: last } = cursor.value;
  const start = typeof first === "number" ? positions.toUnits(first) : undefined;
  const end = typeof last === "number" ? positions.toUnits(last) : undefined;
  if (start === undefined || end === undefined || start > end) return undefined;
  cursor.take("start_index");
  cursor.take("end_index");
  return { start, end };
}

/** Writes the annotations of a text; foreign ones that name no address have no place. */
export function writeCitations(text: string, citations: readonly Citation[] = []): Members[] {
  if (citations.length === 0) return [];
  const own = citations.filter(isOwn);
  const kept = own.length === citations.length ? citations : distinctCitations(citations);
  const positions = characterPositions(text);
  return kept.map((citation) => writeCitation(text, positions, citation)).filter((one) => one !== undefined);
}

function writeCitation(text: string, positions: TextPositions, citation: Citation): Members | undefined {
  const { kind, title, url, answer } = citation;
  const ours = isOwn(citation);
  if (!ours && url === undefined) return undefined;
  const annotation: Members = { type: ours ? kind : "url_citation" };
  if (url !== undefined) annotation["url"] = url;
  if (title !== undefined || !ours) annotation["title"] = title ?? "";
  // A citation without a range supports the whole text that it stands on.
  const range = answer ?? (ours ? undefined : { start: 0, end: text.length });
  if (range !== undefined) {
    annotation["start_index"] = positions.fromUnits(Math.min(range.start, text.length));
    annotation["end_index"] = positions.fromUnits(Math.min(range.end, text.length));
  }
  return restoreOwn(annotation, ownMembers(citation, ID));
}

/** Whether a citation is an annotation of this dialect, or has the form of one. */
export function isOwn({ kind, vendor }: Citation): boolean {
  return vendor?.[ID] !== undefined || ANNOTATIONS.has(kind);
}
