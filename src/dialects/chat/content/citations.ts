import type { Block, Citation, TextBlock } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members, put } from "../../members/members.ts";
import { hasOwnMembers, ownMembers, restoreOwn } from "../../members/own-members.ts";
import type { ChatProfile } from "../profile.ts";

/** The kind of a citation with positions in the answer itself, in characters. */
export const URL_CITATION = "url_citation";

/** Takes a message's annotations as citations of its text; a list without a text to cite is left over. */
export function readAnnotations(cursor: Cursor, content: readonly Block[], profile: ChatProfile): void {
  const text = content.findLast((block) => block.type === "text");
  if (text === undefined || !Array.isArray(cursor.peek("annotations"))) return;
  text.citations = cursor.list("annotations", (item, path) => readAnnotation(item, path, profile))!;
}

/** Reads one annotation; one of a kind that names no page keeps its members as they are. */
export function readAnnotation(item: unknown, path: string, profile: ChatProfile): Citation {
  const cursor = new Cursor(item, path);
  const kind = cursor.need("type");
  const citation: Citation = { kind };
  if (kind === URL_CITATION && isMembers(cursor.peek(kind))) {
    const inner = cursor.object(kind)!;
    put(citation, "title", inner.text("title"));
    put(citation, "url", inner.text("url"));
    put(citation, "start", inner.number("start_index"));
    put(citation, "end", inner.number("end_index"));
    const innerRest = inner.unread();
    if (innerRest !== undefined) citation.vendor = { [profile.id]: { [kind]: innerRest } };
  }
  const rest = cursor.unread();
  if (rest !== undefined) citation.vendor = { [profile.id]: { ...citation.vendor?.[profile.id], ...rest } };
  return citation;
}

/**
 * Writes one citation; undefined where it names no page.
 * Other vendors' positions lie in the cited document, so theirs becomes the stretch of text that cites it.
 */
export function writeAnnotation(
  citation: Citation,
  start: number,
  end: number,
  profile: ChatProfile,
): Members | undefined {
  const own = ownMembers(citation, profile.id);
  if (citation.kind !== URL_CITATION && hasOwnMembers(citation, profile.id) && citation.url === undefined)
    return restoreOwn({ type: citation.kind }, own);
  const isOwn = citation.kind === URL_CITATION;
  if (citation.url === undefined && !isOwn) return undefined;
  const inner: Members = isOwn ? {} : { start_index: start, end_index: end };
  if (isOwn) {
    put(inner, "start_index", citation.start);
    put(inner, "end_index", citation.end);
    put(inner, "title", citation.title);
    put(inner, "url", citation.url);
  } else {
    inner["title"] = citation.title ?? "";
    inner["url"] = citation.url;
  }
  return restoreOwn({ type: URL_CITATION, [URL_CITATION]: inner }, own);
}

/** The annotations of several texts that are written as one; undefined where no text has any. */
export function annotationsOf(texts: readonly TextBlock[], profile: ChatProfile): Members[] | undefined {
  let annotations: Members[] | undefined;
  let offset = 0;
  for (const { text, citations } of texts) {
    if (citations !== undefined) {
      annotations ??= [];
      for (const citation of citations) {
        const annotation = writeAnnotation(citation, offset, offset + text.length, profile);
        if (annotation !== undefined) annotations.push(annotation);
      }
    }
    offset += text.length;
  }
  return annotations;
}
