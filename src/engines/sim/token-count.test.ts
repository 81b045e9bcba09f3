import { describe, expect, it } from "vitest";
import type { Block, Conversation, Tool } from "../../contract/index.ts";
import { saying } from "./fixtures/calling.ts";
import { countTokens, tokensOf } from "./token-count.ts";

/** Tokens of a conversation with 400 characters and these parts; four characters are a token. */
function added(own: Partial<Conversation>): number {
  return countTokens(saying("a".repeat(400), own)) - 100;
}
function blockTokens(block: object): number {
  const conversation = saying("a".repeat(400));
  conversation.messages.push({ role: "user", content: [block as Block] });
  return countTokens(conversation) - 100;
}
const forty = "b".repeat(40);

describe("the simulator's count of tokens", () => {
  it.each([
    [0, 0],
    [1, 1],
    [4, 1],
    [5, 2],
  ])("takes %i characters for %i tokens", (characters, tokens) => {
    expect(tokensOf(characters)).toBe(tokens);
  });

  it("is at least one", () => {
    expect(countTokens(saying(""))).toBe(1);
    expect(countTokens(saying("abcdefgh"))).toBe(2);
  });

  it("adds up the system text, the messages and the tools", () => {
    expect(added({ system: [{ type: "text", text: forty }] })).toBe(10);
    const parameters = { a: "b".repeat(32) };
    expect(
      added({ tools: [{ kind: "function", name: forty, description: forty, parameters } as Tool] }),
    ).toBe(30);
    expect(added({ tools: [{ kind: "function", name: forty, parameters: undefined } as never] })).toBe(10);
    expect(
      added({ tools: [{ kind: "custom", name: forty, description: forty, format: parameters } as never] }),
    ).toBe(20);
    expect(
      added({ tools: [{ kind: "server", name: forty, description: forty, value: parameters } as never] }),
    ).toBe(10);
  });

  it.each<[object, number]>([
    [{ type: "text", text: forty }, 10],
    [{ type: "refusal", text: forty }, 10],
    [{ type: "thinking", text: forty }, 10],
    [{ type: "tool_use", name: forty, input: { a: "b".repeat(32) } }, 20],
    [{ type: "tool_use", name: forty, input: undefined }, 10],
    [{ type: "tool_use", name: forty, inputText: forty, input: { a: 1 } }, 20],
    [{ type: "tool_result", content: [{ type: "text", text: forty }] }, 10],
    [{ type: "redacted_thinking", data: forty }, 0],
    [{ type: "opaque", value: { a: forty } }, 0],
    [{ type: "document", source: { kind: "text", text: forty } }, 10],
    [{ type: "image", source: { kind: "url", url: "https://h" } }, 256],
  ])("takes %j for %i tokens", (block, tokens) => {
    expect(blockTokens(block)).toBe(tokens);
  });
});
