import { describe, expect, it } from "vitest";
import { plainMemory } from "../../../test/dialects/subjects.ts";
import { dialects, StreamTranslator, translateReply } from "../index.ts";
import { gemini } from "./index.ts";

const claude = dialects.find(({ id }) => id === "claude")!;
const answer = {
  candidates: [
    {
      index: 0,
      content: { role: "model", parts: [{ functionCall: { name: "look", args: { city: "Oslo" } } }] },
      finishReason: "STOP",
    },
  ],
};
const options = (id: string) => ({ memory: plainMemory(), id, created: 0 });

function wholeId(id: string): unknown {
  const { body } = translateReply(gemini, claude, answer, options(id));
  return (body["content"] as { id: string }[])[0]!.id;
}

function streamedId(id: string): unknown {
  const translator = new StreamTranslator(gemini, claude, options(id));
  const text = translator.push(Buffer.from(`data: ${JSON.stringify(answer)}\n\n`)) + translator.end();
  return /"type":"tool_use","id":"([^"]+)"/.exec(text)?.[1];
}

describe("calls without an id in an answer without one", () => {
  it("have other ids in every answer, and the same whole and streamed", () => {
    expect(wholeId("reply_1")).not.toBe(wholeId("reply_2"));
    expect(streamedId("reply_1")).not.toBe(streamedId("reply_2"));
    expect(streamedId("reply_1")).toBe(wholeId("reply_1"));
  });
});
