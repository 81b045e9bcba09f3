import { describe, expect, it } from "vitest";
import type { Block } from "../../../contract/index.ts";
import { echoedSearch } from "./echoed-search.ts";

const search = echoedSearch("kimi");
const input = '{ "query":"cats" }';
const value = { id: "c", type: "builtin_function", function: { name: "$web_search", arguments: input } };
const unit: Block = { type: "opaque", dialect: "kimi", kind: "builtin_function", id: "c", value };
const call = (name: string): Block => ({
  type: "tool_use",
  id: "c",
  name,
  kind: "function",
  input: {},
  inputText: input,
});

describe("a search that gets its arguments back", () => {
  it("is read from a whole reply and from a stream, with its arguments as they are", () => {
    expect(search.readCall(unit)).toEqual({ id: "c", input });
    expect(search.readCall(call("$web_search"))).toEqual({ id: "c", input });
  });

  it.each([
    call("other"),
    { type: "text", text: "x" } as Block,
    { ...unit, kind: "other" } as Block,
    { ...unit, value: { ...value, function: { name: "$other" } } } as Block,
    { ...unit, value: null } as Block,
  ])("is not read from anything else", (block) => {
    expect(search.readCall(block)).toBeUndefined();
  });

  it("stands in the history as the vendor wrote it, with its own arguments as the result", () => {
    expect(search.writeCall({ id: "c", input })).toMatchObject({ type: "opaque", dialect: "kimi", value });
    expect(search.writeResult({ id: "c", input })).toMatchObject({
      type: "tool_result",
      id: "c",
      content: [{ type: "text", text: input }],
      vendor: { kimi: { name: "$web_search" } },
    });
  });

  it("shows its queries if the arguments do", () => {
    expect(search.queriesOf(input)).toEqual(["cats"]);
    expect(search.queriesOf("{")).toEqual([]);
  });
});
