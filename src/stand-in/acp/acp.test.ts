import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { counter, event, FakeInput, FakeStarter, LineList, MemoryTable } from "../fixtures/fakes.ts";
import type { ToolAnswer } from "../run-starter.ts";
import { AcpStandIn } from "./acp-stand-in.ts";
import { readServers } from "./mcp-servers.ts";
import { judgeTool } from "./modes.ts";
import { readPrompt } from "./prompt-content.ts";
import { toolCallOf } from "./tool-call.ts";

const text = (words: string) => ({ type: "text", text: words });

function setUp(table = new MemoryTable()) {
  const starter = new FakeStarter();
  const writer = new LineList();
  const input = new FakeInput();
  const stop = new AbortController();
  const setting = { starter, table, writer, version: "9", newId: counter("s"), signal: stop.signal };
  const served = new AcpStandIn(setting).serve(input);
  let count = 0;
  /** Sends a request and resolves with the answer. */
  const ask = async (method: string, params: object = {}) => {
    count += 1;
    const id = `q${count}`;
    input.send({ jsonrpc: "2.0", id, method, params });
    return writer.find((line) => line["id"] === id && line["method"] === undefined);
  };
  const open = async (more: object = {}) => {
    const answer = await ask("session/new", { cwd: "/w", mcpServers: [], ...more });
    return (answer["result"] as { sessionId: string }).sessionId;
  };
  const prompt = (sessionId: string, words = "go") =>
    ask("session/prompt", { sessionId, prompt: [text(words)] });
  const updates = () =>
    writer.lines.flatMap(({ method, params }) =>
      method === "session/update" ? [(params as { update: object }).update] : [],
    );
  return { starter, writer, input, stop, served, ask, open, prompt, updates, table };
}

