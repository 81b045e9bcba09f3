import { describe, expect, it } from "vitest";
import type { Block, Conversation, Message } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { conversation } from "../fixtures/applying.ts";
import { withInlineText } from "./inline-text.ts";

const file = (mediaType: string, data = "aMO8"): Block => ({
  type: "document",
  source: { kind: "base64", mediaType, data },
  title: "t",
});
const asText = (mediaType: string, text = "hü"): Block => ({
  type: "document",
  source: { kind: "text", text, mediaType },
  title: "t",
});
const user = (...content: Block[]): Message => ({ role: "user", content });
const said: Block = { type: "text", text: "x" };

function inline(parts: Partial<Conversation>, is = "none") {
  const before = conversation(parts);
  const notes: WriterNote[] = [];
  const target = { features: { "document.base64": { is } } } as unknown as Parameters<
    typeof withInlineText
  >[1];
  return { before, after: withInlineText(before, target, (note) => notes.push(note)), notes };
}

describe("an inline document of plain text", () => {
  it.each([
    ["text/plain", undefined],
    ["TEXT/PLAIN; charset=UTF-8", undefined],
    ['text/plain;charset="us-ascii"', undefined],
    ["text/markdown", "text/markdown"],
    ["text/csv ; charset=utf-8", "text/csv ; charset=utf-8"],
    ["text/x-python", "text/x-python"],
  ])("of the type %s is its text", (mediaType, named) => {
    const { after, notes } = inline({ messages: [user(said, file(mediaType))] });
    expect(after).toStrictEqual(conversation({ messages: [user(said, asText(mediaType))] }));
    const reason = `written as text, which does not say that it is ${named}`;
    expect(notes).toEqual(
      named === undefined
        ? []
        : [{ node: file(mediaType), at: "", disposition: "disclosed", reason, feature: "document.text" }],
    );
  });

  it.each([
    ["another type", file("text/html")],
    ["another character set", file("text/plain; charset=latin1")],
    ["a longer type", file("text/plain2")],
    ["bytes that are no UTF-8", file("text/plain", "/w==")],
    ["another source", asText("text/plain")],
    [
      "another source with bytes",
      {
        type: "document",
        source: { kind: "other", mediaType: "text/plain", data: "aA==" },
      } as unknown as Block,
    ],
    ["another block", { ...file("text/plain"), type: "image" } as Block],
  ])("is not one of %s", (_, block) => {
    const { before, after, notes } = inline({ system: [said], messages: [user(block), user(said)] });
    expect(after).toBe(before);
    expect(notes).toEqual([]);
  });

  it("keeps the mark of its byte order", () => {
    const { after } = inline({ messages: [user(file("text/plain", "77u/YQ=="))] });
    expect(after.messages[0]!.content).toEqual([asText("text/plain", "\u{feff}a")]);
  });

  it("may be in the system prompt, in a result of a tool, and in several messages", () => {
    const result = (...content: Block[]): Block => ({
      type: "tool_result",
      id: "c",
      name: "f",
      kind: "function",
      content,
    });
    const plain = file("text/plain");
    const text = asText("text/plain");
    const same = user(said, result(said));
    const before = {
      system: [said, plain],
      messages: [same, user(result(said, plain)), user(plain, said, plain)],
    };
    const { after, before: given } = inline(before);
    expect(after).toStrictEqual(
      conversation({
        system: [said, text],
        messages: [same, user(result(said, text)), user(text, said, text)],
      }),
    );
    expect(after.messages[0]).toBe(same);
    expect(given).toStrictEqual(
      conversation({
        system: [said, plain],
        messages: [same, user(result(said, plain)), user(plain, said, plain)],
      }),
    );
    const alone = inline({ system: [plain], messages: [same] });
    expect(alone.after).toStrictEqual(conversation({ system: [text], messages: [same] }));
    expect(alone.after.messages).toBe(alone.before.messages);
  });

  it("stays a file if the target takes files", () => {
    const { before, after } = inline({ messages: [user(file("text/plain"))] }, "native");
    expect(after).toBe(before);
  });
});
