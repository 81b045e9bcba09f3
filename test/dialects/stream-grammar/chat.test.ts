import { describe, expect, it } from "vitest";
import { chunk } from "../../../src/dialects/chat/fixtures/driving.ts";
import { openGrammar } from "./index.ts";

const DONE = "[DONE]";

function callDelta(index: number | undefined, members: object): object {
  return { tool_calls: [{ ...(index === undefined ? {} : { index }), ...members }] };
}

function call(index: number, id: string | null, name: string | undefined, text: string): object {
  return callDelta(index, {
    id,
    type: "function",
    function: { ...(name === undefined ? {} : { name }), arguments: text },
  });
}

describe("the grammar", () => {
  function faults(data: readonly (string | object)[]): string[] {
    const grammar = openGrammar("openai");
    for (const one of data) grammar.push(typeof one === "string" ? one : JSON.stringify(one), undefined);
    return grammar.end().map(({ message }) => message);
  }

  it("accepts a whole stream", () => {
    expect(faults([chunk({ role: "assistant", content: "x" }), chunk({}, "stop"), DONE])).toEqual([]);
  });

  it.each([
    ["no finish", [chunk({ content: "x" })], /without a finish reason/],
    ["nothing at all", [], /without a finish reason/],
    ["an event after the last", [chunk({}, "stop"), DONE, chunk({})], /follows the last/],
    ["no JSON", [chunk({}, "stop"), "{", DONE], /not a JSON object/],
    ["no id", [{ choices: [] }, chunk({}, "stop"), DONE], /no id/],
    ["no choices", [{ id: "x" }, chunk({}, "stop"), DONE], /no list of choices/],
    ["no index of a choice", [chunk({}, "stop"), { id: "x", choices: [{ delta: {} }] }, DONE], /no index/],
    ["no delta", [chunk({}, "stop"), { id: "x", choices: [{ index: 0 }] }, DONE], /no delta/],
    ["another role", [chunk({ role: "user" }, "stop"), DONE], /role/],
    ["text after the finish", [chunk({}, "stop"), chunk({ content: "x" }), DONE], /follows the finish/],
    ["a call without index", [chunk({ tool_calls: [{}] }, "stop"), DONE], /no index/],
    [
      "a call without beginning",
      [chunk(callDelta(0, { function: { arguments: "{" } }), "stop"), DONE],
      /without id and name/,
    ],
    [
      "a gap in the calls",
      [chunk(call(0, "a", "f", "{}")), chunk(call(4, "b", "f", "{}"), "tool_calls"), DONE],
      /gap/,
    ],
  ])("rejects a stream with %s", (_, data, message) => {
    expect(faults(data).join("\n")).toMatch(message);
  });
});
