import { describe, expect, it } from "vitest";
import { openGrammar } from "./index.ts";

function faults(...events: unknown[]): string[] {
  const grammar = openGrammar("gemini");
  for (const event of events)
    grammar.push(typeof event === "string" ? event : JSON.stringify(event), undefined);
  return grammar.end().map(({ index, message }) => `${index}: ${message}`);
}

function chunk(parts: unknown, more: object = {}): object {
  return { candidates: [{ content: { role: "model", parts }, ...more }] };
}
const end = chunk([{ text: "" }], { finishReason: "STOP" });

describe("the grammar of Gemini streams", () => {
  it("names each fault and the event that has it", () => {
    expect(faults()).toEqual(["0: no candidate, no error and no block"]);
    expect(faults(chunk([{ text: "x" }]))).toEqual(["1: candidate 0 has no finishReason"]);
    expect(faults("{", "3", end)).toEqual(["0: the event is not JSON", "1: the event is no object"]);
    expect(faults({ error: { code: 1, message: "x" } }, end)).toEqual(["1: an event follows the error"]);
    for (const error of [3, { code: 1 }, { message: "x" }])
      expect(faults({ error })).toEqual(["0: an error needs code and message"]);
    expect(faults({ responseId: 3 }, end)).toEqual(["0: responseId is no text"]);
    expect(faults({ responseId: "a" }, { ...end, responseId: "b" })).toEqual(["1: responseId changes"]);
    expect(faults({ usageMetadata: 3 }, end)).toEqual(["0: usageMetadata is no object"]);
    expect(faults({ candidates: 3 }, end)).toEqual(["0: candidates is no list"]);
    expect(faults({ candidates: [3] }, end)).toEqual(["0: a candidate is no object"]);
    for (const index of ["0", -1, 0.5])
      expect(faults({ candidates: [{ index }] }, end)).toEqual(["0: index is no count"]);
    expect(faults({ candidates: [{ content: 3 }] }, end)).toEqual(["0: content is no object"]);
    expect(faults(chunk([], { finishReason: {} }))).toEqual(["0: finishReason is no word of the enum"]);
    expect(faults({ candidates: [{ content: { role: "user" } }] }, end)).toEqual([
      '0: the role is "user", not model',
    ]);
    expect(faults(chunk(3), end)).toEqual(["0: parts is no list"]);
    expect(faults(chunk([3, {}]), end)).toEqual([
      "0: a part is empty or no object",
      "0: a part is empty or no object",
    ]);
    expect(faults(chunk([{ text: 3 }]), end)).toEqual(["0: text is no text"]);
    expect(faults(chunk([{ functionCall: 3 }]), end)).toEqual(["0: functionCall is no object"]);
    expect(faults(chunk([{ functionCall: {} }]), end)).toEqual(["0: a functionCall begins without a name"]);
    expect(faults(chunk([{ functionCall: { name: "f", args: 3 } }]), end)).toEqual(["0: args is no object"]);
    const open = chunk([{ functionCall: { name: "f", willContinue: true } }]);
    expect(faults(open, chunk([{ text: "x" }]), end)).toEqual([
      "1: another part begins before the functionCall is over",
      "3: candidate 0 ends inside a functionCall",
    ]);
    expect(faults(open, chunk([{ text: "" }], { finishReason: 1 }))).toEqual([
      "2: candidate 0 ends inside a functionCall",
    ]);
    const grammar = openGrammar("gemini");
    grammar.push(JSON.stringify(end), "message");
    expect(grammar.end()).toEqual([{ index: 0, message: "events have no name, this one is message" }]);
  });

  it("accepts whole streams, blocked prompts, errors and calls that a limit cut off", () => {
    expect(faults(end)).toEqual([]);
    expect(faults({ promptFeedback: { blockReason: "SAFETY" } })).toEqual([]);
    expect(faults({ error: { code: 1, message: "x" } })).toEqual([]);
    const open = chunk([{ functionCall: { name: "f", willContinue: true } }]);
    const close = chunk([{ functionCall: {} }]);
    expect(faults(open, close, end)).toEqual([]);
    expect(faults(open, chunk([{ text: "" }], { finishReason: "MAX_TOKENS" }))).toEqual([]);
    expect(faults({ responseId: "a", usageMetadata: {} }, { ...end, responseId: "a" })).toEqual([]);
    expect(
      faults({ candidates: [{}, { index: 1 }] }, { candidates: [{ finishReason: 1 }, { finishReason: 1 }] }),
    ).toEqual([]);
  });
});
