import { isMembers, type Members } from "../../members/members.ts";

/** The spelling of a document that was a search result; its value is the form of its content. */
export const SEARCH_RESULT = "search_result";

/** The spelling of a document with a source of content; its value is the form of the content. */
export const CONTENT_SOURCE = "content_source";

const TEXT = "text";

/**
 * The form of content that is text throughout: `text`, or the lengths of its parts, from which the parts can be cut out of the
 * one text that holds them; undefined when a part has other members.
 */
export function formOf(content: unknown): string | undefined {
  if (typeof content === "string") return TEXT;
  if (!Array.isArray(content)) return undefined;
  const lengths: number[] = [];
  for (const part of content) {
    if (!isMembers(part) || typeof part["text"] !== "string" || Object.keys(part).length !== 2)
      return undefined;
    lengths.push(part["text"].length);
  }
  return lengths.join(",");
}

/** The content that had a form. */
export function contentOf(text: string, form: string): string | Members[] {
  if (form === TEXT) return text;
  const parts: Members[] = [];
  let start = 0;
  for (const length of form === "" ? [] : form.split(",").map(Number)) {
    parts.push({ type: "text", text: text.slice(start, start + length) });
    start += length + 1;
  }
  return parts;
}
