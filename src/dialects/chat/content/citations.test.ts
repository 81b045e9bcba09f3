import { describe, expect, it } from "vitest";
import type { Block, Citation } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { profile } from "../../openai/profile.ts";
import { characterPositions } from "../../search/text-positions.ts";
import { annotationsOf, readAnnotation, readAnnotations, writeAnnotations } from "./citations.ts";

const page = (members: object, more: object = {}) => ({
  type: "url_citation",
  url_citation: members,
  ...more,
});

describe("an annotation", () => {
  const cited = { positions: characterPositions("😀bcd"), from: 2 };
  it.each<[object, Citation]>([
    [page({}), { kind: "url_citation" }],
    [page({ title: "t", url: "u" }), { kind: "url_citation", title: "t", url: "u" }],
    [page({ start_index: 1, end_index: 3 }), { kind: "url_citation", answer: { start: 0, end: 2 } }],
    [page({ start_index: 2, end_index: 2 }), { kind: "url_citation", answer: { start: 1, end: 1 } }],
    ...[
      { start_index: 0, end_index: 3 },
      { start_index: 3, end_index: 2 },
      { start_index: 2, end_index: 9 },
      { start_index: 9, end_index: 9 },
      { start_index: 1 },
      { end_index: 1 },
      { start_index: "1", end_index: 2 },
      { start_index: 1, end_index: "2" },
    ].map((range): [object, Citation] => [
      page(range),
      { kind: "url_citation", vendor: { openai: { url_citation: range } } },
    ]),
    [
      page({ url: "u", odd: 1 }, { odd: 2 }),
      { kind: "url_citation", url: "u", vendor: { openai: { url_citation: { odd: 1 }, odd: 2 } } },
    ],
    [page({ url: "u" }, { odd: 2 }), { kind: "url_citation", url: "u", vendor: { openai: { odd: 2 } } }],
    [
      { type: "file_citation", url_citation: { url: "u" } },
      { kind: "file_citation", vendor: { openai: { url_citation: { url: "u" } } } },
    ],
    [
      { type: "url_citation", url_citation: "u" },
      { kind: "url_citation", vendor: { openai: { url_citation: "u" } } },
    ],
  ])("%j is read", (item, citation) => {
    expect(readAnnotation(item, "$", cited, profile)).toStrictEqual(citation);
  });

  it("without a type is a fault", () => {
    expect(() => readAnnotation({}, "$.a", cited, profile)).toThrow("$.a.type is required");
  });

  it.each<[string, unknown, Block[], Block[] | undefined]>([
    [
      "belongs to the last text",
      [page({ start_index: 2, end_index: 3 })],
      [
        { type: "text", text: "ab" },
        { type: "text", text: "c" },
        { type: "refusal", text: "no" },
      ],
      [
        { type: "text", text: "ab" },
        { type: "text", text: "c", citations: [{ kind: "url_citation", answer: { start: 0, end: 1 } }] },
        { type: "refusal", text: "no" },
      ],
    ],
    ["may be none", [], [{ type: "text", text: "a" }], [{ type: "text", text: "a", citations: [] }]],
    ["needs a text", [page({})], [{ type: "refusal", text: "no" }], undefined],
    ["stands in a list", "x", [{ type: "text", text: "a" }], undefined],
  ])("%s", (_, annotations, content, read) => {
    const blocks = structuredClone(content);
    const cursor = new Cursor({ annotations }, "$");
    readAnnotations(cursor, blocks, profile);
    expect(blocks).toStrictEqual(read ?? content);
    expect(cursor.unread()).toStrictEqual(read === undefined ? { annotations } : undefined);
  });
});

describe("a citation of a text", () => {
  const own = (members: Record<string, unknown>) => ({ vendor: { openai: members } });
  it.each<[Citation, object | undefined]>([
    [{ kind: "url_citation" }, page({ start_index: 2, end_index: 5, title: "" })],
    [
      { kind: "url_citation", url: "u", title: "t" },
      page({ start_index: 2, end_index: 5, title: "t", url: "u" }),
    ],
    [{ kind: "web", url: "u" }, page({ start_index: 2, end_index: 5, title: "", url: "u" })],
    [
      { kind: "web", url: "u", answer: { start: 1, end: 2 } },
      page({ start_index: 3, end_index: 4, title: "", url: "u" }),
    ],
    [
      { kind: "web", url: "u", answer: { start: 8, end: 9 } },
      page({ start_index: 5, end_index: 5, title: "", url: "u" }),
    ],
    [{ kind: "web" }, undefined],
    [
      { kind: "file_citation", ...own({ file: { id: "f" } }) },
      { type: "file_citation", file: { id: "f" } },
    ],
    [
      { kind: "file_citation", url: "u", ...own({ odd: 1 }) },
      page({ start_index: 2, end_index: 5, title: "", url: "u" }, { odd: 1 }),
    ],
    [
      { kind: "url_citation", ...own({ url_citation: { start_index: 7, end_index: 9 } }) },
      page({ title: "", start_index: 7, end_index: 9 }),
    ],
    [
      { kind: "url_citation", ...own({ url_citation: { end_index: 9 } }) },
      page({ start_index: 2, end_index: 5, title: "" }),
    ],
    [
      { kind: "url_citation", ...own({ url_citation: { start_index: 7 } }) },
      page({ start_index: 2, end_index: 5, title: "" }),
    ],
    [
      {
        kind: "url_citation",
        answer: { start: 0, end: 1 },
        ...own({ url_citation: { start_index: 7, end_index: 9 } }),
      },
      page({ start_index: 2, end_index: 3, title: "" }),
    ],
  ])("%j is written", (citation, annotation) => {
    const written = annotation === undefined ? [] : [annotation];
    expect(writeAnnotations([citation], "😀bcde", 3, profile)).toStrictEqual(written);
  });

  it("of another vendor names a page once", () => {
    const twice: Citation[] = [
      { kind: "web", url: "u" },
      { kind: "web", url: "u" },
    ];
    const annotation = page({ start_index: 0, end_index: 1, title: "", url: "u" });
    expect(writeAnnotations(twice, "a", 0, profile)).toStrictEqual([annotation]);
    const ours = twice.map(({ url }) => ({ kind: "url_citation", url: url! }));
    expect(writeAnnotations(ours, "a", 0, profile)).toStrictEqual([annotation, annotation]);
    expect(writeAnnotations([], "a", 0, profile)).toStrictEqual([]);
  });

  it("stands behind the texts before it", () => {
    const plain = { type: "text", text: "ab" } as const;
    expect(annotationsOf([plain, plain], profile)).toBeUndefined();
    expect(annotationsOf([{ ...plain, citations: [] }], profile)).toStrictEqual([]);
    const cited = { ...plain, citations: [{ kind: "web", url: "u" }] };
    expect(annotationsOf([plain, cited, plain], profile)).toStrictEqual([
      page({ start_index: 2, end_index: 4, title: "", url: "u" }),
    ]);
  });
});
