import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import { applying } from "../fixtures/applying.ts";
import { unreadHistory } from "./unread-history.ts";

const image: Block = { type: "image", source: { kind: "url", url: "https://a.example/i.png" } };
const text = (value: string): Block => ({ type: "text", text: value });
const user = (...content: Block[]): Message => ({ role: "user", content });
const assistant = (...content: Block[]): Message => ({ role: "assistant", content });
const result = (...content: Block[]): Block => ({ type: "tool_result", id: "c", kind: "function", content });
const textOnly = { media: { kinds: ["text"] } } as const;

const typesOf = (messages: readonly Message[]) =>
  messages.map(({ content }) =>
    content.map((block) =>
      block.type === "tool_result" ? block.content.map(({ type }) => type).join() : block.type,
    ),
  );

const apply = (messages: Message[], limits: Parameters<typeof applying>[2] = textOnly) =>
  applying(unreadHistory, { messages }, limits);

describe("an image for a model that reads text only", () => {
  it("becomes a text in an earlier turn, and that is disclosed", () => {
    const { after, notes } = apply([
      user(image, text("what?")),
      assistant(text("a cat")),
      user(text("why?")),
    ]);
    expect(typesOf(after.messages)).toEqual([["text", "text"], ["text"], ["text"]]);
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "image.url", node: image }]);
  });

  it("stays in the newest turn of the user, also if a tool was called since", () => {
    const question = [user(image), user(text("what is this?"))];
    expect(apply(question).notes).toEqual([]);
    const call: Block = { type: "tool_use", id: "c", name: "look", input: {}, kind: "function" };
    const { before, after } = apply([...question, assistant(call), user(result(text("nothing")))]);
    expect(after).toBe(before);
  });

  it("becomes a text in the result of a tool, in the newest turn too", () => {
    const call: Block = { type: "tool_use", id: "c", name: "look", input: {}, kind: "function" };
    const { after, notes } = apply([user(text("look")), assistant(call), user(result(image, text("x")))]);
    expect(typesOf(after.messages)).toEqual([["text"], ["tool_use"], ["text,text"]]);
    expect(notes).toHaveLength(1);
  });

  it("is left alone if the model reads images, or if nothing is known", () => {
    const messages = [user(image), assistant(text("a")), user(text("b"))];
    for (const limits of [{}, { media: {} }, { media: { kinds: ["text", "image"] as const } }]) {
      const { before, after, notes } = apply(messages, limits);
      expect(after).toBe(before);
      expect(notes).toEqual([]);
    }
  });
});
