import { describe, expect, it } from "vitest";
import type { AgentEnd } from "../host/agent-process.ts";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { fillIn, runJsonl } from "./jsonl-run.ts";

const exit = (end: Partial<AgentEnd> = {}): AgentEnd => ({ code: 0, signal: null, fault: undefined, ...end });

interface Script {
  readonly lines?: readonly object[];
  readonly end?: AgentEnd;
  readonly arguments?: readonly string[];
}

async function run(script: Script, context = new FakeContext()) {
  const started: { args?: readonly string[]; input?: string | undefined } = {};
  const result = await runJsonl({
    context,
    arguments: script.arguments ?? [],
    start: async (args, onLine) => {
      started.args = args;
      for (const line of script.lines ?? []) await onLine(JSON.stringify(line));
      await onLine("not json");
      return {
        ended: Promise.resolve(script.end ?? exit()),
        end: async () => exit(),
        closeInput: (last) => {
          started.input = last;
        },
      };
    },
  });
  return { result, context, started };
}

const claudeLines = [
  { type: "system", subtype: "init", session_id: "s1" },
  {
    type: "stream_event",
    event: { type: "content_block_delta", delta: { type: "text_delta", text: "I wri" } },
  },
  {
    type: "assistant",
    message: {
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "I write." },
        { type: "tool_use", id: "t1", name: "write_file", input: { file_path: "/w/a" } },
      ],
    },
  },
  { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }] } },
  { type: "user", message: { content: "text" } },
  {
    type: "result",
    is_error: false,
    result: "done",
    total_cost_usd: 0.5,
    usage: { input_tokens: 5, output_tokens: 2, cache_read_input_tokens: 1, cache_creation_input_tokens: -1 },
  },
];