describe("AcpStandIn", () => {
  it("says what it offers", async () => {
    const { ask } = setUp();
    expect(await ask("initialize", { protocolVersion: 1 })).toEqual({
      jsonrpc: "2.0",
      id: "q1",
      result: {
        protocolVersion: 1,
        agentInfo: { name: "agent-backplane", title: "Agent Backplane on fake", version: "9" },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, audio: false, embeddedContext: true },
          mcpCapabilities: { http: true, sse: false },
          sessionCapabilities: { resume: {}, close: {} },
        },
        authMethods: [],
      },
    });
    expect(await ask("authenticate")).toMatchObject({ result: {} });
    expect(await ask("session/list")).toMatchObject({
      error: { code: -32601, message: "session/list is not offered" },
    });
  });

  it("runs prompts of a session one after another, each continuing the one before", async () => {
    const { starter, open, prompt, updates, table, ask, input, served } = setUp();
    starter.script = () => [
      event({ type: "assistant_delta", ext: { thinking: "hm" } }),
      event({ type: "assistant_delta", text: "he" }),
      event({ type: "assistant_delta", text: "y" }),
      event({ type: "assistant_message", text: "hey" }),
      event({ type: "assistant_message", text: "whole" }),
      event({ type: "assistant_delta", text: "sub", ext: { parent_tool_use_id: "p" } }),
      event({
        type: "assistant_delta",
        ext: {
          plan: [
            { content: "a", status: "completed" },
            { content: "b", status: "x" },
          ],
        },
      }),
      event({ type: "warning", message: "careful" }),
    ];
    const id = await open({
      mcpServers: [{ name: "m", command: "c", args: ["a"], env: [{ name: "k", value: "v" }] }],
    });
    expect(id).toBe("s1");
    expect(await prompt(id, "one")).toMatchObject({ result: { stopReason: "end_turn" } });
    const chunk = (sessionUpdate: string, words: string) => ({ sessionUpdate, content: text(words) });
    expect(updates()).toEqual([
      chunk("agent_thought_chunk", "hm"),
      chunk("agent_message_chunk", "he"),
      chunk("agent_message_chunk", "y"),
      chunk("agent_message_chunk", "whole"),
      {
        sessionUpdate: "plan",
        entries: [
          { content: "a", priority: "medium", status: "completed" },
          { content: "b", priority: "medium", status: "pending" },
        ],
      },
      chunk("agent_thought_chunk", "careful\n"),
    ]);
    await prompt(id, "two");
    const [first, second] = starter.runs.map(({ request }) => request);
    expect(first).toMatchObject({
      task: "one",
      root: "/w",
      resume: undefined,
      mcpServers: { m: { command: "c", args: ["a"], env: { k: "v" } } },
    });
    expect(first!.policy!.require_approval_for!.length).toBeGreaterThan(1);
    expect(second!.resume).toEqual({ runId: "run-1", fork: false });
    expect(table.entries.at(-1)?.turns).toHaveLength(2);
    expect([first!.mayContinue?.(), starter.endedAgents]).toEqual([true, []]);
    expect(await ask("session/close", { sessionId: id })).toMatchObject({ result: {} });
    expect([first!.mayContinue?.(), starter.endedAgents]).toEqual([false, ["run-2"]]);
    expect(await prompt(id)).toMatchObject({ error: { code: -32002 } });
    input.end();
    await served;
  });

  /** A run that asks for a tool, and an editor that picks an option. */
  async function permission(option: string, tool = "Bash", mode?: string, needsPerson = false) {
    const setup = setUp();
    const { starter, writer, input, open, prompt, ask, updates } = setup;
    const answers: ToolAnswer[] = [];
    starter.script = async function* (hooks) {
      const question = { tool, input: { file_path: "/w/a" }, needsPerson };
      const answer = await hooks.approve(question, new AbortController().signal);
      answers.push(answer);
      if ("allow" in answer)
        yield event({ type: "tool_call", tool_name: tool, tool_use_id: "n", input: question.input });
      const result = { tool_name: tool, tool_use_id: "n", output: "allow" in answer ? "ok" : "" };
      yield event({ type: "tool_result", ...result, is_error: "deny" in answer });
    };
    const id = await open();
    if (mode !== undefined) await ask("session/set_mode", { sessionId: id, modeId: mode });
    const reply = (async () => {
      const asked = await writer.find(({ method }) => method === "session/request_permission");
      input.send({
        jsonrpc: "2.0",
        id: asked["id"],
        result: { outcome: { outcome: "selected", optionId: option } },
      });
      return asked["params"] as { toolCall: object; options: object[] };
    })();
    await prompt(id);
    const wasAsked = writer.lines.some(({ method }) => method === "session/request_permission");
    return { ...setup, answers, reply, wasAsked, updates: updates(), id };
  }

  it("asks the editor before a tool runs, and shows the tool from then on", async () => {
    const { answers, reply, updates } = await permission("allow");
    const call = {
      toolCallId: "s2",
      title: "Bash: /w/a",
      kind: "execute",
      status: "pending",
      rawInput: { file_path: "/w/a" },
      locations: [{ path: "/w/a" }],
    };
    expect(await reply).toEqual({
      sessionId: "s1",
      toolCall: call,
      options: [
        { optionId: "allow", name: "Allow", kind: "allow_once" },
        { optionId: "allow-always", name: "Always allow in this session", kind: "allow_always" },
        { optionId: "reject", name: "Reject", kind: "reject_once" },
      ],
    });
    expect(answers).toEqual([{ allow: true }]);
    const content = [{ type: "content", content: text("ok") }];
    expect(updates).toEqual([
      { sessionUpdate: "tool_call", ...call },
      {
        sessionUpdate: "tool_call_update",
        toolCallId: "s2",
        status: "completed",
        content,
        rawOutput: { output: "ok" },
      },
    ]);
  });

  it("a rejected tool fails with the reason", async () => {
    const { answers, updates } = await permission("reject");
    expect(answers).toEqual([{ deny: "the user rejected the tool" }]);
    expect(updates.at(-1)).toMatchObject({
      status: "failed",
      rawOutput: { output: "the user rejected the tool" },
    });
  });

  it("always allows a tool in the session if the user says so", async () => {
    const { answers, prompt, id, writer } = await permission("allow-always");
    await prompt(id);
    expect(answers).toEqual([{ allow: true }, { allow: true }]);
    expect(writer.lines.filter(({ method }) => method === "session/request_permission")).toHaveLength(1);
  });

  it.each([
    ["accept-edits", "Edit", true, false],
    ["accept-edits", "Bash", true, true],
    ["read-only", "Bash", false, false],
    ["auto", "Bash", true, false],
    ["ask", "Read", true, false],
  ])("the mode %s decides on %s", async (mode, tool, isAllowed, isAsked) => {
    const { answers, wasAsked } = await permission("allow", tool, mode);
    expect(["allow" in answers[0]!, wasAsked]).toEqual([isAllowed, isAsked]);
  });

  it("a question of the configuration is always for the user", async () => {
    expect((await permission("allow", "Read", "auto", true)).wasAsked).toBe(true);
  });

  it("asks for nothing in the mode auto, and refuses modes that it does not have", async () => {
    const { starter, ask, open, prompt } = setUp();
    const id = await open();
    expect(await ask("session/set_mode", { sessionId: id, modeId: "auto" })).toMatchObject({ result: {} });
    await prompt(id);
    expect(starter.runs[0]!.request.policy).toEqual({ require_approval_for: [] });
    expect(await ask("session/set_mode", { sessionId: id, modeId: "x" })).toMatchObject({
      error: { code: -32602 },
    });
    expect(["ask", "deny", "allow"]).toContain(judgeTool("ask", "X"));
  });

  it("cancels a prompt, which then ends as cancelled", async () => {
    const { starter, input, open, prompt, updates, writer } = setUp();
    starter.script = async function* (_, run) {
      yield event({ type: "tool_call", tool_name: "Bash", tool_use_id: "n", input: { command: "x" } });
      await run.stopped;
    };
    starter.end = { error: new AbpError("run_cancelled", "") };
    const id = await open();
    const answer = prompt(id);
    await writer.find(({ method }) => method === "session/update");
    expect(await prompt(id)).toMatchObject({ error: { message: "the session is busy with another prompt" } });
    input.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "unknown" } });
    input.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: id } });
    expect(await answer).toMatchObject({ result: { stopReason: "cancelled" } });
    expect(starter.runs[0]!.cancelled).toEqual(["the editor cancelled the prompt"]);
    expect(updates().at(-1)).toMatchObject({
      sessionUpdate: "tool_call_update",
      toolCallId: "n",
      status: "failed",
    });
  });

  it.each([
    ["run_turns_exceeded", { result: { stopReason: "max_turn_requests" } }],
    ["agent_failed", { error: { code: -32603, message: "agent_failed: why (Look.)" } }],
  ] as const)("a run that ends with %s", async (code, answer) => {
    const { starter, open, prompt } = setUp();
    starter.end = { error: new AbpError(code, "why", { advice: "Look." }) };
    expect(await prompt(await open())).toMatchObject(answer);
  });

  it("a run that cannot start is an error answer", async () => {
    const { starter, open, prompt } = setUp();
    starter.failure = new AbpError("agent_not_installed", "no", { advice: "Install." });
    expect(await prompt(await open())).toMatchObject({
      error: { message: "agent_not_installed: no (Install.)" },
    });
  });

  it("repeats an earlier session and goes on, or goes on only", async () => {
    const table = new MemoryTable();
    const turns = [{ run_id: "r1", prompt: "before" }];
    table.entries.push({ session_id: "old", cwd: "/w", backend: "fake", turns });
    const { starter, ask, prompt, updates } = setUp(table);
    starter.traces.set("r1", [event({ type: "assistant_message", text: "said" })]);
    expect(await ask("session/load", { sessionId: "old", cwd: "/w", mcpServers: [] })).toMatchObject({
      result: { modes: { currentModeId: "ask", availableModes: [{ id: "ask" }, {}, {}, { id: "auto" }] } },
    });
    expect(updates()).toEqual([
      { sessionUpdate: "user_message_chunk", content: text("before") },
      { sessionUpdate: "agent_message_chunk", content: text("said") },
    ]);
    await prompt("old");
    expect(starter.runs[0]!.request.resume).toEqual({ runId: "r1", fork: false });
    await ask("session/resume", { sessionId: "old", cwd: "/w" });
    expect(updates()).toHaveLength(2);
    expect(await ask("session/load", { sessionId: "lost", cwd: "/w" })).toMatchObject({
      error: { code: -32002 },
    });
    expect(await ask("session/new")).toMatchObject({ error: { code: -32602, message: "`cwd` is missing" } });
  });

  it("opens at most 100 sessions", async () => {
    const { open, ask } = setUp();
    for (let count = 0; count < 100; count += 1) await open();
    expect(await ask("session/new", { cwd: "/w" })).toMatchObject({
      error: { message: "too many sessions are open" },
    });
  });

  it("ends when it is asked to, and cancels what runs", async () => {
    const { starter, stop, served, open, prompt, writer } = setUp();
    starter.script = async function* (_, run) {
      yield event({ type: "assistant_message", text: "working" });
      await run.stopped;
    };
    void prompt(await open());
    await writer.find(({ method }) => method === "session/update");
    stop.abort();
    await served;
    expect(starter.runs[0]!.cancelled).toHaveLength(1);
  });

  it("shows a result without a call under the agent's id", async () => {
    const { starter, open, prompt, updates } = setUp();
    starter.script = () => [
      event({ type: "tool_result", tool_name: "Grep", tool_use_id: "n1", output: { a: 1 } }),
      event({ type: "tool_result", tool_name: "Odd", tool_use_id: null, output: null }),
      event({ type: "tool_result", tool_name: "Odd", tool_use_id: null, output: [1], is_error: true }),
    ];
    await prompt(await open());
    const begun = (toolCallId: string, more: object) => ({
      ...{ sessionUpdate: "tool_call", toolCallId, status: "in_progress", ...more },
    });
    const ended = (toolCallId: string, content: string, rawOutput: object, status = "completed") => ({
      ...{ sessionUpdate: "tool_call_update", toolCallId, status, rawOutput },
      content: [{ type: "content", content: text(content) }],
    });
    expect(updates()).toMatchObject([
      begun("n1", { title: "Grep", kind: "search" }),
      ended("n1", '{"a":1}', { a: 1 }),
      begun("Odd", { kind: "other" }),
      ended("Odd", "null", { output: null }),
      begun("Odd", { kind: "other" }),
      ended("Odd", "[1]", { output: [1] }, "failed"),
    ]);
  });
});

