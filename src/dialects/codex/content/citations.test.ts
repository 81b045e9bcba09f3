import { describe, expect, it } from "vitest";
import type { Citation } from "../../../contract/index.ts";
import { isOwn, readCitations, writeCitations } from "./citations.ts";

const text = "😀bc";

describe("an annotation", () => {
  it.each<[object, Citation]>([
    [{}, { kind: "citation" }],
    [
      { type: "url_citation", title: "t", url: "u", start_index: 0, end_index: 1 },
      { kind: "url_citation", title: "t", url: "u", answer: { start: 0, end: 2 } },
    ],
    [
      { start_index: 2, end_index: 2 },
      { kind: "citation", answer: { start: 3, end: 3 } },
    ],
    ...[
      { start_index: 2, end_index: 1 },
      { start_index: 2, end_index: 4 },
      { start_index: 5, end_index: 6 },
      { start_index: 1 },
      { end_index: 1 },
      { start_index: "0", end_index: 1 },
      { start_index: 0, end_index: "1" },
      { odd: 1 },
    ].map((members): [object, Citation] => [members, { kind: "citation", vendor: { codex: members } }]),
  ])("%j is read", (item, citation) => {
    expect(readCitations([item], "$.a", text)).toStrictEqual([citation]);
  });

  it("that is no object is a fault of its place", () => {
    expect(() => readCitations([{}, 3], "$.a", text)).toThrow("$.a[1] is number, expected an object");
  });
});

describe("a citation", () => {
  it.each<[Citation, object | undefined]>([
    [{ kind: "url_citation" }, { type: "url_citation" }],
    [
      { kind: "url_citation", url: "u" },
      { type: "url_citation", url: "u" },
    ],
    [
      { kind: "file_citation", title: "t" },
      { type: "file_citation", title: "t" },
    ],
    [{ kind: "container_file_citation" }, { type: "container_file_citation" }],
    [{ kind: "file_path" }, { type: "file_path" }],
    [
      { kind: "novel", vendor: { codex: { odd: 1 } } },
      { type: "novel", odd: 1 },
    ],
    [
      { kind: "url_citation", answer: { start: 2, end: 3 } },
      { type: "url_citation", start_index: 1, end_index: 2 },
    ],
    [
      { kind: "url_citation", answer: { start: 8, end: 9 } },
      { type: "url_citation", start_index: 3, end_index: 3 },
    ],
    [
      { kind: "web", url: "u" },
      { type: "url_citation", url: "u", title: "", start_index: 0, end_index: 3 },
    ],
    [
      { kind: "web", url: "u", title: "t", answer: { start: 2, end: 3 } },
      { type: "url_citation", url: "u", title: "t", start_index: 1, end_index: 2 },
    ],
    [{ kind: "web", title: "t" }, undefined],
  ])("%j is written", (citation, annotation) => {
    expect(writeCitations(text, [citation])).toStrictEqual(annotation === undefined ? [] : [annotation]);
  });

  it("of another vendor names a page once", () => {
    const web = { kind: "web", url: "u" };
    const own = { kind: "url_citation", url: "u" };
    const written = { type: "url_citation", url: "u" };
    expect(writeCitations(text)).toStrictEqual([]);
    expect(writeCitations(text, [own, own])).toStrictEqual([written, written]);
    expect(writeCitations(text, [own, web])).toStrictEqual([written]);
    expect(writeCitations(text, [web, own])).toStrictEqual([
      { ...written, title: "", start_index: 0, end_index: 3 },
    ]);
  });

  it.each<[Citation, boolean]>([
    [{ kind: "web" }, false],
    [{ kind: "web", vendor: { claude: {} } }, false],
    [{ kind: "web", vendor: { codex: {} } }, true],
    [{ kind: "file_path" }, true],
  ])("%j is an annotation of this dialect: %j", (citation, is) => expect(isOwn(citation)).toBe(is));
});
