import { describe, expect, it } from "vitest";
import { chunkOf } from "../../../src/dialects/gemini/fixtures/calls.ts";
import { openGrammar } from "./index.ts";

describe("the grammar", () => {
  const faults = (...chunks: unknown[]) => {
    const grammar = openGrammar("gemini");
    for (const chunk of chunks)
      grammar.push(typeof chunk === "string" ? chunk : JSON.stringify(chunk), undefined);
    return grammar.end().map(({ message }) => message);
  };
  const end = chunkOf([{ text: "" }], { finishReason: "STOP" });

  it.each([
    ["nothing at all", [], "no candidate"],
    ["no JSON", ["{", end], "not JSON"],
    ["no finish reason", [chunkOf([{ text: "a" }])], "no finishReason"],
    ["another id", [chunkOf([{ text: "a" }]), { ...end, responseId: "r2" }], "responseId changes"],
    ["an empty part", [chunkOf([{}]), end], "a part is empty"],
    ["a call without a name", [chunkOf([{ functionCall: { args: {} } }]), end], "without a name"],
    [
      "a call that never ends",
      [chunkOf([{ functionCall: { name: "f", willContinue: true } }]), end],
      "inside a functionCall",
    ],
    ["an event after an error", [{ error: { code: 500, message: "x" } }, end], "follows the error"],
    [
      "another role",
      [{ candidates: [{ content: { role: "user", parts: [] }, finishReason: "STOP" }] }],
      "not model",
    ],
    [
      "args that are no object",
      [chunkOf([{ functionCall: { name: "f", args: [] } }]), end],
      "args is no object",
    ],
  ])("rejects %s", (_, chunks, message) => {
    expect(faults(...chunks).join("; ")).toContain(message);
  });

  it("accepts a whole stream and a blocked prompt", () => {
    expect(faults(chunkOf([{ text: "a" }]), end)).toEqual([]);
    expect(faults({ promptFeedback: { blockReason: "OTHER" } })).toEqual([]);
  });
});
