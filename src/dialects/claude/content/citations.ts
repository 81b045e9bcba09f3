import type { Citation } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { asVendor, hasOwnMembers, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { ID } from "../wire.ts";

interface Place {
  readonly title: string;
  readonly start?: string;
  readonly end?: string;
}

const places: Readonly<Record<string, Place>> = {
  char_location: { title: "document_title", start: "start_char_index", end: "end_char_index" },
  page_location: { title: "document_title", start: "start_page_number", end: "end_page_number" },
  content_block_location: { title: "document_title", start: "start_block_index", end: "end_block_index" },
  search_result_location: { title: "title", start: "start_block_index", end: "end_block_index" },
  web_search_result_location: { title: "title" },
};

const anyPlace: Place = { title: "title" };

/** Reads a citation of any kind. Own members of its location stay with it. */
export function readCitation(value: unknown, path: string): Citation {
  const cursor = new Cursor(value, path);
  const kind = cursor.need("type");
  const place = Object.hasOwn(places, kind) ? places[kind]! : anyPlace;
  const text = cursor.text("cited_text");
  const title = cursor.text(place.title);
  const url = cursor.text("url");
  const start = place.start === undefined ? undefined : cursor.number(place.start);
  const end = place.end === undefined ? undefined : cursor.number(place.end);
  return {
    kind,
    ...(text === undefined ? {} : { text }),
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...asVendor(ID, leftover(cursor)),
  };
}

/**
 * Writes a citation. One of another dialect that names a URL becomes a web search location, with no index that
 * the API could check; any other has no form here and is undefined.
 */
export function writeCitation(citation: Citation): Members | undefined {
  const place = Object.hasOwn(places, citation.kind) ? places[citation.kind] : undefined;
  if (place === undefined && !hasOwnMembers(citation, ID)) return writeForeign(citation);
  const { title, start, end } = place ?? anyPlace;
  const written: Members = { type: citation.kind, cited_text: citation.text ?? "" };
  if (citation.url !== undefined) written["url"] = citation.url;
  written[title] = citation.title ?? null;
  if (start !== undefined && citation.start !== undefined) written[start] = citation.start;
  if (end !== undefined && citation.end !== undefined) written[end] = citation.end;
  return restoreOwn(written, ownMembers(citation, ID));
}

/** Whether the API would take a citation back in a request: foreign ones and those that we made it would not. */
export function isReplayable(citation: Citation): boolean {
  if (citation.kind !== "web_search_result_location") {
    return Object.hasOwn(places, citation.kind) || hasOwnMembers(citation, ID);
  }
  const index = ownMembers(citation, ID)["encrypted_index"];
  return typeof index === "string" && index !== "";
}

function writeForeign({ url, title, text }: Citation): Members | undefined {
  if (url === undefined) return undefined;
  return {
    type: "web_search_result_location",
    cited_text: text ?? "",
    url,
    title: title ?? null,
    encrypted_index: "",
  };
}
