import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import { openai } from "../../openai/index.ts";
import { read, write } from "../fixtures/driving.ts";

const text = (value: string): Block => ({ type: "text", text: value });
const call = (id: string, input: unknown = {}): Block => ({
  type: "tool_use",
  id,
  name: "f",
  kind: "function",
  input,
});
const assistant = (...content: Block[]): Message => ({ role: "assistant", content });

function again(body: Record<string, unknown>): Record<string, unknown> {
  const given = { model: "m", messages: [], ...body };
  return write(openai, read(openai, given)).body;
}

describe("messages", () => {
  it.each([
    ["a text", { role: "user", content: "x" }],
    ["one part", { role: "user", content: [{ type: "text", text: "x" }] }],
    ["no part", { role: "user", content: [] }],
    ["an empty text", { role: "user", content: "" }],
    ["a name", { role: "user", content: "x", name: "ann" }],
    [
      "an image and its detail",
      { role: "user", content: [{ type: "image_url", image_url: { url: "https://x/y", detail: "low" } }] },
    ],
    [
      "an inline image",
      { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }] },
    ],
    [
      "a data URL of another form",
      { role: "user", content: [{ type: "image_url", image_url: { url: "data:text/plain,hi" } }] },
    ],
    ["an image URL as text", { role: "user", content: [{ type: "image_url", image_url: "https://x/y" }] }],
    [
      "audio",
      { role: "user", content: [{ type: "input_audio", input_audio: { data: "AA==", format: "mp3" } }] },
    ],
    [
      "a file",
      {
        role: "user",
        content: [
          { type: "file", file: { file_data: "data:application/pdf;base64,AA==", filename: "a.pdf" } },
        ],
      },
    ],
    ["a file by id", { role: "user", content: [{ type: "file", file: { file_id: "file-1" } }] }],
    [
      "a file without a name",
      { role: "user", content: [{ type: "file", file: { file_data: "data:application/pdf;base64,AA==" } }] },
    ],
    ["an unknown part", { role: "user", content: [{ type: "hologram", hologram: 1 }] }],
    [
      "a cache breakpoint",
      {
        role: "user",
        content: [{ type: "text", text: "x", prompt_cache_breakpoint: { mode: "explicit", ttl: "30m" } }],
      },
    ],
    ["a member nobody knows", { role: "user", content: "x", odd: { a: 1 } }],
    ["a refusal", { role: "assistant", content: null, refusal: "no" }],
    ["a refusal as a part", { role: "assistant", content: [{ type: "refusal", refusal: "no" }] }],
    ["sound of an earlier answer", { role: "assistant", content: null, audio: { id: "audio_1" } }],
    [
      "a freeform call",
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "custom", custom: { name: "p", input: "***" } }],
      },
    ],
    [
      "a call of an unknown kind",
      { role: "assistant", content: null, tool_calls: [{ id: "c", type: "robot", robot: {} }] },
    ],
    ["a legacy call", { role: "assistant", content: null, function_call: { name: "f", arguments: "{ }" } }],
    ["thinking", { role: "assistant", content: "x", reasoning_content: "y" }],
    [
      "thinking by another name",
      { role: "assistant", content: "x", reasoning: "y", reasoning_details: [{ type: "z" }] },
    ],
    ["thinking twice", { role: "assistant", content: "x", reasoning: "y", reasoning_content: "y" }],
    [
      "thinking as a part",
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "y" }] },
          { type: "text", text: "x" },
        ],
      },
    ],
    [
      "citations",
      {
        role: "assistant",
        content: "x",
        annotations: [
          { type: "url_citation", url_citation: { url: "u", title: "t", start_index: 0, end_index: 1 } },
        ],
      },
    ],
  ])("keeps %s", (_, message) => {
    expect(again({ messages: [message] })["messages"]).toEqual([message]);
  });

  it("E6: keeps null, empty and absent content apart, and makes no empty block of it", () => {
    const calls = [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }];
    for (const content of [null, ""]) {
      const body = { messages: [{ role: "assistant", content, tool_calls: calls }] };
      expect(read(openai, body).messages[0]?.content).toMatchObject([{ type: "tool_use" }]);
      expect(again(body)["messages"]).toEqual(body.messages);
    }
    expect(write(openai, { messages: [assistant(text(""), call("c"))] }).messages[0]).toMatchObject({
      content: null,
    });
    expect(write(openai, { messages: [assistant()] }).messages[0]).toMatchObject({ content: "" });
  });

  it("keeps the exact text of arguments, and takes an empty one for none", () => {
    for (const value of ['{ "a":1 }', "", "{}", '{"a":', "[1]"]) {
      const calls = [{ id: "c", type: "function", function: { name: "f", arguments: value } }];
      const messages = [{ role: "assistant", content: null, tool_calls: calls }];
      expect(again({ messages })["messages"]).toEqual(messages);
    }
    const calls = [{ id: "c", type: "function", function: { name: "f", arguments: "" } }];
    const { content } = read(openai, { messages: [{ role: "assistant", tool_calls: calls }] }).messages[0]!;
    expect(content).toMatchObject([{ input: {} }]);
    expect(content[0]).not.toHaveProperty("inputText");
  });

  it("D20: carries the schema of a tool without parameters as it is", () => {
    for (const parameters of [{}, { type: "object" }, { type: "object", properties: {} }]) {
      const tools = [{ type: "function", function: { name: "f", parameters } }];
      expect(again({ tools })["tools"]).toEqual(tools);
    }
    expect(again({ tools: [{ type: "function", function: { name: "f" } }] })["tools"]).toEqual([
      { type: "function", function: { name: "f" } },
    ]);
  });

  it("reads the results of freeform calls as such", () => {
    const { messages } = read(openai, {
      messages: [
        { role: "assistant", tool_calls: [{ id: "c", type: "custom", custom: { name: "p", input: "" } }] },
        { role: "tool", tool_call_id: "c", content: "ok" },
      ],
    });
    expect(messages[1]?.content).toMatchObject([{ type: "tool_result", id: "c", kind: "custom" }]);
  });

  it("matches the results of legacy calls, which have no id", () => {
    const messages = [
      { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
      { role: "function", name: "f", content: "ok" },
    ];
    const conversation = read(openai, { messages });
    const [use] = conversation.messages[0]!.content;
    const [answer] = conversation.messages[1]!.content;
    expect(use?.type === "tool_use" && use.id).toBe(answer?.type === "tool_result" && answer.id);
    expect(again({ messages })["messages"]).toEqual(messages);
  });
});
