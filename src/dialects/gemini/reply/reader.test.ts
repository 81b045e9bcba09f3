import { describe, expect, it } from "vitest";
import type { Block, Candidate } from "../../../contract/index.ts";
import { Origins } from "../../index.ts";
import { Cursor } from "../../members/cursor.ts";
import { readReply, takeCreated } from "./reader.ts";

const created = (createTime: unknown) => takeCreated(new Cursor({ createTime }, "$"));

it("the time of a response is read in whole seconds, and only from a text that is a time", () => {
  expect(created("1970-01-01T00:00:05Z")).toBe(5);
  expect(created("1970-01-01T00:00:05.900Z")).toBe(5);
  expect(created(2020)).toBeUndefined();
  expect(created("soon")).toBeUndefined();
});

describe("the parts of an answer", () => {
  const read = (candidate: object) => readReply({ candidates: [candidate] }, new Origins());
  const thought = (text: string, more: object = {}) => ({ text, thought: true, ...more });

  it.each<[object[], Block[]]>([
    [[{ text: "a" }, { text: "b" }], [{ type: "text", text: "ab" }]],
    [[{ text: "a" }, { text: "" }, { text: "b" }], [{ type: "text", text: "ab" }]],
    [[thought("a"), thought("b")], [{ type: "thinking", text: "ab", summary: true }]],
    [
      [thought("a"), thought("b", { thoughtSignature: "s" })],
      [{ type: "thinking", text: "ab", summary: true, signature: "s" }],
    ],
    [
      [thought("a", { thoughtSignature: "s" }), thought("b")],
      [
        { type: "thinking", text: "a", summary: true, signature: "s" },
        { type: "thinking", text: "b", summary: true },
      ],
    ],
    [
      [{ text: "a", odd: 1 }, { text: "b" }],
      [
        { type: "text", text: "a", vendor: { gemini: { odd: 1 } } },
        { type: "text", text: "b" },
      ],
    ],
    [
      [{ text: "a" }, { text: "b", odd: 1 }],
      [
        { type: "text", text: "a" },
        { type: "text", text: "b", vendor: { gemini: { odd: 1 } } },
      ],
    ],
    [
      [{ text: "a" }, thought("b")],
      [
        { type: "text", text: "a" },
        { type: "thinking", text: "b", summary: true },
      ],
    ],
  ])("%j are joined", (parts, content) => {
    expect(read({ content: { parts, role: "model" } }).candidates[0]!.content).toStrictEqual(content);
  });

  it.each<[object, Candidate]>([
    [{}, { index: 0, content: [] }],
    [
      { index: 2, content: { role: "model" } },
      { index: 2, content: [] },
    ],
    [
      { finishReason: "STOP", odd: 1 },
      { index: 0, content: [], stop: { reason: "end_turn", raw: "STOP" }, vendor: { gemini: { odd: 1 } } },
    ],
    [
      { content: { role: "model", odd: 1 } },
      { index: 0, content: [], vendor: { gemini: { content: { odd: 1 } } } },
    ],
  ])("stand in the candidate %j", (candidate, found) => {
    expect(read(candidate).candidates).toStrictEqual([found]);
  });

  it.each([
    [{}, { candidates: [] }],
    [{ candidates: [] }, { candidates: [] }],
    [
      { responseId: "r", modelVersion: "m", createTime: "1970-01-01T00:00:05Z", odd: 1 },
      { id: "r", model: "m", created: 5, candidates: [], vendor: { gemini: { odd: 1 } } },
    ],
    [
      { promptFeedback: { blockReason: 2 } },
      {
        candidates: [{ index: 0, content: [], stop: { reason: "content_filter", raw: "2" } }],
        vendor: { gemini: { promptFeedback: { blockReason: 2 } } },
      },
    ],
    [{ usageMetadata: { totalTokenCount: 1 } }, { candidates: [], usage: { total: 1 } }],
  ])("may be missing in the reply %j", (body, reply) => {
    expect(readReply(body, new Origins())).toStrictEqual(reply);
  });
});
