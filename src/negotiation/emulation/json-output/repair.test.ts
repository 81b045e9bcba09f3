import { describe, expect, it } from "vitest";
import { conversationOf, replyOf, text } from "../fixtures/stream.ts";
import { repairFor, repairRequest } from "./repair.ts";

const schema = { type: "object", required: ["a"] };
const conversation = conversationOf({ output: { kind: "json_schema", schema } });
const said = (role: "user" | "assistant", value: string) => ({
  role,
  content: [{ type: "text", text: value }],
});

describe("the request for a corrected reply", () => {
  it("shows the model its texts and each fault", () => {
    const reply = replyOf([text("{"), { type: "thinking", text: "hm" }, text("}")]);
    const errors = [
      { path: "", message: "is wrong" },
      { path: "/a", message: "is missing" },
    ];
    const made = repairRequest(conversation, reply, errors);
    expect(made).toEqual({
      ...conversation,
      messages: [...conversation.messages, said("assistant", "{}"), said("user", expect.any(String))],
    });
    const [block] = made.messages.at(-1)!.content;
    expect((block as { text: string }).text.split("\n")).toEqual([
      expect.stringMatching(/^Your reply is not .+:$/),
      "- the reply: is wrong",
      "- /a: is missing",
      "Reply again with the corrected JSON only.",
    ]);
  });

  it("has no message of the model if it said nothing", () => {
    const messages = [...conversation.messages, said("user", expect.any(String))];
    expect(repairRequest(conversation, replyOf([]), []).messages).toEqual(messages);
    expect(repairRequest(conversation, { candidates: [] }, []).messages).toEqual(messages);
  });

  it("asks for a word if the reply is one of several words", () => {
    const words = conversationOf({ output: { kind: "enum", values: ["a", "b"] } });
    const [block] = repairRequest(words, replyOf([text("c")]), []).messages.at(-1)!.content;
    expect((block as { text: string }).text).toMatch(/\nReply again with one of the words only\.$/);
  });

  it("finds the faults again, and names none without a form of the reply", () => {
    const faultsOf = (of: typeof conversation, value: string) => {
      const [block] = repairFor(of, replyOf([text(value)])).messages.at(-1)!.content;
      return (block as { text: string }).text.split("\n").filter((line) => line.startsWith("- "));
    };
    expect(faultsOf(conversation, '{"b":1}')).toEqual([expect.stringMatching(/^- the reply: .*a/)]);
    expect(faultsOf(conversation, '{"a":1}')).toEqual([]);
    expect(faultsOf(conversationOf(), "{}")).toEqual([]);
  });
});
