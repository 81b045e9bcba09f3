import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import { EventWriter } from "../../host/event-writer.ts";
import { FakeContext } from "../../host/fixtures/fake-context.ts";
import { MessageReader } from "./message-reader.ts";
import { SubAgents } from "./sub-agents.ts";
import { ToolEffects } from "./tool-effects.ts";
import { ToolUses } from "./tool-uses.ts";

let context: FakeContext;
let uses: ToolUses;
let subAgents: SubAgents;
let results: JsonObject[];
let taken: string[];
let reader: MessageReader;

beforeEach(() => {
  context = new FakeContext();
  uses = new ToolUses();
  subAgents = new SubAgents();
  results = [];
  taken = [];
  const writer = new EventWriter(context);
  reader = new MessageReader({
    writer,
    uses,
    subAgents,
    effects: new ToolEffects(writer),
    onResult: async (result) => void results.push(result),
    onTaken: (id) => void taken.push(id),
  });
});

async function read(...lines: unknown[]): Promise<void> {
  for (const line of lines) await reader.read(line as JsonObject, 100);
}

const piece = (delta: object, parent: string | null = null) => ({
  type: "stream_event",
  event: { type: "content_block_delta", delta },
  parent_tool_use_id: parent,
});
const assistant = (block: unknown, parent: string | null = null) => ({
  type: "assistant",
  message: { content: [block] },
  parent_tool_use_id: parent,
});
const toolUse = (id: string, name: string, input: unknown = {}) =>
  assistant({ type: "tool_use", id, name, input });
const toolResult = (id: string, more: object = {}) => ({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: id, content: "out", ...more }] },
  parent_tool_use_id: null,
});

describe("text", () => {
  it("comes in pieces, and then as a whole with the line that completes it", async () => {
    const whole = assistant({ type: "text", text: "ab" });
    await read(piece({ type: "text_delta", text: "a" }), piece({ type: "text_delta", text: "b" }), whole);
    expect(context.of("assistant_delta").map((event) => event.text)).toEqual(["a", "b"]);
    expect(context.events.at(-1)).toEqual({
      type: "assistant_message",
      text: "ab",
      ext: { raw_message: whole },
    });
  });

  it("of a sub-agent names its parent", async () => {
    await read(assistant({ type: "text", text: "a" }, "t"), piece({ type: "text_delta", text: "b" }, "t"));
    expect(context.of("assistant_message")[0]?.ext).toEqual({ parent_tool_use_id: "t" });
    expect(context.of("assistant_delta")[0]?.ext).toEqual({ parent_tool_use_id: "t" });
  });
});

describe("a message", () => {
  const event = (type: string, members: object, parent: string | null = null) => ({
    type: "stream_event",
    event: { type, ...members },
    parent_tool_use_id: parent,
  });
  const begun = { message: { id: "msg_1", model: "m", usage: { input_tokens: 7, output_tokens: 1 } } };
  const facts = (output_tokens: number) => ({
    ...{ id: "msg_1", model: "m" },
    usage: { input_tokens: 7, output_tokens, cache_read_tokens: 0, cache_write_tokens: 0 },
  });

  it("is named by its first piece, and says at its end what it used", async () => {
    await read(event("message_start", begun), piece({ type: "text_delta", text: "a" }));
    await read(event("message_delta", { usage: { output_tokens: 9 }, delta: { stop_reason: "end_turn" } }));
    expect(context.of("assistant_delta")[0]?.ext).toEqual({ message: facts(1) });
    expect(context.notices).toEqual([{ message_end: { ...facts(9), stopReason: "end_turn" } }]);
  });

  it("whose beginning was not seen has no end", async () => {
    await read(event("message_delta", { usage: { output_tokens: 9 } }), event("message_stop", {}));
    await read(event("message_start", { message: "none" }), event("message_delta", { usage: {} }));
    expect([context.events, context.notices]).toEqual([[], []]);
  });
});

describe("thinking", () => {
  it("is not repeated by the line that completes it", async () => {
    await read(
      piece({ type: "thinking_delta", thinking: "a" }),
      assistant({ type: "thinking", thinking: "a" }),
    );
    expect(context.notices).toEqual([{ thinking: "a" }]);
    await read(assistant({ type: "thinking", thinking: "b" }));
    expect(context.notices).toEqual([{ thinking: "a" }, { thinking: "b" }]);
  });

  it("of sub-agents, which comes as a whole, names the parent", async () => {
    await read(
      piece({ type: "thinking_delta", thinking: "a" }),
      assistant({ type: "thinking", thinking: "b" }, "t"),
    );
    expect(context.notices).toEqual([{ thinking: "a" }, { thinking: "b", parent_tool_use_id: "t" }]);
  });
});

