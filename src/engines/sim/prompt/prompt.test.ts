import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import { saying } from "../fixtures/calling.ts";
import { isMedia, quote, readPrompt, textOf } from "./prompt.ts";

const call = (id: string): Message => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name: "t", kind: "function", input: {} }],
});
const result = (id: string): Message => ({
  role: "tool",
  content: [{ type: "tool_result", id, kind: "function", content: [{ type: "text", text: id }] }],
});

describe("what the simulator reads of a conversation", () => {
  it("takes calls in messages of their own for one turn", () => {
    const conversation = saying("sim: call t");
    conversation.messages.push(call("a"), call("b"), result("a"), result("b"), call("c"), result("c"));
    const prompt = readPrompt(conversation);
    expect(prompt.stepsDone).toBe(2);
    expect(prompt.hasCalledTools).toBe(true);
    expect(prompt.results.map(({ name, block }) => [name, block.id])).toEqual([["t", "c"]]);
  });

  it("counts from the message with the directives, not from the last one of the user", () => {
    const conversation = saying("sim: call t");
    const reminder: Message = { role: "user", content: [{ type: "text", text: "go on" }] };
    conversation.messages.push(call("a"), result("a"), reminder);
    const prompt = readPrompt(conversation);
    expect(prompt.stepsDone).toBe(1);
    expect(prompt.hasCalledTools).toBe(false);
  });

  it("is read in linear time from text that is all tags", () => {
    const text = "<a>".repeat(200_000) + "</b>".repeat(200_000);
    expect(readPrompt(saying(text)).said).toBe(text);
  });

  it("quotes on one line and cuts no character", () => {
    expect(quote("a\n  b")).toBe('"a b"');
    expect(quote("ab😀", 3)).toBe('"ab…"');
  });
});

describe("the user's last text", () => {
  const said = (...messages: Message[]) => readPrompt({ ...saying(""), messages }).said;
  const text = (...texts: string[]): Block[] => texts.map((one) => ({ type: "text", text: one }));

  it("is that of the last message of the user that has one", () => {
    expect(said()).toBe("");
    expect(said({ role: "user", content: text("a") }, { role: "user", content: text("b", "c") })).toBe(
      "b\nc",
    );
    expect(said({ role: "user", content: text("a") }, { role: "assistant", content: text("b") })).toBe("a");
    expect(said({ role: "user", content: text("a") }, { role: "user", content: text("  \n") })).toBe("a");
    expect(said({ role: "assistant", content: text("b") })).toBe("");
  });

  it.each([
    ["plain < text >", "plain < text >"],
    ["<a>one</a> two", "two"],
    ["one <a>two</a> three <b>four</b> five", "one  three  five"],
    ["<a>one</a>", "<a>one</a>"],
    ["<a><b>x</b></a>y", "y"],
    ["<a><b>x</a>y", "y"],
    ["<a>x</a></a>y", "</a>y"],
    ["<a>1<a>2</a>3</a>4", "4"],
    ["<a>1<a>2</a>3", "<a>13"],
    ["x<a></b></a>y", "xy"],
    ["<a-b_c1 x='1' y>q</a-b_c1>z", "z"],
    ["<1>q</1>z", "<1>q</1>z"],
    ["<a>q</A>z", "<a>q</A>z"],
    ["<b>1</b><a>2<c>3</c>4</a>5", "5"],
    ["</a>x", "</a>x"],
    ["<a>1</a> <a>2</a> x", "x"],
  ])("of %j is %j", (whole, bare) => {
    expect(said({ role: "user", content: text(whole) })).toBe(bare);
  });
});

describe("the results since the model's last message", () => {
  it("have the name of the block, of the call, or the id", () => {
    const conversation = saying("x");
    const results: Block[] = [
      { type: "tool_result", id: "a", kind: "function", content: [] },
      { type: "tool_result", id: "b", name: "own", kind: "function", content: [] },
      { type: "tool_result", id: "z", kind: "function", content: [] },
    ];
    conversation.messages.push(result("old"), call("a"), call("b"), { role: "tool", content: results });
    expect(readPrompt(conversation).results.map(({ name }) => name)).toEqual(["t", "own", "z"]);
    conversation.messages.push({ role: "assistant", content: [] });
    expect(readPrompt(conversation).results).toEqual([]);
  });
});

