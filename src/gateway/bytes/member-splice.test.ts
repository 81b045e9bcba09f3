import { describe, expect, it } from "vitest";
import { type JsonScan, scanJson } from "../../lib/index.ts";
import { addMember, editBody, removalOf, setMembers } from "./member-splice.ts";

function remove(text: string, name = "model"): string {
  const body = Buffer.from(text);
  const edit = removalOf(body, scanJson(body, [name], 100) as JsonScan, name);
  return edit === undefined ? "kept" : editBody(body, [edit]).toString();
}

describe("a member of a body", () => {
  it("is taken out with one comma, and all other bytes stay", () => {
    expect(remove('{"model":"m","a":1}')).toBe('{"a":1}');
    expect(remove('{"a":1,"model":"m"}')).toBe('{"a":1}');
    expect(remove('{ "a" : 1 , "model" : "m" , "b":2 }')).toBe('{ "a" : 1 ,  "b":2 }');
    expect(remove('{"model":"m"}')).toBe("{}");
    expect(remove('{"é":"é","model":{"a":[1]}}')).toBe('{"é":"é"}');
  });

  it("stays if it is not there in plain letters, and nothing else is taken for it", () => {
    expect(remove('{"a":1}')).toBe("kept");
    expect(remove('{"a":"model","mod\\u0065l":"m"}')).toBe("kept");
    expect(remove('{"a":{"model":"m"}}')).toBe("kept");
  });

  it("is put before all others", () => {
    const add = (text: string) => addMember(Buffer.from(text), "v", 'x"').toString();
    expect([add("{}"), add(' { "a":1}'), add("{ }")]).toEqual([
      '{"v":"x\\""}',
      ' {"v":"x\\"", "a":1}',
      '{"v":"x\\"" }',
    ]);
  });

  it("is set at a path, in its place or before the others, and nowhere else", () => {
    const set = (text: string, ...path: string[]) =>
      setMembers(Buffer.from(text), path, { a: "x", b: { id: 1 } }).toString();
    expect(set('{"b":[1, 2], "c":1.0,"a" : null}')).toBe('{"b":{"id":1}, "c":1.0,"a" : "x"}');
    expect(set('{"c":{"a":1}}')).toBe('{"b":{"id":1},"a":"x","c":{"a":1}}');
    expect(set('{"o" :{"p":{"a":1,"b":2}},"a":1}', "o", "p")).toBe(
      '{"o" :{"p":{"a":"x","b":{"id":1}}},"a":1}',
    );
    for (const text of ['{"o":1,"a":2}', '{"a":2}', "[]", "", "no JSON", '{"o":null}'])
      expect(set(text, "o")).toBe(text);
  });

  it("is found if several parts are replaced at once", () => {
    const edits = [
      { start: 0, end: 1, text: "xx" },
      { start: 2, end: 3, text: "" },
    ];
    expect(editBody(Buffer.from("abcd"), edits).toString()).toBe("xxbd");
  });
});
