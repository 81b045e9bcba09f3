import { describe, expect, it } from "vitest";
import { AbpError, type Usage } from "../../../contract/index.ts";
import { completed, counter, event, LineList } from "../../fixtures/fakes.ts";
import { AnnouncedTools } from "../../tools/announced-tools.ts";
import { messageUsage } from "./claude-usage.ts";
import { initLine } from "./init-line.ts";
import { MessageWriter } from "./message-writer.ts";
import { claudeOutput } from "./output-format.ts";
import { failureLine, resultLine } from "./result-line.ts";
import { SessionLines } from "./session-lines.ts";
import { readContent } from "./user-content.ts";

function setUp(hasPartialMessages = false, spent?: () => Usage | undefined) {
  const list = new LineList();
  const lines = new SessionLines(list, "s", counter("u"));
  const tools = new AnnouncedTools(counter("t"));
  const newId = counter("msg");
  const writer = new MessageWriter({ lines, tools, model: "m", hasPartialMessages, newId, spent });
  /** Lines without their envelope. */
  const short = () =>
    list.lines.map(({ type, subtype, message, event: piece, parent_tool_use_id, ...rest }) => {
      if (type === "stream_event") return piece;
      if (type === "system")
        return { subtype, message, ...("entries" in rest ? { entries: rest["entries"] } : {}) };
      const { id, content } = message as { id?: string; content: unknown };
      return { type, id, content, parent: parent_tool_use_id };
    });
  return { list, tools, writer, short };
}

const block = (type: string, id: string | undefined, content: object, parent: string | null = null) => ({
  type,
  id,
  content: [content],
  parent,
});

