import { describe, expect, it } from "vitest";
import type { Block } from "../../contract/index.ts";
import { conversation } from "../rules/fixtures/applying.ts";
import { hasTextAlone, holdsAny, partsOf } from "./conversation-parts.ts";

const text: Block = { type: "text", text: "hi" };
const image: Block = { type: "image", source: { kind: "url", url: "https://example.com/a.png" } };
const result: Block = { type: "tool_result", id: "1", kind: "function", content: [image] };

describe("the parts of a conversation", () => {
  it("are the types of its blocks, in the system prompt and in the results of tools too", () => {
    expect([...partsOf(conversation({}))]).toEqual([]);
    expect([...partsOf(conversation({ system: [text] }))]).toEqual(["text"]);
    expect([...partsOf(conversation({ messages: [{ role: "user", content: [text, image] }] }))]).toEqual([
      "text",
      "image",
    ]);
    expect([...partsOf(conversation({ messages: [{ role: "tool", content: [result] }] }))]).toEqual([
      "tool_result",
      "image",
    ]);
  });

  it("name the tools and the settings of sampling, however many there are", () => {
    const tool = { kind: "function", name: "f", parameters: {} } as const;
    expect([...partsOf(conversation({ tools: [tool, tool] }))]).toEqual(["tool"]);
    expect([...partsOf(conversation({ sampling: { temperature: 0, topP: 1 } }))]).toEqual(["sampling"]);
  });

  it("are text alone if there is nothing else", () => {
    expect(hasTextAlone(new Set())).toBe(true);
    expect(hasTextAlone(new Set(["text"]))).toBe(true);
    expect(hasTextAlone(new Set(["thinking"]))).toBe(false);
    expect(hasTextAlone(new Set(["text", "tool"]))).toBe(false);
  });

  it("hold any of several kinds", () => {
    expect(holdsAny(new Set(["text", "audio"]), ["image", "audio"])).toBe(true);
    expect(holdsAny(new Set(["text"]), ["image", "audio"])).toBe(false);
    expect(holdsAny(new Set(["text"]), [])).toBe(false);
  });
});