describe("an agent that prints JSON lines", () => {
  it("is understood by the preset for stream-json, unless the work order says otherwise", async () => {
    const { result, context, started } = await run({ lines: claudeLines });
    const usage = { input_tokens: 5, output_tokens: 2, cache_read_tokens: 1, estimated_cost_usd: 0.5 };
    expect(result).toEqual({ session: "s1", usage, usageRaw: usage });
    expect(started.input).toBe("do it");
    expect(context.of("assistant_message")).toEqual([{ type: "assistant_message", text: "I write." }]);
    expect(context.of("tool_call")).toMatchObject([
      {
        tool_name: "Write",
        tool_use_id: "t1",
        input: { file_path: "/w/a" },
        ext: { native_tool: "write_file" },
      },
    ]);
    expect(context.of("tool_result")).toMatchObject([{ tool_name: "Write", output: "ok", is_error: false }]);
    expect(context.notices).toContainEqual({ thinking: "hm" });
    expect(context.events[0]?.ext).toEqual({ raw_message: claudeLines[0] });
  });

  it("is understood by the mapping of its work order", async () => {
    const mapping = {
      prompt: "arguments",
      tools: { sh: "Bash" },
      lines: [
        { when: { kind: "id" }, event: "session", id: "value" },
        { when: { kind: "say" }, event: "text", text: "value", parent: "parent" },
        { when: { kind: "said" }, event: "message", parent: "parent" },
        { when: { kind: "call" }, event: "tool_call", id: "id", name: "tool", input: "in", parent: "parent" },
        {
          when: { kind: "return", ok: false },
          event: "tool_result",
          id: "id",
          output: "out",
          is_error: "bad",
          name: "tool",
        },
        { when: { kind: "count" }, event: "usage", usage: { input_tokens: "n.0" } },
        { when: { kind: "oops" }, event: "error", message: "value" },
      ],
    };
    const context = new FakeContext({ config: { vendor: { jsonl: mapping } } });
    const { result, started } = await run(
      {
        arguments: ["-p", "{prompt}"],
        lines: [
          { kind: "id", value: "s2" },
          { kind: "id", value: 7 },
          { kind: "say", value: "sub", parent: "p1" },
          { kind: "said", parent: "p1" },
          { kind: "say", value: "open" },
          { kind: "call", id: "c1", tool: "sh", in: { command: "ls" }, parent: "p1" },
          { kind: "call", tool: "sh", in: {} },
          { kind: "return", ok: false, id: "c2", out: { code: 1 }, bad: true, tool: "sh" },
          { kind: "return", ok: true, id: "c3", out: "not meant" },
          { kind: "return", ok: false, out: "nobody's" },
          { kind: "count", n: [3] },
          { kind: "oops", value: "broken" },
          { kind: "oops" },
        ],
      },
      context,
    );
    expect(started).toEqual({ args: ["-p", "do it"], input: undefined });
    expect(result).toMatchObject({ session: "s2", usage: { input_tokens: 3 } });
    expect(context.of("assistant_message")).toEqual([
      { type: "assistant_message", text: "sub", ext: { parent_tool_use_id: "p1" } },
      { type: "assistant_message", text: "open" },
    ]);
    expect(context.of("tool_call")).toMatchObject([
      { tool_name: "Bash", tool_use_id: "c1", parent_tool_use_id: "p1", input: { command: "ls" } },
      { tool_name: "Bash", tool_use_id: "c2", ext: { synthetic: true } },
    ]);
    expect(context.of("tool_result")).toMatchObject([
      { tool_name: "Bash", tool_use_id: "c2", output: { code: 1 }, is_error: true },
    ]);
    expect(context.of("error").map(({ message }) => message)).toEqual([
      "broken",
      "the agent reports an error without a message",
    ]);
  });

  it("fails with the message of its result", async () => {
    const failed = { lines: [{ type: "result", is_error: true, result: "no credit" }] };
    await expect(run(failed)).rejects.toThrow("the agent failed: no credit");
    await expect(run({ lines: [{ type: "result", is_error: true }] })).rejects.toThrow("no message");
  });

  it("fails with its exit code, its signal, or the fault of its output", async () => {
    await expect(run({ end: exit({ code: 2 }) })).rejects.toThrow("ended with exit code 2");
    await expect(run({ end: exit({ code: null, signal: "SIGSEGV" }) })).rejects.toThrow("ended with SIGSEGV");
    await expect(run({ end: exit({ fault: new Error("flood") }) })).rejects.toThrow("flood");
  });

  it("reports nothing that it did not say", async () => {
    expect((await run({})).result).toEqual({});
  });

  it("is ended when the run is cancelled", async () => {
    const context = new FakeContext();
    let finish: (end: AgentEnd) => void = () => undefined;
    const ended = new Promise<AgentEnd>((resolve) => {
      finish = resolve;
    });
    const result = runJsonl({
      context,
      arguments: [],
      start: async () => ({
        ended,
        end: async () => {
          finish(exit({ code: null, signal: "SIGINT" }));
          return ended;
        },
        closeInput: () => undefined,
      }),
    });
    await Promise.resolve();
    context.cancel("enough");
    await expect(result).rejects.toThrow("enough");
  });

  it.each([
    ["unknown", 'unknown preset "unknown"; there is: claude'],
    [{ lines: [{ event: "dance" }] }, "is not a mapping of lines"],
    [{ lines: [], more: 1 }, "is not a mapping of lines"],
    ["constructor", "unknown preset"],
  ])("is refused with the mapping %j", async (jsonl, message) => {
    const context = new FakeContext({ config: { vendor: { jsonl } } });
    await expect(run({}, context)).rejects.toThrow(message);
  });
});

describe("the arguments of an agent", () => {
  const values = { prompt: "do {model}", model: "m", session: "" };

  it("get the task, the model and the session", () => {
    expect(fillIn(["-p", "{prompt}", "--model={model}", "{other}"], values)).toEqual([
      "-p",
      "do {model}",
      "--model=m",
      "{other}",
    ]);
  });

  it("are left out if their value is empty", () => {
    expect(fillIn(["--resume={session}", "-x"], values)).toEqual(["-x"]);
  });
});
