import { describe, expect, it } from "vitest";
import { camelBody, contentsOf, declarationsOf, generationConfig, toolsOf, turnsOf } from "./request.ts";

const request = (body: object) => ({ model: "m", stream: false, body: { ...body } });

describe("the body of a request to Gemini", () => {
  it.each([
    ["args", "args"],
    ["response", "response"],
    ["parameters_json_schema", "parametersJsonSchema"],
    ["response_json_schema", "responseJsonSchema"],
    ["labels", "labels"],
    ["default", "default"],
    ["example", "example"],
    ["part_metadata", "partMetadata"],
  ])("keeps the caller's own names below %s", (name, read) => {
    const own = { caller_name: [{ other_name: 1 }] };
    expect(camelBody(request({ outer_name: [{ [name]: own }] }))).toEqual({ outerName: [{ [read]: own }] });
  });

  it("keeps the names of properties, and reads the schemas below them", () => {
    const schema = { any_of: [{ max_items: 1 }] };
    expect(camelBody(request({ properties: { own_name: schema } }))).toEqual({
      properties: { own_name: { anyOf: [{ maxItems: 1 }] } },
    });
    expect(camelBody(request({ properties: [1] }))).toEqual({ properties: [1] });
  });

  it("is read once", () => {
    const one = request({ a_1: 1 });
    expect(camelBody(one)).toEqual({ a1: 1 });
    expect(camelBody(one)).toBe(camelBody(one));
  });

  it("has contents and parts in lists or alone", () => {
    const part = { text: "a" };
    expect(contentsOf(request({}))).toEqual([]);
    expect(contentsOf(request({ contents: { role: "user", parts: part } }))).toEqual([
      { role: "user", parts: [part] },
    ]);
    expect(contentsOf(request({ contents: [{ parts: [part, 1] }, null] }))).toEqual([
      { role: undefined, parts: [part, {}] },
      { role: undefined, parts: [] },
    ]);
  });

  it("has turns, which join contents of one role in a row", () => {
    const said = (role: string, ...texts: string[]) => ({ role, parts: texts.map((text) => ({ text })) });
    const contents = [said("user", "a"), said("user", "b", "c"), said("model", "d"), said("user", "e")];
    expect(turnsOf(request({ contents }))).toEqual([
      said("user", "a", "b", "c"),
      said("model", "d"),
      said("user", "e"),
    ]);
    expect(contents[0]).toEqual(said("user", "a"));
  });

  it("has a configuration, and declarations with their places", () => {
    expect(generationConfig(request({ generation_config: { top_k: 1 } }))).toEqual({ topK: 1 });
    expect(generationConfig(request({}))).toEqual({});
    expect(toolsOf(request({ tools: { google_search: {} } }))).toEqual([{ googleSearch: {} }]);
    const tools = [{ google_search: {} }, { function_declarations: [{ name: "f" }, { name: "g" }] }];
    expect(declarationsOf(request({ tools }))).toEqual([
      { tool: { name: "f" }, where: "tools[1].function_declarations[0]" },
      { tool: { name: "g" }, where: "tools[1].function_declarations[1]" },
    ]);
  });
});
