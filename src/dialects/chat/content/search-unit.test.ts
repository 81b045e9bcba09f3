import { describe, expect, it } from "vitest";
import { readSearchUnit } from "./search-unit.ts";

const call = (name: string, text: unknown) => ({
  id: "c1",
  type: "builtin_function",
  function: { name, arguments: text },
});

describe("a search unit of Moonshot", () => {
  it("tells the query if the arguments show one", () => {
    expect(readSearchUnit(call("$web_search", '{"query":"rain"}'))).toEqual({
      id: "c1",
      call: { action: "search", queries: ["rain"] },
    });
    expect(readSearchUnit(call("$web_search", '{"search_result":{}}'))?.call?.queries).toEqual([]);
    expect(readSearchUnit(call("$web_search", '{"que'))?.call?.queries).toEqual([]);
    expect(readSearchUnit(call("$web_search", undefined))?.call?.queries).toEqual([]);
  });

  it("is nothing for other calls", () => {
    expect(readSearchUnit(call("search", "{}"))).toBeUndefined();
    expect(readSearchUnit({ function: { name: "$web_search" } })).toBeUndefined();
    expect(readSearchUnit("x")).toBeUndefined();
  });
});
