import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { AbpError } from "../../contract/index.ts";
import { counter, event, FakeInput, FakeStarter, LineList, MemoryTable } from "../fixtures/fakes.ts";
import type { ToolAnswer } from "../run-starter.ts";
import { readCommandLine } from "./arguments.ts";
import { ClaudeStandIn } from "./claude-stand-in.ts";
import { claudeFeatures } from "./features.ts";
import { openPipe } from "./mcp/named-pipe.ts";
import { readOptions } from "./options.ts";

const SDK = [
  "--output-format",
  "stream-json",
  "--input-format",
  "stream-json",
  "--permission-prompt-tool=stdio",
];

async function setUp(argv: readonly string[] = [], table = new MemoryTable()) {
  const starter = new FakeStarter();
  const writer = new LineList();
  const input = new FakeInput();
  const stop = new AbortController();
  const options = await readOptions(readCommandLine([...SDK, ...argv]), async () => "");
  const newId = counter("id");
  const open = () =>
    ClaudeStandIn.open({ options, starter, writer, table, newId, cwd: "/w", signal: stop.signal });
  const standIn = await open();
  const serve = () => standIn.serve(input);
  const results = () => writer.lines.filter(({ type }) => type === "result");
  const say = (content: unknown, more: object = {}) =>
    input.send({ type: "user", message: { role: "user", content }, parent_tool_use_id: null, ...more });
  const control = (id: string, request: object) =>
    input.send({ type: "control_request", request_id: id, request });
  const answered = (id: string) =>
    writer.find(({ response }) => (response as { request_id?: string } | undefined)?.request_id === id);
  return { starter, writer, input, stop, table, serve, results, say, control, answered };
}

const content = (line: object | undefined) => (line as { message: { content: unknown } }).message.content;