describe("a tool", () => {
  it("that was asked for has its result and effects", async () => {
    await read(toolUse("a", "Bash", { command: "ls" }));
    uses.asked("a");
    await read(toolResult("a", { is_error: true, content: "Exit code 2" }));
    expect(context.of("tool_result")).toEqual([
      { type: "tool_result", tool_name: "Bash", tool_use_id: "a", output: "Exit code 2", is_error: true },
    ]);
    expect(context.of("command_executed").map((event) => event.exit_code)).toEqual([2]);
  });

  it("that failed before it was asked for did not run", async () => {
    await read(toolUse("a", "Bash", { command: "ls" }), toolResult("a", { is_error: true }));
    expect(context.of("tool_call")).toEqual([]);
    expect(context.of("tool_result").map((event) => event.is_error)).toEqual([true]);
    expect(context.of("command_executed")).toEqual([]);
  });

  it("that ran without being asked for is reported as a call", async () => {
    const line = assistant(
      { type: "tool_use", id: "a", name: "MultiEdit", input: { file_path: "/x" } },
      "sub",
    );
    await read(line, toolResult("a"), toolResult("b", { content: undefined }));
    expect(context.of("tool_call")).toEqual([
      {
        type: "tool_call",
        tool_name: "Edit",
        tool_use_id: "a",
        parent_tool_use_id: "sub",
        input: { file_path: "/x" },
        ext: { synthetic: true, native_tool: "MultiEdit" },
      },
      {
        type: "tool_call",
        tool_name: "unknown",
        tool_use_id: "b",
        parent_tool_use_id: null,
        input: {},
        ext: { synthetic: true },
      },
    ]);
    expect(context.of("tool_result").map((event) => event.output)).toEqual(["out", null]);
    expect(context.of("file_changed")).toEqual([{ type: "file_changed", path: "/x", summary: "changed" }]);
  });

  it("with a wrong input is announced with none", async () => {
    await read(toolUse("a", "Read", "text"));
    expect(uses.find("a")).toEqual({ nativeName: "Read", input: {}, parentId: undefined });
  });

  it("that gives the answer is no tool", async () => {
    await read(toolUse("a", "StructuredOutput"), toolResult("a"));
    expect(context.of("tool_call")).toEqual([]);
    expect(context.of("tool_result")).toEqual([]);
  });
});

describe("other lines", () => {
  it("tell of sub-agents and results", async () => {
    const started = { type: "system", subtype: "task_started", task_id: "x", task_type: "local_agent" };
    await read(started);
    expect(subAgents.areWorking).toBe(true);
    await read({ type: "result", subtype: "success" });
    expect(results).toEqual([{ type: "result", subtype: "success" }]);
  });

  it("say which message of ours is taken up", async () => {
    await read({ type: "user", isReplay: true, uuid: "m-1", message: { content: [] } });
    expect(taken).toEqual(["m-1"]);
    expect(context.events).toEqual([]);
  });

  it("make nothing of blocks and pieces that are not known", async () => {
    const redacted = { type: "redacted_thinking", id: "r", name: "Read" };
    await read(assistant(redacted), assistant("text"), toolResult("x", { type: "text", text: "a" }));
    await read({ type: "stream_event", event: { type: "other", delta: { type: "text_delta", text: "a" } } });
    expect(uses.find("r")).toBeUndefined();
    expect(context.events.every((event) => event.type === "assistant_delta" && event.text === "")).toBe(true);
    expect(context.events.length).toBe(3);
  });

  it("that come back make no result a second time", async () => {
    await read(toolUse("a", "Read"), { ...toolResult("a"), isReplay: true, uuid: "m-1" });
    expect(context.of("tool_result")).toEqual([]);
  });

  it("are kept as they are, except those that repeat", async () => {
    const kept = [
      { type: "other", subtype: "status" },
      { type: "system", subtype: "init" },
      { type: "rate_limit_event" },
      { type: "user", message: { content: "a text" } },
      { type: "assistant", message: "none" },
    ];
    const dropped = [
      { type: "stream_event", event: { type: "message_stop", delta: {} } },
      { type: "stream_event", event: null },
      piece({ type: "input_json_delta", partial_json: "{" }),
      { type: "system", subtype: "status" },
      { type: "system", subtype: "thinking_tokens" },
      { type: "system", subtype: "task_progress" },
    ];
    await read(...kept, ...dropped);
    expect(context.events.map((event) => event.ext?.["raw_message"])).toEqual(kept);
  });
});

it("a value that hides its text does not end the reading", async () => {
  const hidden = { toString: 1, valueOf: 1 };
  await read(
    piece({ type: "text_delta", text: hidden }),
    piece({ type: "thinking_delta", thinking: hidden }),
    assistant({ type: "text", text: hidden }),
    assistant({ type: "thinking", thinking: hidden }),
    assistant({ type: "tool_use", id: hidden, name: hidden, input: hidden }),
    { type: "user", message: { content: [{ type: "tool_result", tool_use_id: hidden, content: hidden }] } },
    { type: "user", isReplay: true, uuid: hidden },
  );
  expect(context.of("assistant_message").at(-1)?.text).toContain("[object]");
  expect(taken).toEqual(["[object]"]);
});
