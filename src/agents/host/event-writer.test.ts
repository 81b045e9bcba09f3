import { beforeEach, describe, expect, it } from "vitest";
import { EventWriter } from "./event-writer.ts";
import { FakeContext } from "./fixtures/fake-context.ts";

let context: FakeContext;
let writer: EventWriter;

beforeEach(() => {
  context = new FakeContext();
  writer = new EventWriter(context);
});

const call = { id: "1", name: "Bash", nativeName: "shell", input: { command: "ls" } };

describe("a message", () => {
  it("comes in pieces and then as a whole", async () => {
    await writer.text("a");
    await writer.text("");
    await writer.text("b");
    await writer.message();
    await writer.message();
    expect(context.events).toEqual([
      { type: "assistant_delta", text: "a" },
      { type: "assistant_delta", text: "b" },
      { type: "assistant_message", text: "ab" },
    ]);
  });

  it("has the text that the agent gives, and the next one begins anew", async () => {
    await writer.text("a");
    await writer.message("whole");
    await writer.text("b");
    await writer.message();
    expect(context.of("assistant_message").map((event) => event.text)).toEqual(["whole", "b"]);
  });

  it("is kept apart for each sub-agent", async () => {
    await writer.text("a");
    await writer.text("b", "sub");
    await writer.message(undefined, "sub");
    await writer.message();
    expect(context.events.slice(1)).toEqual([
      { type: "assistant_delta", text: "b", ext: { parent_tool_use_id: "sub" } },
      { type: "assistant_message", text: "b", ext: { parent_tool_use_id: "sub" } },
      { type: "assistant_message", text: "a" },
    ]);
  });
});

describe("what has no type of its own", () => {
  it("is an event without text", async () => {
    await writer.thinking("hm");
    await writer.thinking("");
    await writer.thinking("so", "sub");
    await writer.plan([{ content: "one", status: "pending" }]);
    await writer.usage({ input_tokens: 1 });
    expect(context.events).toEqual([
      { type: "assistant_delta", text: "", ext: { thinking: "hm" } },
      { type: "assistant_delta", text: "", ext: { thinking: "so", parent_tool_use_id: "sub" } },
      { type: "assistant_delta", text: "", ext: { plan: [{ content: "one", status: "pending" }] } },
      { type: "assistant_delta", text: "", ext: { usage: { input_tokens: 1 } } },
    ]);
  });
});

describe("a tool", () => {
  it("has one call and one result", async () => {
    await writer.toolCall({ ...call, parentId: "sub" });
    await writer.toolCall(call);
    expect(await writer.toolResult({ id: "1", output: "out", isError: false })).toBe(true);
    expect(await writer.toolResult({ id: "1", output: "again", isError: true })).toBe(false);
    expect(context.events).toEqual([
      {
        type: "tool_call",
        tool_name: "Bash",
        tool_use_id: "1",
        parent_tool_use_id: "sub",
        input: { command: "ls" },
        ext: { native_tool: "shell" },
      },
      { type: "tool_result", tool_name: "Bash", tool_use_id: "1", output: "out", is_error: false },
    ]);
    expect(writer.toolCalls).toBe(1);
    expect(writer.denials).toBe(0);
  });

  it("does not repeat a name that is the contract's own", async () => {
    await writer.toolCall({ ...call, nativeName: "Bash" });
    expect(context.events[0]).not.toHaveProperty("ext");
    expect(context.of("tool_call")[0]?.parent_tool_use_id).toBeNull();
  });

  it("gets a synthetic call if only its result came", async () => {
    const { id, ...made } = call;
    await writer.toolResult({ id, output: null, isError: false }, made);
    await writer.toolResult({ id: "2", output: null, isError: true, name: "Read" });
    await writer.toolResult({ id: "3", output: null, isError: true });
    expect(context.of("tool_call").map((event) => [event.tool_name, event.input, event.ext])).toEqual([
      ["Bash", { command: "ls" }, { synthetic: true, native_tool: "shell" }],
      ["Read", null, { synthetic: true }],
      ["unknown", null, { synthetic: true }],
    ]);
    expect(context.of("tool_result").map((event) => [event.tool_name, event.is_error])).toEqual([
      ["Bash", false],
      ["Read", true],
      ["unknown", true],
    ]);
  });

  it("that was denied has a warning and a failed result, and no call", async () => {
    await writer.toolDenied(call, "not here");
    expect(await writer.toolResult({ id: "1", output: "no", isError: false })).toBe(false);
    expect(context.events).toEqual([
      { type: "warning", message: "tool denied: not here (Bash)" },
      {
        type: "tool_result",
        tool_name: "Bash",
        tool_use_id: "1",
        output: "not here",
        is_error: true,
        ext: { denied: "not here" },
      },
    ]);
    expect(writer.hasCalled("1")).toBe(false);
    expect(writer.denials).toBe(1);
    expect(writer.toolCalls).toBe(0);
  });

  it("that failed before it ran has a result, and no call", async () => {
    writer.toolNotRun(call);
    expect(await writer.toolResult({ id: "1", output: "bad input", isError: true })).toBe(false);
    expect(context.events.map((event) => event.type)).toEqual(["tool_result"]);
    expect(context.events[0]?.ext).toBeUndefined();
    expect(writer.denials).toBe(0);
  });

  it("keeps inputs and outputs within the size of an event", async () => {
    const large = "x".repeat(3 * 1024 * 1024);
    await writer.toolCall({ ...call, input: { large } });
    await writer.toolResult({ id: "1", output: large, isError: false });
    for (const event of context.events) expect(JSON.stringify(event).length).toBeLessThan(2.2 * 1024 * 1024);
  });
});