describe("readPrompt", () => {
  it("reads texts, images, links and embedded texts", () => {
    const blocks = [
      text("a"),
      { type: "image", data: "AA==", mimeType: "image/png" },
      { type: "resource_link", uri: "file:///x", name: "x" },
      { type: "resource", resource: { uri: "file:///y", text: "inside" } },
      { type: "resource", resource: { text: "more" } },
    ];
    expect(readPrompt(blocks)).toEqual({
      text: "a\n\n@file:///x",
      images: [{ data: "AA==", media_type: "image/png" }],
      resources: [
        { name: "file:///y", content: "inside" },
        { name: "resource", content: "more" },
      ],
    });
  });

  it.each([
    [undefined, "`prompt` is not a list"],
    [[{ type: "audio", data: "" }], 'content of type "audio" is not offered'],
    [[{ type: "image", data: "AA==" }], 'content of type "image" is not offered'],
    [[{ type: "resource", resource: { blob: "" } }], 'content of type "resource" is not offered'],
    [[{ type: "text" }], 'content of type "text" is not offered'],
  ])("refuses %j", (blocks, message) => {
    expect(() => readPrompt(blocks)).toThrow(message);
  });
});

describe("toolCallOf", () => {
  it.each([
    ["Bash", { command: "ls" }, "Bash: ls", "execute"],
    ["WebFetch", { url: "http://x" }, "WebFetch: http://x", "fetch"],
    ["Glob", { pattern: "*" }, "Glob: *", "search"],
    ["toString", null, "toString", "other"],
  ])("shows %s by what it is about", (name, input, title, kind) => {
    expect(toolCallOf({ id: "1", name, input }, "pending")).toMatchObject({ toolCallId: "1", title, kind });
  });
});

describe("readServers", () => {
  it("reads programs and addresses, and refuses other transports", () => {
    const http = { type: "http", name: "h", url: "http://x", headers: [{ name: "a", value: "b" }] };
    expect(readServers([{ name: "p", command: "c" }, http, 1])).toEqual({
      p: { command: "c", args: [], env: {} },
      h: { url: "http://x", headers: { a: "b" } },
    });
    expect(readServers(undefined)).toEqual({});
    const hidden = { toString: 1, valueOf: 1 };
    const env = [{ name: "A", value: hidden }];
    expect(readServers([{ name: "p", command: "c", args: [hidden], env }])).toEqual({
      p: { command: "c", args: ["[object]"], env: { A: "[object]" } },
    });
    expect(() => readServers([{ ...http, type: "sse" }])).toThrow(
      'the MCP server "h" is neither stdio nor http',
    );
  });
});