describe("ClaudeStandIn", () => {
  it("runs a message of the user and writes its messages", async () => {
    const { starter, writer, input, serve, say, table } = await setUp(["--model=m", "--max-turns=3"]);
    starter.script = () => [
      event({ type: "assistant_delta", text: "He" }),
      event({ type: "assistant_message", text: "Hello" }),
    ];
    say("do it");
    input.end();
    expect(await serve()).toBe(0);
    expect(writer.lines.map(({ type, subtype }) => [type, subtype])).toEqual([
      ["system", "init"],
      ["assistant", undefined],
      ["result", "success"],
    ]);
    expect(writer.lines[0]).toMatchObject({
      cwd: "/w",
      model: "m",
      permissionMode: "default",
      session_id: "id1",
    });
    expect(writer.lines[2]).toMatchObject({
      result: "Hello",
      is_error: false,
      num_turns: 2,
      session_id: "id1",
    });
    expect(starter.runs[0]!.request).toMatchObject({ task: "do it", root: "/w", model: "m", maxTurns: 3 });
    expect(starter.runs[0]!.request.policy?.allowed_tools).toBeUndefined();
    expect(table.entries).toEqual([
      { session_id: "id1", cwd: "/w", backend: "fake", turns: [{ run_id: "run-1", prompt: "do it" }] },
    ]);
  });

  it("each further message is a run that continues the run before it", async () => {
    const { starter, input, serve, say, results } = await setUp(["--append-system-prompt", "Be brief"]);
    say("one");
    say([
      { type: "text", text: "two" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
    ]);
    input.end();
    await serve();
    const [first, second] = starter.runs.map(({ request }) => request);
    expect(first).toMatchObject({
      resume: undefined,
      instructions: [{ name: "Instructions", content: "Be brief" }],
    });
    expect(second).toMatchObject({
      task: "two",
      resume: { runId: "run-1", fork: false },
      instructions: [],
      images: [{ media_type: "image/png", data: "AA==" }],
    });
    expect(results()).toHaveLength(2);
  });

  it("asks the program for a tool, between its call and its result", async () => {
    const { starter, writer, input, serve, say, control, answered } = await setUp();
    let answer: ToolAnswer | undefined;
    starter.script = async function* (hooks) {
      answer = await hooks.approve(
        { tool: "Bash", input: { command: "ls" }, needsPerson: false },
        new AbortController().signal,
      );
      yield event({ type: "tool_call", tool_name: "Bash", tool_use_id: "n1", input: { command: "ls" } });
      yield event({ type: "tool_result", tool_name: "Bash", tool_use_id: "n1", output: "files" });
    };
    const served = serve();
    control("init", { subtype: "initialize" });
    expect((await answered("init"))["response"]).toEqual({
      subtype: "success",
      request_id: "init",
      response: {
        commands: [],
        agents: [],
        output_style: "default",
        available_output_styles: ["default"],
        models: [],
        account: {},
        hooks_applied: true,
        hook_on_failure_supported: true,
      },
    });
    say("go");
    const asked = await writer.find(({ type }) => type === "control_request");
    expect(asked).toMatchObject({
      request: { subtype: "can_use_tool", tool_name: "Bash", input: { command: "ls" } },
    });
    const id = (asked["request"] as { tool_use_id: string }).tool_use_id;
    const response = { subtype: "success", request_id: asked["request_id"], response: { behavior: "allow" } };
    input.send({ type: "control_response", response });
    input.end();
    expect(await served).toBe(0);
    expect(answer).toEqual({ allow: true });
    const [use, result] = writer.lines.filter(({ type }) => type === "assistant" || type === "user");
    expect(content(use)).toEqual([{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }]);
    expect(content(result)).toEqual([{ type: "tool_result", tool_use_id: id, content: "files" }]);
  });

  it("lists a denied tool, with its reason as the result", async () => {
    const { starter, writer, input, serve, say, results } = await setUp(["--permission-mode=dontAsk"]);
    starter.script = async function* (hooks) {
      await hooks.approve(
        { tool: "Bash", input: undefined, needsPerson: false },
        new AbortController().signal,
      );
      yield event({ type: "tool_result", tool_name: "Bash", tool_use_id: "n1", output: "", is_error: true });
    };
    say("go");
    input.end();
    await serve();
    const denied = results()[0]!["permission_denials"] as { tool_use_id: string }[];
    expect(denied).toEqual([
      { tool_name: "Bash", tool_use_id: expect.stringMatching(/^toolu_/), tool_input: {} },
    ]);
    const result = writer.lines.find(({ type }) => type === "user");
    expect(content(result)).toMatchObject(
      [{ tool_use_id: denied[0]!.tool_use_id, is_error: true, content: /dontAsk/ }].map((block) => ({
        ...block,
        content: expect.stringMatching(block.content),
      })),
    );
  });

  it("interrupts the turn that runs, and goes on with the next message", async () => {
    const { starter, input, serve, say, control, answered, results } = await setUp();
    starter.script = async function* (_, run) {
      yield event({ type: "assistant_message", text: "working" });
      await run.stopped;
    };
    starter.end = { error: new AbpError("run_cancelled", "stopped", { advice: "Begin anew." }) };
    say("one");
    const served = serve();
    await new Promise((resolve) => setImmediate(resolve));
    control("c1", { subtype: "interrupt" });
    expect(await answered("c1")).toMatchObject({ response: { response: { still_queued: [] } } });
    input.end();
    expect(await served).toBe(0);
    expect(starter.runs[0]!.cancelled).toEqual(["the program interrupted the turn"]);
    expect(results()[0]).toMatchObject({
      subtype: "error_during_execution",
      errors: ["run_cancelled: stopped (Begin anew.)"],
    });
  });

  it("gives an urgent message to the running agent if it takes one", async () => {
    const { starter, writer, input, serve, say } = await setUp();
    const gate = Promise.withResolvers<void>();
    starter.takesSteering = true;
    starter.script = async function* () {
      yield event({ type: "assistant_message", text: "working" });
      await gate.promise;
    };
    say("one");
    const served = serve();
    await writer.find(({ type }) => type === "assistant");
    say("quick", { priority: "now" });
    input.end();
    await new Promise((resolve) => setImmediate(resolve));
    gate.resolve();
    await served;
    expect(starter.runs).toHaveLength(1);
    expect(starter.runs[0]!.steered).toEqual(["quick"]);
  });

  it("an urgent message that the agent does not take is the next turn, as is any other", async () => {
    const { starter, input, serve, say } = await setUp();
    say("one");
    say("two", { priority: "now" });
    input.end();
    await serve();
    expect(starter.runs.map(({ request }) => request.task)).toEqual(["one", "two"]);
  });

  it("tells the program and the receipt what is not done, once", async () => {
    const { starter, writer, input, serve, say, control } = await setUp(["--effort=high"]);
    control("i", { subtype: "initialize", hooks: { Stop: [{ hookCallbackIds: ["h"] }] }, agents: { a: {} } });
    say("one");
    say("two");
    input.end();
    await serve();
    const notes = [claudeFeatures.model_settings, claudeFeatures.agents, claudeFeatures.other_hooks].map(
      ({ words }) => words,
    );
    expect(
      writer.lines.filter(({ subtype }) => subtype === "abp_notice").map(({ message }) => message),
    ).toEqual(notes);
    expect(starter.runs.map(({ request }) => request.notes)).toEqual([notes, []]);
  });

  it("takes schema and instructions of the first request", async () => {
    const { starter, input, serve, say, control, results } = await setUp();
    const jsonSchema = { type: "object" };
    control("i", { subtype: "initialize", jsonSchema, systemPrompt: ["a", ""], appendSystemPrompt: "b" });
    starter.end = { structuredOutput: { x: 1 } };
    say("one");
    input.end();
    await serve();
    expect(starter.runs[0]!.request.outputSchema).toEqual(jsonSchema);
    expect(starter.runs[0]!.request.instructions?.map(({ content: text }) => text)).toEqual(["a", "b"]);
    expect(results()[0]).toMatchObject({ subtype: "success", structured_output: { x: 1 } });
  });

  it("refuses managed settings before anything starts", async () => {
    const { starter, serve, control, answered, results } = await setUp();
    control("i", { subtype: "initialize", managedSettings: { a: 1 } });
    expect(await serve()).toBe(1);
    expect(await answered("i")).toMatchObject({
      response: { subtype: "error", error: claudeFeatures.managed_settings.words },
    });
    expect(results()[0]).toMatchObject({
      is_error: true,
      errors: [expect.stringContaining("capability_unsupported")],
    });
    expect(starter.runs).toEqual([]);
  });

  it("changes the mode and the model, and refuses requests that it does not know", async () => {
    const { starter, writer, input, serve, say, control, answered } = await setUp();
    control("m", { subtype: "set_permission_mode", mode: "plan" });
    control("n", { subtype: "set_model", model: "other" });
    control("s", { subtype: "mcp_status" });
    control("x", { subtype: "rewind_files" });
    control("y", { subtype: "set_permission_mode", mode: "none" });
    say("one");
    input.end();
    await serve();
    expect(await answered("m")).toMatchObject({ response: { response: { mode: "plan" } } });
    expect(await answered("s")).toMatchObject({ response: { response: { mcpServers: [] } } });
    expect(await answered("x")).toMatchObject({
      response: { subtype: "error", error: expect.stringContaining("rewind_files") },
    });
    expect(await answered("y")).toMatchObject({ response: { subtype: "error" } });
    expect(writer.lines.find(({ subtype }) => subtype === "init")).toMatchObject({
      permissionMode: "plan",
      model: "other",
    });
    expect(starter.runs[0]!.request.model).toBe("other");
  });

  it.each([
    ["plan", ["**"]],
    ["acceptEdits", undefined],
    ["bypassPermissions", undefined],
  ])("the mode %s denies the run to write %j, whatever a hook or a callback allows", async (mode, denied) => {
    const { starter, input, serve, say } = await setUp([`--permission-mode=${mode}`]);
    say("one");
    input.end();
    await serve();
    expect(starter.runs[0]!.request.policy?.deny_write).toEqual(denied);
  });

  it("the model of the configuration is stronger than the program's", async () => {
    const setup = await setUp(["--model=theirs"]);
    setup.starter.model = undefined;
    setup.say("one");
    setup.input.end();
    await setup.serve();
    expect(setup.starter.runs[0]!.request.model).toBe("theirs");
  });

  it("a run that cannot start is an error of the SDK", async () => {
    const { starter, input, serve, say, results } = await setUp();
    starter.failure = new AbpError("agent_not_installed", "no codex", { advice: "Install it." });
    say("one");
    input.end();
    expect(await serve()).toBe(1);
    expect(results()[0]).toMatchObject({
      errors: ["agent_not_installed: no codex (Install it.)"],
      num_turns: 0,
    });
  });

  it("a conversation that cannot go on ends with an error", async () => {
    const { starter, input, serve, say, results } = await setUp();
    starter.end = { hasSession: false };
    say("one");
    say("two");
    input.end();
    expect(await serve()).toBe(1);
    expect(starter.runs).toHaveLength(1);
    expect(results()[1]).toMatchObject({ errors: [expect.stringContaining("session_not_found")] });
  });

  it("input that is no message ends the session with an error", async () => {
    const { input, serve, results } = await setUp();
    input.raw("nonsense\n");
    expect(await serve()).toBe(1);
    expect(results()[0]).toMatchObject({ errors: [expect.stringContaining("not JSON")] });
  });

  it("a document in a message is refused", async () => {
    const { starter, serve, say, results } = await setUp();
    say([{ type: "document", source: {} }]);
    expect(await serve()).toBe(1);
    expect(results()[0]).toMatchObject({
      errors: [expect.stringContaining(claudeFeatures.other_content.words)],
    });
    expect(starter.runs).toEqual([]);
  });

  it("a signal cancels the turn and drops what waits", async () => {
    const { starter, writer, serve, say, stop } = await setUp();
    starter.script = async function* (_, run) {
      yield event({ type: "assistant_message", text: "working" });
      await run.stopped;
    };
    say("one");
    say("two");
    const served = serve();
    await writer.find(({ type }) => type === "assistant");
    stop.abort("SIGTERM");
    await served;
    expect(starter.runs).toHaveLength(1);
    expect(starter.runs[0]!.cancelled).toHaveLength(1);
  });

  it("does nothing if it was asked to end before it began", async () => {
    const { starter, serve, stop } = await setUp();
    stop.abort("SIGTERM");
    expect(await serve()).toBe(0);
    expect(starter.runs).toEqual([]);
  });

  it("repeats messages of the user if that is asked for", async () => {
    const { writer, input, serve, say } = await setUp(["--replay-user-messages"]);
    say("one", { uuid: "u1" });
    input.end();
    await serve();
    expect(writer.lines.find(({ isReplay }) => isReplay === true)).toMatchObject({ type: "user" });
  });

  it("limits the tools to those of --tools and MCP servers", async () => {
    const argv = [
      "--tools=Read,Edit",
      "--disallowedTools=Edit",
      "--mcp-config",
      '{"mcpServers":{"a":{"command":"c"}}}',
    ];
    const { starter, writer, input, serve, say } = await setUp(argv);
    say("one");
    input.end();
    await serve();
    const { request } = starter.runs[0]!;
    expect(request.policy).toMatchObject({
      allowed_tools: ["Read", "Edit", "mcp__*"],
      disallowed_tools: ["Edit"],
    });
    expect(request.policy!.require_approval_for!.length).toBeGreaterThan(1);
    expect(request.mcpServers).toEqual({ a: { command: "c" } });
    expect(request.readOnly).toEqual([]);
    expect(writer.lines[0]).toMatchObject({
      tools: ["Read"],
      mcp_servers: [{ name: "a", status: "pending" }],
    });
  });

  it("continues a session of the table, and refuses one that it does not have", async () => {
    const table = new MemoryTable();
    table.entries.push({
      session_id: "old",
      cwd: "/w",
      backend: "fake",
      turns: [{ run_id: "r9", prompt: "" }],
    });
    const { starter, writer, input, serve, say } = await setUp(["--resume=old"], table);
    say("go on");
    input.end();
    await serve();
    expect(starter.runs[0]!.request.resume).toEqual({ runId: "r9", fork: false });
    expect(writer.lines[0]).toMatchObject({ session_id: "old" });
    await expect(setUp(["--resume=lost"])).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("takes one prompt of the command line without the control protocol", async () => {
    const starter = new FakeStarter();
    const writer = new LineList();
    const options = await readOptions(readCommandLine(["-p", "just this"]), async () => "");
    const setting = { options, starter, writer, table: new MemoryTable(), newId: counter(), cwd: "/w" };
    const standIn = await ClaudeStandIn.open({ ...setting, signal: new AbortController().signal });
    expect(await standIn.serve(new FakeInput())).toBe(0);
    expect(starter.runs[0]!.request.task).toBe("just this");
    const piped = await readOptions(readCommandLine(["-p"]), async () => "");
    const other = await ClaudeStandIn.open({
      ...setting,
      options: piped,
      signal: new AbortController().signal,
    });
    const input = new FakeInput();
    input.raw("from the ");
    input.raw("pipe");
    input.end();
    await other.serve(input);
    expect(starter.runs[1]!.request.task).toBe("from the pipe");
  });

  it.each([
    ["--mcp-config", ['--mcp-config={"mcpServers":{"inner":{"type":"sdk","name":"inner"}}}'], {}],
    ["initialize", [], { sdkMcpServers: ["inner"] }],
    ["both", ['--mcp-config={"mcpServers":{"inner":{"type":"sdk"}}}'], { sdkMcpServers: ["inner"] }],
  ] as const)("gives the agent the servers in the program that %s names", async (_, argv, members) => {
    const { starter, input, serve, say, control, writer } = await setUp(argv);
    control("1", { subtype: "initialize", hooks: null, ...members });
    say("go");
    input.end();
    expect(await serve()).toBe(0);
    const servers = Object.entries(starter.runs[0]?.request.mcpServers ?? {});
    expect(servers).toEqual([["inner", expect.objectContaining({ command: process.execPath })]]);
    const [pipe] = starter.runs[0]?.request.readOnly ?? [];
    expect(JSON.stringify(servers)).toContain(pipe);
    expect(writer.lines.find(({ subtype }) => subtype === "init")).toMatchObject({
      mcp_servers: [{ name: "inner" }],
    });
  });

  it("keeps the pipes of such a server for all turns, and passes nothing on between them", async () => {
    const { starter, input, serve, say, control, answered, writer } = await setUp();
    const paths = () => starter.runs.map(({ request }) => request.readOnly?.[0] ?? "");
    const served = serve();
    control("1", { subtype: "initialize", hooks: null, sdkMcpServers: ["inner"] });
    say("one");
    await writer.find(({ type }) => type === "result");
    const [directory = ""] = paths();
    const pipe = await openPipe(join(directory, "0-to-agent"), "read");
    const message = (method: string) => ({
      subtype: "mcp_message",
      server_name: "inner",
      message: { method },
    });
    control("2", message("between"));
    await answered("2");
    starter.script = async function* () {
      control("3", message("during"));
      await answered("3");
      input.end();
      yield event({ type: "assistant_message", text: "x" });
    };
    say("two");
    expect(await once(pipe, "data")).toEqual([Buffer.from('{"method":"during"}\n')]);
    pipe.destroy();
    expect(await served).toBe(0);
    expect([paths(), existsSync(directory)]).toEqual([[directory, directory], false]);
  });

  it("says whether another turn may follow", async () => {
    const { starter, input, serve, say } = await setUp();
    const seen: (boolean | undefined)[] = [];
    const ask = () => seen.push(starter.runs.at(-1)?.request.mayContinue?.());
    starter.script = async function* () {
      ask();
      if (starter.runs.length === 2) input.end();
      yield event({ type: "assistant_message", text: "x" });
      if (starter.runs.length === 2) await until(() => ask() > 0 && seen.at(-1) === false);
    };
    say("one");
    say("two");
    await serve();
    expect([seen[0], seen[1], seen.at(-1)]).toEqual([true, true, false]);
  });
});
