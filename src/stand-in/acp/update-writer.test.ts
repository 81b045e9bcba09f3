import { describe, expect, it } from "vitest";
import { counter, event } from "../fixtures/fakes.ts";
import { AnnouncedTools } from "../tools/announced-tools.ts";
import { UpdateWriter } from "./update-writer.ts";

type Given = Parameters<typeof event>[0];

function open() {
  const updates: object[] = [];
  const tools = new AnnouncedTools(counter("new-"));
  const writer = new UpdateWriter((update) => void updates.push(update), tools);
  return { updates, tools, writer };
}

function write(...given: Given[]): object[] {
  const { updates, writer } = open();
  for (const one of given) writer.event(event(one));
  writer.end();
  return updates;
}

const message = (text: string) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
const thought = (text: string) => ({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });
const delta = (text: string, ext?: object) => ({ type: "assistant_delta", text, ext }) as Given;
const call = (id: string | null, more: object = {}) =>
  ({ type: "tool_call", tool_name: "T", tool_use_id: id, input: { a: 1 }, ...more }) as Given;
const result = (id: string | null, more: object = {}) =>
  ({ type: "tool_result", tool_name: "T", tool_use_id: id, output: "out", ...more }) as Given;
const shown = (toolCallId: string, rawInput: object = { a: 1 }, status = "in_progress") => ({
  ...{ sessionUpdate: "tool_call", toolCallId, title: "T", kind: "other" },
  ...{ status, rawInput },
});
const ended = (
  toolCallId: string,
  text = "out",
  status = "completed",
  rawOutput: object = { output: text },
) => ({
  ...{ sessionUpdate: "tool_call_update", toolCallId, status },
  ...{ content: [{ type: "content", content: { type: "text", text } }], rawOutput },
});

describe("the updates of a session", () => {
  it("are messages, and thoughts for warnings and errors", () => {
    expect(
      write(
        { type: "assistant_message", text: "a" },
        { type: "warning", message: "w" },
        { type: "error", message: "e" },
        { type: "run_started" } as Given,
      ),
    ).toEqual([message("a"), thought("w\n"), thought("e\n")]);
  });

  it("are the pieces of a message, which is not repeated as a whole", () => {
    const whole = (text: string): Given => ({ type: "assistant_message", text });
    expect(write(delta("a"), delta("b"), whole("ab"), whole("c"))).toEqual([
      message("a"),
      message("b"),
      message("c"),
    ]);
    expect(write(delta(""), whole("c"))).toEqual([message("c")]);
    expect(write(delta("sub", { parent_tool_use_id: "p" }), whole("c"))).toEqual([message("c")]);
    // Pieces before a tool are of another message.
    expect(write(delta("a"), call("t"), whole("b"))).toEqual([
      message("a"),
      shown("t"),
      message("b"),
      ended("t", "", "failed"),
    ]);
  });

  it("are thoughts and plans of a delta", () => {
    const plan = [
      { content: "a", status: "completed" },
      { content: "b", status: "in_progress" },
      { content: 1, status: "done" },
      "no entry",
    ];
    expect(
      write(delta("", { thinking: "t" }), delta("", { thinking: 1, plan: "none" }), delta("x", { plan })),
    ).toEqual([
      thought("t"),
      {
        sessionUpdate: "plan",
        entries: [
          { content: "a", priority: "medium", status: "completed" },
          { content: "b", priority: "medium", status: "in_progress" },
          { content: "1", priority: "medium", status: "pending" },
        ],
      },
      message("x"),
    ]);
  });

  it("are tools with their results", () => {
    expect(
      write(call("t"), result("t", { is_error: true }), call(null), result(null, { output: { x: 1 } })),
    ).toEqual([
      shown("t"),
      ended("t", "out", "failed"),
      shown("new-1"),
      ended("new-1", '{"x":1}', "completed", { x: 1 }),
    ]);
    expect(write(call("t"), result("t", { output: [1] }))[1]).toEqual(
      ended("t", "[1]", "completed", { output: [1] }),
    );
  });

  it("announce a result without a call, by its id or its name", () => {
    expect(write(result("t"), result(null))).toEqual([
      shown("t", {}),
      ended("t"),
      shown("T", {}),
      ended("T"),
    ]);
  });

  it("show a tool that is asked for once, and its denial unless the result has words", () => {
    const { updates, tools, writer } = open();
    const asked = tools.ask("T", { a: 1 });
    const { sessionUpdate: _, ...pending } = shown("new-1", { a: 1 }, "pending");
    expect(writer.ask(asked)).toEqual(pending);
    writer.event(event(call("t")));
    writer.event(event(result("t", { output: "" })));
    expect(updates).toEqual([shown("new-1", { a: 1 }, "pending"), ended("new-1", "")]);
    for (const output of ["", "words"]) {
      updates.length = 0;
      const denied = tools.ask("T", {});
      tools.deny(denied.id, "not allowed");
      writer.event(event(result(null, { output, is_error: true })));
      expect(updates).toEqual([ended(denied.id, output || "not allowed", "failed")]);
    }
  });
});