describe("effects", () => {
  it("are reported as they are, with a preview of 2000 characters", async () => {
    await writer.fileChanged("a.txt", "created");
    await writer.commandExecuted("ls", 0, "y".repeat(2001));
    await writer.commandExecuted("ls", null, null);
    await writer.warning("careful");
    await writer.error("broken");
    expect(context.events).toEqual([
      { type: "file_changed", path: "a.txt", summary: "created" },
      { type: "command_executed", command: "ls", exit_code: 0, output_preview: "y".repeat(2000) },
      { type: "command_executed", command: "ls", exit_code: null, output_preview: null },
      { type: "warning", message: "careful" },
      { type: "error", message: "broken" },
    ]);
  });
});

describe("the line of an agent", () => {
  const raw = { type: "line" };

  it("goes along with the first event made from it", async () => {
    await writer.line(raw, 10, async () => {
      await writer.text("a");
      await writer.text("b");
    });
    expect(context.events.map((event) => event.ext)).toEqual([{ raw_message: raw }, undefined]);
  });

  it("has an event of its own if it makes none, unless it is bookkeeping", async () => {
    await writer.line(raw, 10, () => undefined);
    await writer.line(raw, 10, () => undefined, true);
    await writer.text("later");
    expect(context.events).toEqual([
      { type: "assistant_delta", text: "", ext: { raw_message: raw } },
      { type: "assistant_delta", text: "later" },
    ]);
  });

  it("is left out if it is long", async () => {
    await writer.line(raw, 256 * 1024, () => undefined);
    await writer.line(raw, 256 * 1024 + 1, () => undefined);
    expect(context.events.map((event) => event.ext)).toEqual([
      { raw_message: raw },
      { raw_characters_left_out: 256 * 1024 + 1 },
    ]);
  });

  it("waits for the line before it", async () => {
    let finish: () => void = () => undefined;
    const first = writer.line({ n: 1 }, 1, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      await writer.text("one");
    });
    const second = writer.line({ n: 2 }, 1, () => writer.text("two"));
    await Promise.resolve();
    finish();
    await Promise.all([first, second]);
    expect(context.events.map((event) => event.ext)).toEqual([
      { raw_message: { n: 1 } },
      { raw_message: { n: 2 } },
    ]);
  });

  it("that fails rejects, and does not leave its raw form to the next event", async () => {
    const failing = writer.line(raw, 1, () => {
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    await writer.line({ n: 2 }, 1, () => writer.text("a"));
    expect(context.events).toEqual([{ type: "assistant_delta", text: "a", ext: { raw_message: { n: 2 } } }]);
  });
});