describe("MessageWriter", () => {
  it("writes whole messages with the envelope of Claude Code", async () => {
    const { writer, list } = setUp();
    await writer.event(event({ type: "assistant_message", text: "hi" }));
    expect(list.lines).toEqual([
      {
        type: "assistant",
        message: {
          id: "msg1",
          type: "message",
          role: "assistant",
          model: "m",
          content: [{ type: "text", text: "hi" }],
          stop_reason: null,
          stop_sequence: null,
          usage: messageUsage({}),
        },
        parent_tool_use_id: null,
        session_id: "s",
        uuid: "u1",
      },
    ]);
    expect(writer.lastText).toBe("hi");
  });

  it("joins a thought, and puts it before the text of the same message", async () => {
    const { writer, short } = setUp();
    await writer.event(event({ type: "assistant_delta", ext: { thinking: "a" } }));
    await writer.event(event({ type: "assistant_delta", ext: { thinking: "b" } }));
    await writer.event(event({ type: "assistant_delta", text: "he" }));
    await writer.event(event({ type: "assistant_message", text: "hey" }));
    await writer.event(event({ type: "assistant_message", text: "next" }));
    expect(short()).toEqual([
      block("assistant", "msg1", { type: "thinking", thinking: "ab", signature: "" }),
      block("assistant", "msg1", { type: "text", text: "hey" }),
      block("assistant", "msg2", { type: "text", text: "next" }),
    ]);
  });

  it("ends a thought when a whole text follows at once", async () => {
    const { writer, short } = setUp();
    await writer.event(event({ type: "assistant_delta", ext: { thinking: "a" } }));
    await writer.event(event({ type: "assistant_message", text: "x" }));
    await writer.event(event({ type: "assistant_delta", ext: { thinking: "b" } }));
    await writer.event(event({ type: "tool_call", tool_name: "Read", tool_use_id: "n" }));
    const kinds = (short() as { content: { type: string }[] }[]).map(({ content }) => content[0]!.type);
    expect(kinds).toEqual(["thinking", "text", "thinking", "tool_use"]);
  });

  const facts = (id: string, input_tokens: number) => ({ id, model: "n", usage: { input_tokens } });
  const tool = (id: string) => event({ type: "tool_call", tool_name: "Read", tool_use_id: id });
  const starts = (list: LineList) =>
    list.lines.flatMap(({ type, event: piece, message }) => {
      const { type: kind, message: begun, usage } = (piece ?? {}) as Record<string, never>;
      if (type === "assistant") return [headOf(message as never)];
      if (kind === "message_start") return [["start", ...headOf(begun!)]];
      return kind === "message_delta" ? [["end", (usage as unknown as Usage).output_tokens]] : [];
    });
  const headOf = ({ id, usage }: { id: string; usage: { input_tokens: number } }) => [id, usage.input_tokens];

  it("keeps the lines of a message together that the agent names, with its usage and its end", async () => {
    const { writer, list } = setUp(true);
    const end = { ...facts("a", 7), usage: { output_tokens: 9 }, stopReason: "tool_use" };
    const parent_tool_use_id = "other";
    await writer.event(event({ type: "assistant_delta", text: "x", ext: { message: facts("a", 7) } }));
    await writer.event(event({ type: "assistant_message", text: "x", ext: { message: facts("a", 7) } }));
    await writer.event(
      event({ type: "assistant_message", text: "s", ext: { message: facts("s", 3), parent_tool_use_id } }),
    );
    await writer.event(event({ type: "assistant_delta", ext: { message_end: end } }));
    await writer.event(tool("n1"));
    await writer.event(tool("n2"));
    await writer.event(event({ type: "tool_result", tool_name: "Read", tool_use_id: "n1" }));
    await writer.event(event({ type: "assistant_message", text: "y", ext: { message: facts("b", 8) } }));
    await writer.event(event({ type: "assistant_message", text: "z", ext: { message: facts("c", 9) } }));
    expect(starts(list)).toEqual([
      ["start", "a", 7],
      ["a", 7],
      ["s", 3],
      ["a", 7],
      ["a", 7],
      ["end", 9],
      ["b", 8],
      ["c", 9],
    ]);
  });

  it("goes on with a message when another one ends", async () => {
    const { writer, list } = setUp(true);
    const end = (id: string) => ({ ...facts(id, 7), usage: { output_tokens: 9 }, stopReason: "end_turn" });
    const message = facts("a", 7);
    await writer.event(event({ type: "assistant_delta", text: "x", ext: { message } }));
    await writer.event(event({ type: "assistant_delta", ext: { message_end: end("other") } }));
    await writer.event(event({ type: "assistant_delta", text: "y", ext: { message } }));
    await writer.event(event({ type: "assistant_delta", ext: { message_end: end("a") } }));
    await writer.event(event({ type: "assistant_delta", text: "z", ext: { message: facts("b", 8) } }));
    expect(starts(list)).toEqual([
      ["start", "a", 7],
      ["end", 9],
      ["start", "b", 8],
    ]);
  });

  it("gives a message that the agent does not name what was metered since the one before it", async () => {
    let spent: Usage | undefined;
    const { writer, list } = setUp(true, () => spent);
    await writer.event(event({ type: "assistant_delta", text: "x" }));
    spent = { ...completed.usage, input_tokens: 30, output_tokens: 6, cache_read_tokens: 10 };
    await writer.event(event({ type: "assistant_message", text: "x" }));
    await writer.event(tool("n1"));
    spent = { ...spent, input_tokens: 75 };
    await writer.event(event({ type: "assistant_message", text: "y" }));
    expect(starts(list)).toEqual([
      ["start", "msg1", 0],
      ["msg1", 18],
      ["end", 6],
      ["start", "msg2", 0],
      ["msg2", 0],
      ["end", 0],
      ["msg3", 45],
    ]);
  });

  it("links tools with their results and sub-agents with their parents", async () => {
    const { writer, short, list } = setUp();
    await writer.event(event({ type: "tool_call", tool_name: "Task", tool_use_id: "n1", input: { a: 1 } }));
    await writer.event(
      event({
        type: "tool_call",
        tool_name: "Read",
        tool_use_id: "n2",
        parent_tool_use_id: "n1",
        input: null,
      }),
    );
    await writer.event(event({ type: "assistant_delta", text: "x", ext: { parent_tool_use_id: "n1" } }));
    await writer.event(event({ type: "assistant_message", text: "sub", ext: { parent_tool_use_id: "n1" } }));
    await writer.event(
      event({ type: "tool_result", tool_name: "Read", tool_use_id: "n2", output: { lines: 3 } }),
    );
    await writer.event(
      event({ type: "tool_result", tool_name: "Task", tool_use_id: "n1", output: "bad", is_error: true }),
    );
    expect(short()).toEqual([
      block("assistant", "msg1", { type: "tool_use", id: "n1", name: "Task", input: { a: 1 } }),
      block("assistant", "msg2", { type: "tool_use", id: "n2", name: "Read", input: {} }, "n1"),
      block("assistant", "msg3", { type: "text", text: "sub" }, "n1"),
      block("user", undefined, { type: "tool_result", tool_use_id: "n2", content: '{"lines":3}' }),
      block("user", undefined, { type: "tool_result", tool_use_id: "n1", content: "bad", is_error: true }),
    ]);
    expect(list.lines[3]).toMatchObject({ tool_use_result: { lines: 3 } });
    expect([writer.lastText, writer.toolCalls]).toEqual(["", 2]);
  });

  it("makes up the call of a result that has none, and the result of a call that has none", async () => {
    const { writer, short } = setUp();
    await writer.event(
      event({ type: "tool_result", tool_name: "Bash", tool_use_id: "n1", output: "denied", is_error: true }),
    );
    await writer.event(event({ type: "tool_result", tool_name: "Bash", tool_use_id: null, output: null }));
    await writer.event(event({ type: "tool_call", tool_name: "Edit", tool_use_id: "n3" }));
    await writer.event(event({ type: "assistant_delta", ext: { thinking: "hm" } }));
    await writer.end();
    expect(short()).toEqual([
      block("assistant", "msg1", { type: "tool_use", id: "n1", name: "Bash", input: {} }),
      block("user", undefined, { type: "tool_result", tool_use_id: "n1", content: "denied", is_error: true }),
      block("assistant", "msg3", { type: "tool_use", id: "msg2", name: "Bash", input: {} }),
      block("user", undefined, { type: "tool_result", tool_use_id: "msg2", content: "null" }),
      block("assistant", "msg4", { type: "tool_use", id: "n3", name: "Edit", input: {} }),
      block("assistant", "msg5", { type: "thinking", thinking: "hm", signature: "" }),
      block("user", undefined, {
        type: "tool_result",
        tool_use_id: "n3",
        content: "The tool has no result.",
        is_error: true,
      }),
    ]);
  });

  it("shows warnings, errors and plans, and nothing for other events", async () => {
    const { writer, short } = setUp();
    await writer.event(event({ type: "warning", message: "careful" }));
    await writer.event(event({ type: "error", message: "broken" }));
    await writer.event(
      event({ type: "assistant_delta", ext: { plan: [{ content: "a", status: "pending" }] } }),
    );
    await writer.event(event({ type: "run_started" }));
    await writer.event(event({ type: "assistant_delta", ext: { usage: {} } }));
    expect(short()).toEqual([
      { subtype: "abp_notice", message: "careful" },
      { subtype: "abp_notice", message: "broken" },
      { subtype: "abp_plan", message: undefined, entries: [{ content: "a", status: "pending" }] },
    ]);
  });

  it("writes pieces as events of the Messages API if they are asked for", async () => {
    const { writer, short } = setUp(true);
    await writer.event(event({ type: "assistant_delta", ext: { thinking: "a" } }));
    await writer.event(event({ type: "assistant_delta", text: "b" }));
    await writer.event(event({ type: "assistant_delta", text: "c" }));
    await writer.event(event({ type: "assistant_message", text: "bc" }));
    await writer.event(
      event({ type: "tool_call", tool_name: "Bash", tool_use_id: "n", input: { command: "x" } }),
    );
    const stop = (stop_reason: string) => [
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 0 } },
      { type: "message_stop" },
    ];
    expect(short()).toMatchObject([
      { type: "message_start", message: { id: "msg1", model: "m", content: [] } },
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "thinking", thinking: "", signature: "" },
      },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "a" } },
      block("assistant", "msg1", { type: "thinking", thinking: "a" }),
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "b" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "c" } },
      block("assistant", "msg1", { type: "text", text: "bc" }),
      { type: "content_block_stop", index: 1 },
      ...stop("end_turn"),
      { type: "message_start", message: { id: "msg2" } },
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "n", name: "Bash", input: {} },
      },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{"command":"x"}' },
      },
      block("assistant", "msg2", { type: "tool_use", id: "n" }),
      { type: "content_block_stop", index: 0 },
      ...stop("tool_use"),
    ]);
  });
});

