import { describe, expect, it } from "vitest";
import { chunk, read, readStream, write, writeStream } from "../chat/fixtures/driving.ts";
import { collapse } from "../collapse.ts";
import { Origins } from "../origins.ts";
import { copilot } from "./index.ts";

function again(body: Record<string, unknown>): Record<string, unknown> {
  return write(copilot, read(copilot, body)).body;
}

describe("Copilot's dialect", () => {
  it("A1: keeps sealed thinking with its text, under the name it came by", () => {
    for (const message of [
      { role: "assistant", content: "x", reasoning_text: "hm", reasoning_opaque: "zz" },
      { role: "assistant", content: "x", cot_summary: "hm", cot_id: "cot_1" },
      { role: "assistant", content: "x", reasoning_content: "hm" },
      { role: "assistant", content: "x", reasoning_opaque: "zz" },
    ])
      expect(again({ messages: [message] })["messages"]).toEqual([message]);
    const sealed = { role: "assistant", content: "x", reasoning_text: "hm", reasoning_opaque: "zz" };
    expect(read(copilot, { messages: [sealed] }).messages[0]?.content[0]).toEqual({
      type: "thinking",
      text: "hm",
      sealed: "zz",
    });
  });

  it("A3: keeps thinking that has no text but is sealed", () => {
    const { reply } = collapse(
      readStream(copilot, [chunk({ reasoning_opaque: "zz" }), chunk({ content: "x" }, "stop"), "[DONE]"]),
    );
    expect(reply.candidates[0]?.content).toEqual([
      { type: "thinking", text: "", sealed: "zz" },
      { type: "text", text: "x" },
    ]);
  });

  it("seals an open thinking block with what comes after its text", () => {
    const events = readStream(copilot, [
      chunk({ reasoning_text: "h" }),
      chunk({ reasoning_text: "m" }),
      chunk({ reasoning_opaque: "zz" }),
      chunk({ content: "x" }, "stop"),
      "[DONE]",
    ]);
    const first = collapse(events).reply.candidates[0]?.content;
    expect(first?.[0]).toEqual({ type: "thinking", text: "hm", sealed: "zz" });
    const text = writeStream(copilot, events);
    expect(text.match(/"reasoning_opaque":"zz"/g)).toHaveLength(1);
    expect(text.match(/"reasoning_text":"h"/g)).toHaveLength(1);
  });

  it("does not say what object a chunk is, as its vendor does not", () => {
    const text = writeStream(copilot, [{ type: "reply_start", id: "r" }, { type: "reply_stop" }]);
    expect(text).not.toContain('"object"');
  });

  it("reads a message without content, drops padding and keeps annotations", () => {
    const body = {
      id: "r",
      model: "m",
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            padding: "abc",
            copilot_annotations: { x: 1 },
            tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
          },
        },
      ],
    };
    const reply = copilot.readReply(body, new Origins());
    expect(reply.candidates[0]).toMatchObject({
      content: [{ type: "tool_use", id: "c" }],
      vendor: { copilot: { message: { copilot_annotations: { x: 1 } } } },
    });
    expect(JSON.stringify(reply)).not.toContain("padding");
  });

  it("F3: limits the output by max_tokens", () => {
    expect(write(copilot, { maxOutputTokens: 5 }).body).toMatchObject({ max_tokens: 5 });
  });

  it("E7: writes the developer's instructions as the system's", () => {
    const { messages } = write(copilot, {
      messages: [{ role: "developer", content: [{ type: "text", text: "x" }] }],
    });
    expect(messages).toEqual([{ role: "system", content: "x" }]);
  });

  it("lists models with their limits", () => {
    const models = [{ id: "a", name: "A", created: 0, owner: "v", contextWindow: 9, maxOutput: 3 }];
    expect(copilot.readModels(copilot.writeModels(models))).toEqual(models);
  });
});
