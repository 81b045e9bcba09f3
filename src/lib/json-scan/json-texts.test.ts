import { describe, expect, it } from "vitest";
import { JsonTexts } from "./json-texts.ts";

function visit(text: string, size = text.length, wants = (_: readonly string[]) => true) {
  const found: string[] = [];
  const spans: string[] = [];
  const bytes = Buffer.from(text);
  const texts = new JsonTexts(wants, ({ value, path, start, end }) => {
    found.push(`${path.join(".")}=${value}`);
    spans.push(bytes.subarray(start, end).toString());
  });
  for (let at = 0; at < bytes.length; at += size) texts.push(bytes.subarray(at, at + size));
  return { found, spans, texts };
}

describe("the texts of a JSON document", () => {
  const document = JSON.stringify({
    id: "a",
    list: ["b", { id: 'c"\\d', n: 1 }, [["e"]]],
    more: { deep: { id: "f" }, flag: true, none: null },
    id2: "ü",
  });
  const all = ["id=a", "list.*=b", 'list.*.id=c"\\d', "list.*.*.*=e", "more.deep.id=f", "id2=ü"];

  it("are found with their paths, however the bytes are divided", () => {
    for (const size of [1, 2, 3, 7, 1000]) expect(visit(document, size).found).toEqual(all);
  });

  it("leave out one with a wrong escape, and go on behind it", () => {
    expect(visit('{"id":"a\\qb","x":"ok","y":"\\u00zz","z":"\\u0041"}').found).toEqual(["x=ok", "z=A"]);
  });

  it("come with their place in the bytes", () => {
    const { spans } = visit(document, 5);
    expect(spans.map((span) => JSON.parse(span) as string)).toEqual(["a", "b", 'c"\\d', "e", "f", "ü"]);
  });

  it("are read only if somebody wants them, and each time for a repeated name", () => {
    const wants = (path: readonly string[]) => path.at(-1) === "id";
    expect(visit('{"id":"1","x":"2","id":"3","\\u0069d":"4"}', 3, wants).found).toEqual([
      "id=1",
      "id=3",
      "id=4",
    ]);
  });

  it("say where one begins that is not complete", () => {
    expect(visit('{"a":"bc').texts.openStart).toBe(5);
    expect(visit('{"a":"bc').found).toEqual([]);
    expect(visit('{"a').texts.openStart).toBeUndefined();
    expect(visit('{"a":"bc"').texts.openStart).toBeUndefined();
  });

  it.each([
    ["", false],
    ['"', true],
    ['"a', true],
    ['"a"', false],
    ["{", true],
    ["[", true],
    ["{}", false],
    ["[]]", false],
    ['{"a":"b"', true],
    ['{"a":"b"}', false],
    ["1", false],
  ])("leave %j open: %j", (text, isOpen) => {
    for (const size of [1, 1000]) expect(visit(text, size).texts.isOpen).toBe(isOpen);
  });

  it.each<[string, Partial<Record<"openStart" | "isLenient" | "isDocument" | "isOpen", unknown>>]>([
    ["", { openStart: undefined, isLenient: false, isDocument: false, isOpen: false }],
    ["\t\r\n ", { openStart: undefined, isLenient: false, isDocument: false, isOpen: false }],
    ["\t{", { openStart: undefined, isLenient: false, isDocument: true, isOpen: true }],
    ["x{", { openStart: undefined, isLenient: false, isDocument: false, isOpen: true }],
    ['["a', { openStart: 1, isLenient: false, isDocument: true, isOpen: true }],
    ['["a","', { openStart: 5, isLenient: false, isDocument: true, isOpen: true }],
    ['"a', { openStart: undefined, isLenient: false, isDocument: false, isOpen: true }],
    ["\0", { openStart: undefined, isLenient: true, isDocument: false, isOpen: false }],
    ['{"a" "b":1', { openStart: undefined, isLenient: false, isDocument: true, isOpen: true }],
    ['{"a":"b","c', { openStart: undefined, isLenient: false, isDocument: true, isOpen: true }],
    ['{"a"1:', { openStart: undefined, isLenient: true, isDocument: true, isOpen: true }],
    ['"a":1', { openStart: undefined, isLenient: true, isDocument: false, isOpen: false }],
  ])("of %j have the state %j", (text, state) => {
    for (const size of [1, 1000]) {
      const { openStart, isLenient, isDocument, isOpen } = visit(text, size).texts;
      expect({ openStart, isLenient, isDocument, isOpen }).toStrictEqual(state);
    }
  });

  it("are read up to 8192 bytes and down to 64 levels, and one that is longer is told of if it is wanted", () => {
    const long: string[] = [];
    const found: string[] = [];
    const texts = new JsonTexts(
      (path) => path.at(-1) !== "no",
      ({ path, value }) => found.push(`${path.join(".")}=${value.length}`),
      (path) => long.push(path.join(".")),
    );
    const [fits, over] = ["x".repeat(8192), "x".repeat(8193)];
    texts.push(
      Buffer.from(`{"a":"${fits}","b":"${over}","no":"${over}","c":{"d":["${over}"]},"${fits}":"y",`),
    );
    texts.push(Buffer.from(`"${over}":"z","e":"f"}`));
    expect(found).toEqual(["a=8192", `${fits}=1`, "=1", "e=1"]);
    expect(long).toEqual(["b", "c.d.*"]);
    const nested = (depth: number) => `${"[".repeat(depth)}"x"${"]".repeat(depth)}`;
    expect([63, 64, 65].map((depth) => visit(nested(depth)).found.length)).toEqual([1, 1, 0]);
    const named = (depth: number) => `${'{"a":'.repeat(depth)}"x","b":"y"${"}".repeat(depth)}`;
    expect([64, 65].map((depth) => visit(`[${named(depth - 1)},"z"]`).found.at(-1))).toEqual(["*=z", "*=z"]);
  });

  it("are passed over if they are very long or very deep", () => {
    expect(visit(`{"a":"${"x".repeat(9000)}","b":"y"}`, 100).found).toEqual(["b=y"]);
    const deep = `${'{"a":'.repeat(70)}"x"${"}".repeat(70)}`;
    expect(visit(deep).found).toEqual([]);
    expect(visit(`[${deep},{"b":"y"}]`).found).toEqual(["*.b=y"]);
  });

  it("tell a document from other bytes, and a plain one from one that readers may disagree about", () => {
    expect(visit("  [1]").texts.isDocument).toBe(true);
    expect(visit("id,name").texts.isDocument).toBe(false);
    for (const text of ["{'a':'b'}", '{a:"b"}', '{"a":1/*x*/}', '{#\n"a":"b"}', '{"a":"b":"c"}', '[1:"a"]'])
      expect([text, visit(text).texts.isLenient]).toEqual([text, true]);
    for (const text of [document, '{"a/b":"#\'"}', "[]", '[-1.5e3,true,null,"x"]'])
      expect([text, visit(text).texts.isLenient]).toEqual([text, false]);
  });
});