describe("resultLine", () => {
  const totals = { costUsd: 0.25, models: completed.models };
  const facts = { text: "done", toolCalls: 4, denials: [], wantsStructuredOutput: false, totals };

  it("states the end of a run in the members of Claude Code", () => {
    expect(resultLine(completed, facts)).toEqual({
      type: "result",
      subtype: "success",
      is_error: false,
      duration_ms: 1200,
      duration_api_ms: 1200,
      num_turns: 2,
      stop_reason: null,
      total_cost_usd: 0.25,
      usage: {
        input_tokens: 5,
        cache_creation_input_tokens: 2,
        cache_read_input_tokens: 3,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 5,
        service_tier: "standard",
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        inference_geo: "",
        iterations: [],
        speed: "standard",
      },
      modelUsage: {
        "m-1": {
          inputTokens: 5,
          outputTokens: 5,
          cacheReadInputTokens: 3,
          cacheCreationInputTokens: 2,
          webSearchRequests: 0,
          costUSD: 0.25,
          contextWindow: 1000,
          maxOutputTokens: 0,
        },
      },
      permission_denials: [],
      result: "done",
    });
  });

  it("has zeros if nothing is known", () => {
    const usage = {
      input_tokens: null,
      output_tokens: null,
      cache_read_tokens: null,
      cache_write_tokens: null,
      request_units: null,
      estimated_cost_usd: null,
    };
    const line = resultLine(
      { ...completed, usage, costUsd: null, modelCalls: undefined, models: [] },
      { ...facts, totals: { costUsd: 0, models: [{ name: "a", usage }] } },
    );
    expect(line).toMatchObject({
      num_turns: 5,
      total_cost_usd: 0,
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
      modelUsage: { a: { inputTokens: 0, outputTokens: 0, cacheReadInputTokens: 0, costUSD: 0 } },
    });
    expect(resultLine({ ...completed, models: [] }, facts)).toMatchObject({ modelUsage: {} });
  });

  it.each([
    ["run_turns_exceeded", "error_max_turns"],
    ["run_budget_exceeded", "error_max_budget_usd"],
    ["agent_failed", "error_during_execution"],
  ] as const)("%s is %s", (code, subtype) => {
    const line = resultLine({ ...completed, error: new AbpError(code, "why", { advice: "Look." }) }, facts);
    expect(line).toMatchObject({ subtype, is_error: true, errors: [`${code}: why (Look.)`], num_turns: 2 });
    expect(line).not.toHaveProperty("result");
  });

  it("says what was denied if the agent ended without a word", () => {
    const denials = ["Bash", "Bash", "Edit"].map((tool_name) => ({
      tool_name,
      tool_use_id: "t",
      tool_input: {},
    }));
    const words = "The agent ended without a message after a tool was denied: Bash, Edit.";
    expect(resultLine(completed, { ...facts, text: "", denials })).toMatchObject({ result: words });
    expect(resultLine(completed, { ...facts, denials })).toMatchObject({ result: "done" });
    expect(resultLine(completed, { ...facts, text: "" })).toMatchObject({ result: "" });
  });

  it("a missing answer to a schema is an error", () => {
    const wants = { ...facts, wantsStructuredOutput: true };
    expect(resultLine(completed, wants)).toMatchObject({
      subtype: "error_max_structured_output_retries",
      is_error: true,
      errors: ["the agent gave no answer that satisfies the schema"],
    });
    expect(resultLine({ ...completed, structuredOutput: null }, wants)).toMatchObject({
      structured_output: null,
    });
    expect(resultLine(completed, facts)).not.toHaveProperty("structured_output");
  });

  it("a turn that could not begin has an error and nothing else", () => {
    expect(failureLine("no")).toMatchObject({
      type: "result",
      subtype: "error_during_execution",
      is_error: true,
      errors: ["no"],
      num_turns: 0,
      modelUsage: {},
      permission_denials: [],
    });
  });
});

