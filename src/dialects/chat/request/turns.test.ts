import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import { openai } from "../../openai/index.ts";
import { write } from "../fixtures/driving.ts";

const text = (value: string): Block => ({ type: "text", text: value });
const call = (id: string, input: unknown = {}): Block => ({
  type: "tool_use",
  id,
  name: "f",
  kind: "function",
  input,
});
const result = (id: string, value: string): Block => ({
  type: "tool_result",
  id,
  kind: "function",
  content: [text(value)],
});
const user = (...content: Block[]): Message => ({ role: "user", content });
const assistant = (...content: Block[]): Message => ({ role: "assistant", content });

describe("turns", () => {
  it("D12: writes one message for each result, in the order of the calls, before anything else", () => {
    const { messages } = write(openai, {
      messages: [assistant(call("a"), call("b")), user(result("b", "2"), text("and?"), result("a", "1"))],
    });
    expect(messages.slice(1)).toEqual([
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "tool", tool_call_id: "b", content: "2" },
      { role: "user", content: "and?" },
    ]);
  });

  it("D12: writes results before what was said between them and their calls", () => {
    const { messages } = write(openai, {
      messages: [assistant(call("a")), user(text("wait")), user(result("a", "1")), user(text("go on"))],
    });
    expect(messages.slice(1)).toEqual([
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "user", content: "wait" },
      { role: "user", content: "go on" },
    ]);
  });

  it("leaves out a message that holds nothing but units of another vendor", () => {
    const unit: Block = { type: "opaque", dialect: "other", kind: "unit", value: {} };
    const { messages } = write(openai, {
      messages: [user(text("x")), assistant(unit), user(unit), assistant(unit, text("y")), user()],
    });
    expect(messages).toEqual([
      { role: "user", content: "x" },
      { role: "assistant", content: "y" },
      { role: "user", content: "" },
    ]);
  });

  it("says in a result of media alone that the media follows", () => {
    const image: Block = { type: "image", source: { kind: "base64", mediaType: "image/png", data: "QQ==" } };
    const seen: Block = { type: "tool_result", id: "a", kind: "function", content: [image] };
    const { messages } = write(openai, { messages: [assistant(call("a")), user(seen)] });
    expect(messages[1]).toEqual({ role: "tool", tool_call_id: "a", content: "The content follows." });
    expect(messages[2]).toMatchObject({ role: "user", content: [{ type: "text" }, { type: "image_url" }] });
  });

  it("D12: puts results together that stand in several messages", () => {
    const tool = (block: Block): Message => ({ role: "tool", content: [block] });
    const { messages } = write(openai, {
      messages: [assistant(call("a"), call("b")), tool(result("b", "2")), tool(result("a", "1"))],
    });
    expect(messages.slice(1).map((one) => one["tool_call_id"])).toEqual(["a", "b"]);
  });

  it("writes no message for a turn that holds nothing but units of another vendor", () => {
    const unit = (dialect: string): Block => ({
      type: "opaque",
      dialect,
      kind: "unit",
      value: { type: "unit" },
    });
    const messages = [user(text("a")), assistant(unit("claude"), unit("claude")), user(text("b"))];
    expect(write(openai, { messages }).messages.map(({ content }) => content)).toEqual(["a", "b"]);
    const said = [user(text("a")), user(unit("claude")), user(text("b"))];
    expect(write(openai, { messages: said }).messages).toHaveLength(2);
    const mixed = [user(text("a")), assistant(unit("claude"), text("x")), user(text("b"))];
    expect(write(openai, { messages: mixed }).messages).toHaveLength(3);
  });

  it("D21: writes a doubled result once, and refuses two different ones", () => {
    const twice = write(openai, {
      messages: [assistant(call("a")), user(result("a", "1"), result("a", "1"))],
    });
    expect(twice.messages).toHaveLength(2);
    expect(twice.notes).toMatchObject([{ disposition: "disclosed" }]);
    const other = write(openai, {
      messages: [assistant(call("a")), user(result("a", "1"), result("a", "2"))],
    });
    expect(other.notes).toMatchObject([{ disposition: "refused" }]);
  });

  it("D15: says in the text that a result is an error", () => {
    const failed = { ...result("a", "boom"), isError: true } as Block;
    expect(write(openai, { messages: [assistant(call("a")), user(failed)] }).messages[1]?.["content"]).toBe(
      "Error: boom",
    );
  });

  it("D19: moves pictures of a result to a user message after the results", () => {
    const image: Block = { type: "image", source: { kind: "url", url: "https://x/y" } };
    const shown: Block = { type: "tool_result", id: "a", kind: "function", content: [text("see"), image] };
    const { messages } = write(openai, {
      messages: [assistant(call("a"), call("b")), user(shown, result("b", "2"))],
    });
    expect(messages.map((one) => one["role"])).toEqual(["assistant", "tool", "tool", "user"]);
    expect(messages[3]?.["content"]).toEqual([
      { type: "text", text: "Content of the tool result a:" },
      { type: "image_url", image_url: { url: "https://x/y" } },
    ]);
  });

  it("E1, E3: leaves instructions where they stand and gives them no other role", () => {
    const { messages } = write(openai, {
      system: [text("s")],
      messages: [
        user(text("u")),
        { role: "system", content: [text("later")] },
        { role: "developer", content: [text("d")] },
      ],
    });
    expect(messages.map((one) => one["role"])).toEqual(["system", "user", "system", "developer"]);
  });

  it("E9: keeps every text of a turn", () => {
    expect(write(openai, { messages: [assistant(text("a"), text("b"))] }).messages[0]?.["content"]).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
  });

  it("A1: leaves signed thinking out and says so, and writes plain thinking", () => {
    const signed: Block = { type: "thinking", text: "t", signature: "s" };
    const one = write(openai, { messages: [assistant(signed, text("x"))] });
    expect(one.messages[0]).toEqual({ role: "assistant", content: "x" });
    expect(one.notes).toMatchObject([{ disposition: "disclosed", feature: "thinking.text" }]);
    const plain = write(openai, { messages: [assistant({ type: "thinking", text: "t" }, text("x"))] });
    expect(plain.messages[0]).toMatchObject({ reasoning_content: "t" });
  });

  it("D11: shortens ids beyond the limit alike in call and result, and leaves others alone", () => {
    const long = "x".repeat(65);
    const { messages } = write(openai, {
      messages: [assistant(call(long), call("functions.f:0")), user(result(long, "1"))],
    });
    const calls = messages[0]?.["tool_calls"] as { id: string }[];
    expect(calls[0]?.id.length).toBeLessThanOrEqual(40);
    expect(messages[1]?.["tool_call_id"]).toBe(calls[0]?.id);
    expect(calls[1]?.id).toBe("functions.f:0");
  });

  it("E8: refuses an image where no image can be", () => {
    const image: Block = { type: "image", source: { kind: "url", url: "u" } };
    const file: Block = { type: "image", source: { kind: "file", id: "f" } };
    expect(write(openai, { messages: [user(file)] }).notes).toMatchObject([{ disposition: "refused" }]);
    expect(write(openai, { messages: [assistant(image)] }).notes).toMatchObject([{ disposition: "refused" }]);
  });
});
