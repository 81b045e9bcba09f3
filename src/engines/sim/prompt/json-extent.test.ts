import { describe, expect, it } from "vitest";
import { splitJson } from "./json-extent.ts";

describe("splitting a text after its JSON", () => {
  it.each([
    ['{"a":1} rest', '{"a":1}', " rest"],
    ["[1,2]x", "[1,2]", "x"],
    ["[]", "[]", ""],
    ["[[1],[2]] [3]", "[[1],[2]]", " [3]"],
    ['{"a":[{"b":{}}]}}', '{"a":[{"b":{}}]}', "}"],
    ['{"a":"}"}x', '{"a":"}"}', "x"],
    ['["]"]x', '["]"]', "x"],
    ['["[{"]x', '["[{"]', "x"],
    ['{"a":"\\"}"}x', '{"a":"\\"}"}', "x"],
    ['{"a":"\\\\"}x', '{"a":"\\\\"}', "x"],
    ["plain {}", "", "plain {}"],
    ['"text"', "", '"text"'],
    ["{", "", "{"],
    ['{"a":"}', "", '{"a":"}'],
    ["", "", ""],
  ])("%j gives %j and %j", (text, json, after) => {
    expect(splitJson(text)).toEqual({ json, after });
  });
});