describe("the media of the user's last message", () => {
  const image: Block = { type: "image", source: { kind: "url", url: "https://h/1" } };
  const audio: Block = { type: "audio", source: { kind: "url", url: "https://h/2" } } as Block;
  const text: Block = { type: "text", text: "t" };

  it("are those after the model's last message, without text", () => {
    const conversation = saying("x");
    expect(readPrompt(conversation).media).toEqual([]);
    conversation.messages.push({ role: "user", content: [image, text, audio] });
    expect(readPrompt(conversation).media).toEqual([image, audio]);
    conversation.messages.push({ role: "user", content: [text] });
    expect(readPrompt(conversation).media).toEqual([image, audio]);
    conversation.messages.push({ role: "assistant", content: [image] });
    expect(readPrompt(conversation).media).toEqual([]);
    conversation.messages.push({ role: "tool", content: [image] });
    expect(readPrompt(conversation).media).toEqual([]);
  });

  it("are blocks with a source", () => {
    expect([image, audio, text].map(isMedia)).toEqual([true, true, false]);
  });
});

describe("the directives of a conversation", () => {
  const user = (...texts: string[]): Message => ({
    role: "user",
    content: texts.map((text) => ({ type: "text", text })),
  });
  const pieces = (...messages: Message[]) =>
    readPrompt({ ...saying(""), messages }).directives?.pieces?.join("");

  it("are those of the last text of the user that has any", () => {
    expect(pieces(user("sim: say a"), user("sim: say b"))).toBe("b");
    expect(pieces(user("sim: say a", "sim: say b", "c"))).toBe("b");
    expect(pieces(user("sim: say a"), user("hello"))).toBe("a");
    expect(pieces(user("sim: say a"), { ...user("sim: say b"), role: "assistant" })).toBe("a");
    expect(pieces(user("sim: say a", "x"), { role: "user", content: [] })).toBe("a");
    expect(pieces(user("hello"))).toBeUndefined();
  });

  it("count the turns with calls after them", () => {
    const done = (...messages: Message[]) => readPrompt({ ...saying(""), messages }).stepsDone;
    expect(done(user("hello"), call("a"))).toBe(0);
    expect(done(call("z"), user("sim: say a"))).toBe(0);
    expect(done(user("sim: say a"), { role: "assistant", content: [] })).toBe(0);
    expect(done(user("sim: say a"), call("a"), { role: "assistant", content: [] }, call("b"))).toBe(1);
    expect(done(user("sim: say a"), call("a"), user("b"), call("b"))).toBe(2);
  });
});

describe("quoting", () => {
  it.each<[string, number | undefined, string]>([
    ["", undefined, '""'],
    [" a\t\n b ", undefined, '"a b"'],
    ["a".repeat(160), undefined, `"${"a".repeat(160)}"`],
    ["a".repeat(161), undefined, `"${"a".repeat(160)}…"`],
    ["abc", 3, '"abc"'],
    ["abcd", 3, '"abc…"'],
    ["ab\ud7ffx", 3, '"ab\ud7ff…"'],
    ["ab\ud800x", 3, '"ab…"'],
    ["ab\udbffx", 3, '"ab…"'],
    ["ab\udc00x", 3, '"ab\udc00…"'],
  ])("%j to %s characters gives %j", (text, length, quoted) => {
    expect(length === undefined ? quote(text) : quote(text, length)).toBe(quoted);
  });

  it("joins the texts of a message in order", () => {
    expect(
      textOf({
        content: [
          { type: "text", text: "a" },
          { type: "refusal", text: "r" },
          { type: "text", text: "b" },
        ],
      }),
    ).toBe("a\nb");
  });
});
