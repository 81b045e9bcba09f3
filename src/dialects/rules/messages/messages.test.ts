import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { applying } from "../fixtures/applying.ts";
import { blankMessages } from "./blank.ts";
import { callSignature } from "./call-signature.ts";
import { firstMessage } from "./first.ts";
import { pairing } from "./pairing.ts";
import { thinkingText } from "./thinking-text.ts";

const text = (value: string): Block => ({ type: "text", text: value });
const call = (id: string, signature?: string): Block => ({
  type: "tool_use",
  id,
  name: "f",
  kind: "function",
  input: {},
  ...(signature === undefined ? {} : { signature }),
});
const result = (id: string, value = "r"): Block => ({
  type: "tool_result",
  id,
  kind: "function",
  content: [text(value)],
});
const user = (...content: Block[]): Message => ({ role: "user", content });
const tool = (...content: Block[]): Message => ({ role: "tool", content });
const assistant = (...content: Block[]): Message => ({ role: "assistant", content });

describe("calls and results", () => {
  const pair = (
    messages: Message[],
    limits: Parameters<typeof applying>[2] = { messages: { paired: true } },
  ) => {
    const { before, after, notes } = applying(pairing, { messages }, limits);
    return { isSame: before === after, messages: after.messages, notes };
  };

  it("are left alone if each has its other", () => {
    const whole = [
      user(text("x")),
      assistant(text("y"), call("a"), call("b")),
      tool(result("b")),
      tool(result("a")),
      assistant(call("c")),
      user(result("c"), text("z")),
    ];
    expect(pair(whole)).toMatchObject({ isSame: true, notes: [] });
    expect(pair([assistant(call("a"))], {}).isSame).toBe(true);
    expect(pair([user(text("x"))]).isSame).toBe(true);
  });

  it("a call without a result gets one that says so, and that is disclosed", () => {
    const { messages, notes } = pair([
      assistant(call("a"), call("b")),
      tool(result("a")),
      user(text("stop")),
    ]);
    expect(messages).toHaveLength(4);
    expect(messages[1]).toMatchObject({
      role: "tool",
      content: [{ type: "tool_result", id: "b", name: "f", isError: true }],
    });
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "tool_use" }]);
  });

  it("a call at the end gets a result too", () => {
    expect(pair([user(text("x")), assistant(call("a"))]).messages.at(-1)).toMatchObject({
      role: "tool",
      content: [{ id: "a" }],
    });
  });

  it("a result without a call becomes a text of the user", () => {
    const { messages, notes } = pair([
      user(text("x")),
      assistant(text("y")),
      tool(result("gone", "found it")),
    ]);
    expect(messages[2]).toEqual({
      role: "user",
      content: [text("Result for the call gone:"), text("found it")],
    });
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "tool_result.text" }]);
  });

  it("a result that comes after the next answer no longer counts", () => {
    const { messages } = pair([
      assistant(call("a")),
      assistant(text("y")),
      user(text("z")),
      assistant(text("w")),
      tool(result("a")),
    ]);
    expect(messages.flatMap(({ content }) => content.map(({ type }) => type))).toEqual([
      "tool_use",
      "text",
      "tool_result",
      "text",
      "text",
      "text",
      "text",
    ]);
  });

  it("an id that an earlier call has is changed in the call and its result", () => {
    const { messages, notes } = pair([
      assistant(call("0")),
      tool(result("0", "one")),
      assistant(call("0"), call("0")),
      tool(result("0", "two"), result("0", "three")),
    ]);
    expect(messages[2]!.content).toMatchObject([{ id: "0_2" }, { id: "0_3" }]);
    expect(messages[3]!.content).toMatchObject([
      { id: "0_2", content: [text("two")] },
      { id: "0_3", content: [text("three")] },
    ]);
    expect(notes.map(({ disposition }) => disposition)).toEqual(["mapped", "mapped"]);
  });

  it("neighbours that call become one message, so that results follow it", () => {
    const { messages, notes } = pair([
      assistant(call("a")),
      assistant(text("x"), call("b")),
      tool(result("a"), result("b")),
    ]);
    expect(messages[0]).toEqual(assistant(call("a"), text("x"), call("b")));
    expect(messages).toHaveLength(2);
    expect(notes).toEqual([]);
  });

  it.each(["openai", "kimi", "codex", "gemini", "copilot"])("of a cancelled turn reach %s in pairs", (to) => {
    const body = {
      model: "m",
      max_tokens: 9,
      messages: [
        { role: "user", content: "x" },
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
        { role: "user", content: "never mind" },
      ],
    };
    const { request, report } = translateRequest(findDialect("claude"), findDialect(to), body);
    expect(JSON.stringify(request.body)).toContain("The call has no result");
    expect(report.entries).toContainEqual(
      expect.objectContaining({
        path: "$.messages[1].content[0]",
        rule: "messages.pairing",
        disposition: "disclosed",
      }),
    );
  });
});

