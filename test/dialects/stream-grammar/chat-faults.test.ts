import { describe, expect, it } from "vitest";
import { openGrammar } from "./index.ts";

function faults(...events: (string | object)[]): string[] {
  const grammar = openGrammar("openai");
  for (const event of events)
    grammar.push(typeof event === "string" ? event : JSON.stringify(event), undefined);
  return grammar.end().map(({ index, message }) => `${index}: ${message}`);
}

function chunk(choice: object, more: object = {}): object {
  return { id: "r", choices: [{ index: 0, delta: {}, ...choice }], ...more };
}
const stop = chunk({ finish_reason: "stop" });

describe("the grammar of Chat Completions streams", () => {
  it("names each fault and the event that has it", () => {
    expect(faults()).toEqual(["0: the stream ends without a finish reason or a last event"]);
    expect(faults(chunk({}))).toEqual(["1: the stream ends without a finish reason or a last event"]);
    expect(faults(stop, "[DONE]", "[DONE]")).toEqual(["2: an event follows the last one"]);
    expect(faults("{", "3", stop)).toEqual([
      "0: the data is not a JSON object",
      "1: the data is not a JSON object",
    ]);
    expect(faults({ ...stop, id: 3, object: 3 })).toEqual([
      "0: the chunk has no id",
      "0: the chunk's object is not text",
    ]);
    expect(faults({ id: "r" }, stop)).toEqual(["0: the chunk has no list of choices"]);
    expect(faults({ id: "r", choices: [3, {}] }, stop)).toEqual([
      "0: a choice is not an object",
      "0: a choice has no index",
    ]);
    expect(faults(chunk({ delta: 3, finish_reason: "stop" }))).toEqual(["0: choice 0 has no delta"]);
    expect(faults(chunk({ finish_reason: 3 }), stop)).toEqual(["0: a finish reason is not text"]);
    expect(faults(chunk({ delta: { role: "user" } }), stop)).toEqual([
      `0: the role "user" is not the assistant's`,
    ]);
    expect(faults(stop, chunk({ delta: { content: "x" } }))).toEqual(["1: text follows the finish reason"]);
    expect(faults(chunk({ delta: { content: 3 } }), stop)).toEqual([
      "0: the content of a delta is neither text nor a list",
    ]);
    expect(faults(chunk({ delta: { tool_calls: 3 } }), stop)).toEqual([
      "0: the tool calls of a delta are no list",
    ]);
    expect(faults(chunk({ delta: { tool_calls: [3, {}] } }), stop)).toEqual([
      "0: a tool call has no index",
      "0: a tool call has no index",
    ]);
    expect(faults(chunk({ delta: { tool_calls: [{ index: 0, function: {} }] } }), stop)).toEqual([
      "0: tool call 0 begins without id and name",
    ]);
    expect(faults(chunk({ delta: { tool_calls: [{ index: 0, id: "", function: {} }] } }), stop)).toEqual([
      "0: tool call 0 begins without id and name",
    ]);
    const at = (index: number) =>
      chunk({ delta: { tool_calls: [{ index, id: "c", function: { name: "f" } }] } });
    expect(faults(at(0), at(2), at(4), stop)).toEqual(["2: tool call 4 leaves a gap in the indexes"]);
  });

  it("accepts deviations that clients survive", () => {
    for (const delta of [
      { role: null },
      { role: "" },
      { role: "assistant" },
      { content: null },
      { content: "" },
      { content: [] },
      { tool_calls: null },
      { tool_calls: [{ index: 0, id: "c" }] },
      { tool_calls: [{ index: 0, custom: { name: "f" } }] },
    ])
      expect(faults(chunk({ delta }), stop)).toEqual([]);
    expect(faults(stop, chunk({ delta: { content: "" } }))).toEqual([]);
    expect(faults(chunk({}), "[DONE]")).toEqual([]);
    expect(faults(chunk({}), { error: {} })).toEqual([]);
    expect(faults({ error: {} })).toEqual([]);
    expect(faults(chunk({}, { error: {} }))).toEqual([]);
    const first = chunk({ delta: { tool_calls: [{ index: 0, id: "c", function: { name: "f" } }] } });
    const later = chunk({ delta: { tool_calls: [{ index: 0, function: { arguments: "{}" } }] } });
    expect(faults(first, later, stop)).toEqual([]);
  });
});