describe("initLine", () => {
  it("lists the tools that are left", () => {
    const facts = { cwd: "/w", model: "m", mode: "plan", mcpServers: ["a"] } as const;
    const all = ["Read", "Write", "Edit", "Bash", "Glob", "Grep", "WebFetch", "WebSearch"];
    expect(initLine({ ...facts, options: { offered: undefined, denied: ["Bash"] } })).toMatchObject({
      type: "system",
      subtype: "init",
      cwd: "/w",
      tools: all.filter((tool) => tool !== "Bash"),
      mcp_servers: [{ name: "a", status: "pending" }],
      model: "m",
      permissionMode: "plan",
      claude_code_version: expect.stringMatching(/^2\./),
      apiKeySource: "none",
    });
    expect(initLine({ ...facts, options: { offered: [], denied: [] } })).toMatchObject({ tools: [] });
  });
});

describe("claudeOutput", () => {
  const write = (format: "text" | "json" | "stream-json", ...lines: object[]) => {
    const written: string[] = [];
    const output = { writeOut: (text: string) => void written.push(text), drained: () => undefined };
    const writer = claudeOutput(format, output);
    for (const line of lines) void writer.write(line);
    return written.join("");
  };
  const lines = [{ type: "assistant" }, { type: "result", result: "done" }];

  it("writes all lines, only the result, or only its text", () => {
    expect(write("stream-json", ...lines)).toBe('{"type":"assistant"}\n{"type":"result","result":"done"}\n');
    expect(write("json", ...lines)).toBe('{"type":"result","result":"done"}\n');
    expect(write("text", ...lines)).toBe("done\n");
    expect(write("text", { type: "result", errors: ["a", "b"] })).toBe("a\nb\n");
    expect(write("text", { type: "result" })).toBe("\n");
  });
});

describe("readContent", () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };

  it("reads a text, and texts and images of blocks", () => {
    expect(readContent("x")).toEqual({ text: "x", images: [] });
    expect(readContent([{ type: "text", text: "a" }, image, { type: "text", text: "b" }])).toEqual({
      text: "a\n\nb",
      images: [{ media_type: "image/png", data: "AA==" }],
    });
  });

  it.each([
    [[{ type: "document" }]],
    [[{ type: "text" }]],
    [[{ type: "image", source: { type: "url", url: "http://x" } }]],
    [[{ type: "image", source: { data: "AA==" } }]],
    [[{ type: "image", source: { media_type: "image/png" } }]],
    [["x"]],
    [undefined],
  ])("refuses %j", (content) => {
    expect(() => readContent(content as never)).toThrow("text and images in base64 only");
  });
});