describe("the signature of a call", () => {
  const limits = { messages: { callSignature: "stand-in" } };
  const sign = (messages: Message[], known: Parameters<typeof applying>[2] = limits) =>
    applying(callSignature, { messages }, known);

  it("is added to the first call of each step that has none", () => {
    const { after, notes } = sign([
      assistant(text("x"), call("a"), call("b")),
      tool(result("a"), result("b")),
      assistant(call("c", "own")),
      tool(result("c")),
      assistant(call("d")),
      assistant(call("e")),
    ]);
    const signatures = after.messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === "tool_use" ? [block.signature] : [])),
    );
    expect(signatures).toEqual(["stand-in", undefined, "own", "stand-in", undefined]);
    expect(notes.map(({ disposition }) => disposition)).toEqual(["mapped", "mapped"]);
  });

  it("is left alone if the target wants none", () => {
    const { before, after } = sign([assistant(call("a"))], {});
    expect(after).toBe(before);
    expect(sign([assistant(text("x"))]).notes).toEqual([]);
  });
});

describe("messages without content", () => {
  const drop = (messages: Message[], blank?: "all" | "answers") =>
    applying(blankMessages, { messages }, blank === undefined ? {} : { messages: { blank } });
  const thought: Block = { type: "thinking", text: "hm" };

  it("are left out and named, each", () => {
    const messages = [user(), user(text(" \n")), user(text("x")), assistant(thought), assistant(text(""))];
    const { after, notes } = drop(messages, "all");
    expect(after.messages).toEqual([user(text("x"))]);
    expect(notes.map(({ node, disposition }) => [node, disposition])).toEqual(
      [0, 1, 3, 4].map((index) => [messages[index], "disclosed"]),
    );
  });

  it("leave the rest of a message, if only a block says nothing", () => {
    const blank = text(" ");
    const { after, notes } = drop([assistant(blank, call("a")), user(text("x"), blank)], "all");
    expect(after.messages).toEqual([assistant(call("a")), user(text("x"))]);
    expect(notes.map(({ node, disposition }) => [node, disposition])).toEqual([
      [blank, "mapped"],
      [blank, "mapped"],
    ]);
  });

  it("of the user stay if only those of the model are errors", () => {
    const { after } = drop([user(), assistant()], "answers");
    expect(after.messages).toEqual([user()]);
  });

  it("are left alone if no limit is known, and if there are none", () => {
    const { before, after } = drop([user(), assistant()]);
    expect(after).toBe(before);
    const whole = drop([user(text("x")), assistant(call("a")), tool(result("a", ""))], "all");
    expect(whole.after).toBe(whole.before);
    const signed = drop([assistant({ type: "thinking", text: "", signature: "s" })], "all");
    expect(signed.after).toBe(signed.before);
  });

  it("that are results of tools are filled if they are errors", () => {
    const { after, notes } = applying(
      blankMessages,
      { messages: [tool(result("a", "")), tool(result("b"))] },
      { messages: { blankResults: "rejected" } },
    );
    expect(after.messages).toEqual([tool(result("a", "(no output)")), tool(result("b"))]);
    expect(notes).toMatchObject([{ disposition: "mapped", feature: "tool_result.text" }]);
  });

  it.each(["claude", "gemini"])("of an OpenAI caller are named on the way to %s", (to) => {
    const body = {
      model: "m",
      messages: [
        { role: "user", content: "" },
        { role: "assistant", content: "hello" },
        { role: "user", content: "x" },
      ],
    };
    const { request, report } = translateRequest(findDialect("openai"), findDialect(to), body);
    const turns = (request.body["messages"] ?? request.body["contents"]) as { role: string }[];
    expect(turns.map(({ role }) => role)[0]).toBe("user");
    expect(turns).toHaveLength(3);
    expect(report.entries).toContainEqual(
      expect.objectContaining({ path: "$.messages[0]", rule: "messages.blank", disposition: "disclosed" }),
    );
    expect(report.entries).toContainEqual(
      expect.objectContaining({ path: "$.messages[1]", rule: "messages.first", disposition: "disclosed" }),
    );
  });
});

describe("the first message", () => {
  const begin = (
    messages: Message[],
    limits: Parameters<typeof applying>[2] = { messages: { first: "user" } },
  ) => applying(firstMessage, { messages }, limits);
  const system: Message = { role: "system", content: [text("s")] };

  it("is left alone if the user begins", () => {
    for (const messages of [[user(text("x"))], [system, user(text("x")), assistant(text("y"))]]) {
      const { before, after } = begin(messages);
      expect(after).toBe(before);
    }
    expect(begin([assistant(text("x"))], {}).notes).toEqual([]);
  });

  it("is a text of the user if the assistant begins, or nobody does", () => {
    const { after, notes } = begin([system, assistant(text("x"))]);
    expect(after.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
    expect(notes).toMatchObject([{ disposition: "disclosed" }]);
    expect(begin([system]).after.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  });
});

describe("thinking in the history", () => {
  it("is left out if the vendor takes none, and that is disclosed", () => {
    const thinking: Block[] = [
      { type: "thinking", text: "hm" },
      { type: "thinking", text: "" },
    ];
    const messages = [assistant(...thinking, text("x")), user(text("y"))];
    const { after, notes } = applying(thinkingText, { messages }, { messages: { thinkingText: "rejected" } });
    expect(after.messages).toEqual([assistant(text("x")), user(text("y"))]);
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "thinking.text" }]);
    const kept = applying(thinkingText, { messages }, {});
    expect(kept.after).toBe(kept.before);
  });
});
