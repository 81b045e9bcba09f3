import { expect, it } from "vitest";
import { counter, LineList } from "../../fixtures/fakes.ts";
import { assistantMessage } from "./assistant-line.ts";
import { messageUsage } from "./claude-usage.ts";
import { PartialMessage } from "./partial-message.ts";
import { SessionLines } from "./session-lines.ts";

const head = { id: "m-1", model: "n", usage: { input_tokens: 3 } };

async function write(act: (message: PartialMessage) => Promise<void>): Promise<unknown[]> {
  const list = new LineList();
  await act(new PartialMessage(new SessionLines(list, "s", counter("u")), head));
  expect(list.lines.map(({ event: _, ...rest }) => rest)).toEqual(
    list.lines.map((_, index) => ({
      ...{ type: "stream_event", parent_tool_use_id: null },
      ...{ session_id: "s", uuid: `u${index + 1}` },
    })),
  );
  return list.lines.map(({ event }) => event);
}

const started = { type: "message_start", message: assistantMessage(head, []) };
const opened = (index: number, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
});
const piece = (index: number, delta: object) => ({ type: "content_block_delta", index, delta });
const closed = (index: number) => ({ type: "content_block_stop", index });
const { service_tier: _tier, cache_creation: _creation, ...counts } = messageUsage({ output_tokens: 7 });
const ended = (stop_reason: string) => [
  { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: counts },
  { type: "message_stop" },
];
const usage = { output_tokens: 7 };

it("pieces of one kind are one block, and blocks follow one another", async () => {
  const events = await write(async (message) => {
    await message.piece("thinking", "a");
    await message.piece("thinking", "b");
    await message.piece("text", "c");
    await message.piece("text", "d");
    await message.end({ usage });
  });
  expect(events).toEqual([
    started,
    opened(0, { type: "thinking", thinking: "", signature: "" }),
    piece(0, { type: "thinking_delta", thinking: "a" }),
    piece(0, { type: "thinking_delta", thinking: "b" }),
    closed(0),
    opened(1, { type: "text", text: "" }),
    piece(1, { type: "text_delta", text: "c" }),
    piece(1, { type: "text_delta", text: "d" }),
    closed(1),
    ...ended("end_turn"),
  ]);
});

it("each tool is a block with its whole input, and the reason of the end", async () => {
  const tool = (index: number, id: string) => [
    opened(index, { type: "tool_use", id, name: "T", input: {} }),
    piece(index, { type: "input_json_delta", partial_json: '{"a":1}' }),
    closed(index),
  ];
  const events = await write(async (message) => {
    await message.toolUse("t-1", "T", { a: 1 });
    await message.toolUse("t-2", "T", { a: 1 });
    await message.end({ usage });
  });
  expect(events).toEqual([started, ...tool(0, "t-1"), ...tool(1, "t-2"), ...ended("tool_use")]);
});

it("the reason that the agent gives counts more", async () => {
  const events = await write(async (message) => {
    await message.toolUse("t-1", "T", {});
    await message.end({ usage, stopReason: "max_tokens" });
  });
  expect(events.slice(-2)).toEqual(ended("max_tokens"));
});
