import { describe, expect, it } from "vitest";
import type { Citation } from "../../../contract/index.ts";
import { isReplayable, readCitation, writeCitation } from "./citations.ts";

const web = "web_search_result_location";
const kinds = [
  ["char_location", "document_title", "start_char_index", "end_char_index"],
  ["page_location", "document_title", "start_page_number", "end_page_number"],
  ["content_block_location", "document_title", "start_block_index", "end_block_index"],
  ["search_result_location", "title", "start_block_index", "end_block_index"],
] as const;

describe("a citation", () => {
  it.each(kinds)("of the kind %s names its title and its place", (kind, title, start, end) => {
    const value = { type: kind, cited_text: "x", [title]: "T", [start]: 1, [end]: 2, document_index: 0 };
    const citation = {
      kind,
      text: "x",
      title: "T",
      start: 1,
      end: 2,
      vendor: { claude: { document_index: 0 } },
    };
    expect(readCitation(value, "$")).toStrictEqual(citation);
    expect(writeCitation(citation)).toStrictEqual(value);
    expect(writeCitation({ kind })).toStrictEqual({ type: kind, cited_text: "", [title]: null });
    expect(isReplayable({ kind })).toBe(true);
  });

  it.each([
    [{ type: web, url: "https://a.test/", title: "T", encrypted_index: "i" }],
    [{ type: "new_location", url: "https://a.test/", title: "T", encrypted_index: "i" }],
  ])("of the web or of an unknown kind keeps its own members: %j", (value) => {
    const citation = {
      kind: value.type,
      title: "T",
      url: "https://a.test/",
      vendor: { claude: { encrypted_index: "i" } },
    };
    expect(readCitation(value, "$")).toStrictEqual(citation);
    expect(writeCitation(citation)).toStrictEqual({ ...value, cited_text: "" });
    expect(isReplayable(citation)).toBe(true);
  });

  it("may have nothing but its kind", () => {
    expect(readCitation({ type: "toString" }, "$")).toStrictEqual({ kind: "toString" });
    expect(writeCitation({ kind: web })).toStrictEqual({ type: web, cited_text: "", title: null });
    expect(writeCitation({ kind: web, start: 1, end: 2 })).toStrictEqual({
      type: web,
      cited_text: "",
      title: null,
    });
  });

  it.each<[Citation, object | undefined]>([
    [{ kind: "url_citation" }, undefined],
    [{ kind: "toString", title: "T" }, undefined],
    [
      { kind: "url_citation", url: "https://a.test/" },
      { type: web, cited_text: "", url: "https://a.test/", title: null, encrypted_index: "" },
    ],
    [
      { kind: "url_citation", url: "https://a.test/", title: "T", text: "x", vendor: { codex: { a: 1 } } },
      { type: web, cited_text: "x", url: "https://a.test/", title: "T", encrypted_index: "" },
    ],
  ])("of another dialect is one of the web if it has an address: %j", (citation, written) => {
    expect(writeCitation(citation)).toStrictEqual(written);
    expect(isReplayable(citation)).toBe(false);
  });

  it.each([[undefined], [""], [1]])("of the web with the index %j cannot be sent back", (index) => {
    expect(isReplayable({ kind: web, vendor: { claude: { encrypted_index: index } } })).toBe(false);
  });
});
