import { describe, expect, it } from "vitest";
import { AbpError, type Usage } from "../../contract/index.ts";
import { event, FakeStarter, LineList, usage } from "../fixtures/fakes.ts";
import type { RunRequest } from "../run-starter.ts";
import { readCodexCommandLine } from "./arguments.ts";
import { codexRequest } from "./codex-order.ts";
import { CodexStandIn } from "./codex-stand-in.ts";
import { codexFeatures } from "./features.ts";
import { readSettings } from "./settings.ts";

describe("readCodexCommandLine", () => {
  it("reads what the SDK passes", () => {
    const line = readCodexCommandLine([
      ...[
        "exec",
        "--experimental-json",
        "--config",
        'a="b"',
        "--config",
        "c=1",
        "--model",
        "m",
        "--sandbox",
        "read-only",
      ],
      ...[
        "--cd",
        "/w",
        "--add-dir",
        "/x",
        "--skip-git-repo-check",
        "--output-schema",
        "s.json",
        "resume",
        "T1",
      ],
      ...["--image", "a.png,b.png", "--image=c.png"],
    ]);
    expect(line).toEqual({
      isVersion: false,
      model: "m",
      sandbox: "read-only",
      directory: "/w",
      images: ["a.png", "b.png", "c.png"],
      outputSchema: "s.json",
      lastMessage: undefined,
      settings: ['a="b"', "c=1"],
      others: [],
      hasAdditionalDirectories: true,
      writesJson: true,
      resume: "T1",
      prompt: undefined,
    });
  });

  it("reads the short spellings and the prompt", () => {
    const line = readCodexCommandLine([
      "e",
      "-m",
      "x",
      "-C",
      "d",
      "-s=workspace-write",
      "-o",
      "f",
      "-p",
      "q",
      "do",
      "it",
    ]);
    expect(line).toMatchObject({
      model: "x",
      directory: "d",
      sandbox: "workspace-write",
      lastMessage: "f",
      prompt: "do it",
    });
    expect([line.others, line.writesJson, line.hasAdditionalDirectories]).toEqual([
      ["--profile"],
      false,
      false,
    ]);
    expect(readCodexCommandLine(["exec", "--json", "-"])).toMatchObject({
      prompt: undefined,
      writesJson: true,
    });
    expect(readCodexCommandLine(["exec", "--", "--model"]).prompt).toBe("--model");
    expect(readCodexCommandLine(["exec", "resume", "T", "go", "on"])).toMatchObject({
      resume: "T",
      prompt: "go on",
    });
    expect(readCodexCommandLine(["exec", "resume", "--last", "go"])).toMatchObject({
      resume: "latest",
      prompt: "go",
    });
    expect(readCodexCommandLine(["--version"]).isVersion).toBe(true);
    expect(readCodexCommandLine(["-V"]).isVersion).toBe(true);
  });

  it("takes every switch of codex exec", () => {
    const switches =
      "--experimental-json --json --skip-git-repo-check --full-auto --dangerously-bypass-approvals-and-sandbox " +
      "--yolo --oss --ephemeral --last --all";
    for (const name of switches.split(" "))
      expect(readCodexCommandLine(["exec", name, "go"]).prompt).toBe("go");
  });

  it.each([
    [["--model", "-m"], { model: "v" }],
    [["--sandbox", "-s"], { sandbox: "v" }],
    [["--cd", "-C"], { directory: "v" }],
    [["--image", "-i"], { images: ["v"] }],
    [["--output-schema"], { outputSchema: "v" }],
    [["--output-last-message", "-o"], { lastMessage: "v" }],
    [["--config", "-c"], { settings: ["v"] }],
    [["--add-dir"], { hasAdditionalDirectories: true }],
    [["--profile", "-p"], { others: ["--profile"] }],
    [["--enable"], { others: ["--enable"] }],
    [["--disable"], { others: ["--disable"] }],
    [["--cyber-access-program"], { others: ["--cyber-access-program"] }],
    [["--color", "--thread-source"], {}],
  ])("takes the value of %j", (names, members) => {
    const none = {
      ...{ isVersion: false, model: undefined, sandbox: undefined, directory: undefined, images: [] },
      ...{ outputSchema: undefined, lastMessage: undefined, settings: [], others: [], resume: undefined },
      ...{ hasAdditionalDirectories: false, writesJson: false },
    };
    for (const name of names)
      for (const words of [[name, "v"], [`${name}=v`]])
        expect(readCodexCommandLine(["exec", ...words, "a", "b"])).toEqual({
          ...none,
          ...members,
          prompt: "a b",
        });
  });

  it("reads the flags that stand for a sandbox mode", () => {
    const sandbox = (...argv: string[]) => readCodexCommandLine(["exec", ...argv]).sandbox;
    expect(sandbox()).toBeUndefined();
    expect(sandbox("--full-auto")).toBe("workspace-write");
    expect(sandbox("--full-auto", "--sandbox", "read-only")).toBe("read-only");
    expect(sandbox("--yolo")).toBe("danger-full-access");
    expect(sandbox("--dangerously-bypass-approvals-and-sandbox")).toBe("danger-full-access");
  });

  it.each([
    [["exec", "--nope"], "unexpected argument '--nope' found"],
    [["exec", "--model"], "a value is required for '--model <value>'"],
    [["exec", "resume"], "needs the id of a thread"],
    [["login"], "not 'codex login'"],
    [[], "not the interactive Codex"],
  ])("refuses %j", (argv, message) => {
    expect(() => readCodexCommandLine(argv)).toThrow(message);
  });
});

describe("readSettings", () => {
  it("reads what every agent understands, and lists what it does not", () => {
    const settings = readSettings([
      ...['model="m"', 'sandbox_mode="read-only"', 'web_search="disabled"', 'approval_policy="never"'],
      ...[
        'mcp_servers.a.command="c"',
        'mcp_servers.a.args=["x"]',
        'mcp_servers.b={url = "http://x", http_headers = {k = "v"}}',
      ],
    ]);
    expect(settings).toEqual({
      model: "m",
      sandbox: "read-only",
      mcpServers: { a: { command: "c", args: ["x"] }, b: { url: "http://x", headers: { k: "v" } } },
      deniesWebSearch: true,
      disclosed: new Set(),
    });
    const other = readSettings([
      "model_reasoning_effort=high",
      "sandbox_workspace_write.network_access=true",
      "toString=1",
    ]);
    expect([...other.disclosed]).toEqual(["model_settings", "network", "other_settings"]);
    expect(other).toMatchObject({
      model: undefined,
      sandbox: undefined,
      mcpServers: {},
      deniesWebSearch: false,
    });
    const all = [
      ...["model", "sandbox_mode", "approval_policy", "web_search", "model_reasoning_summary"],
      ...["model_verbosity", "openai_base_url", "model_providers.x"],
    ];
    expect([...readSettings(all.map((name) => `${name}=1`)).disclosed]).toEqual(["model_settings"]);
    expect(readSettings([" model = x ", "model=gpt 5", "web_search=disable"])).toMatchObject({
      model: "gpt 5",
      deniesWebSearch: false,
    });
    expect(readSettings(["model=1"]).model).toBeUndefined();
  });

  it.each([
    ["x", "is not key=value"],
    ["a b=1", "is not the name of a setting"],
    ["mcp_servers.a.x=1", "neither a command nor a url"],
    ["mcp_servers.a=1", "neither a command nor a url"],
  ])("refuses %j", (pair, message) => {
    expect(() => readSettings([pair])).toThrow(message);
  });
});

describe("codexRequest", () => {
  const task = { prompt: "p", root: "/w", images: [], outputSchema: undefined, resume: undefined };
  const request = (argv: string[], pairs: string[] = [], more: object = {}) =>
    codexRequest(readCodexCommandLine(["exec", ...argv]), readSettings(pairs), { ...task, ...more });

  it("only reads unless a mode is given", () => {
    const readOnly = { deny_write: ["**"], disallowed_tools: ["Write", "Edit"] };
    expect(request([]).policy).toEqual(readOnly);
    expect(request([], ['sandbox_mode="workspace-write"']).policy).toEqual({ disallowed_tools: [] });
    expect(request(["--sandbox", "read-only"], ['sandbox_mode="workspace-write"']).policy).toEqual(readOnly);
    expect(request(["--full-auto"], ['web_search="disabled"']).policy).toEqual({
      disallowed_tools: ["WebSearch"],
    });
    expect(() => request(["--sandbox", "none"])).toThrow("invalid value 'none' for '--sandbox'");
  });

  it("asks for what the program asks for", () => {
    const more = {
      resume: { runId: "r", fork: false },
      outputSchema: { a: 1 },
      images: [{ media_type: "m", data: "" }],
    };
    expect(request(["-m", "x", "--yolo"], ['model="y"'], more)).toMatchObject({
      task: "p",
      root: "/w",
      model: "x",
      ...more,
      notes: [codexFeatures.full_access.words],
    });
    expect(request([], ['model="y"']).model).toBe("y");
  });

  it("says what is not done", () => {
    const features = ["model_settings", "directories", "other_settings"] as const;
    expect(request(["--add-dir", "x", "--oss"], ["model_provider=p"]).notes).toEqual(
      features.map((name) => codexFeatures[name].words),
    );
    expect(request([]).notes).toEqual([]);
  });
});

describe("CodexStandIn", () => {
  const order: RunRequest = { task: "do it", root: "/w" };

  async function run(
    starter: FakeStarter,
    request: RunRequest = order,
    signal = new AbortController().signal,
    used?: Usage,
  ) {
    const writer = new LineList();
    const ended: unknown[] = [];
    const thread = { id: "T", ended: async (...turn: unknown[]) => void ended.push(turn), used };
    const end = await new CodexStandIn({ starter, writer, thread, signal }).execute(request);
    return { lines: writer.lines, items: writer.lines.flatMap(({ item }) => item ?? []), end, ended };
  }

  const scripted = (...events: readonly Parameters<typeof event>[0][]) => {
    const starter = new FakeStarter();
    starter.script = () => events.map((one) => event(one));
    return starter;
  };

  it("writes a turn from its beginning to its usage", async () => {
    const events = [
      { type: "assistant_delta", text: "h" },
      { type: "assistant_message", text: "hi" },
    ] as const;
    const { lines, end, ended } = await run(scripted(...events), {
      ...order,
      notes: ["n"],
    });
    expect(lines).toEqual([
      { type: "thread.started", thread_id: "T" },
      { type: "turn.started" },
      { type: "item.completed", item: { id: "item_0", type: "error", message: "n" } },
      { type: "item.completed", item: { id: "item_1", type: "agent_message", text: "hi" } },
      {
        type: "turn.completed",
        usage: {
          input_tokens: 10,
          cached_input_tokens: 3,
          cache_write_input_tokens: 2,
          output_tokens: 5,
          reasoning_output_tokens: 0,
        },
      },
    ]);
    expect(end).toEqual({ exit: 0, lastText: "hi" });
    expect(ended).toEqual([[{ runId: "run-1", hasSession: true, usage }, "do it"]]);
  });

  it("states the usage of all turns of the thread, with the reasoning", async () => {
    const used = { ...usage, input_tokens: 70, cache_read_tokens: 20, reasoning_tokens: 4 };
    const { lines } = await run(scripted(), order, undefined, used);
    expect(lines.at(-1)?.["usage"]).toEqual({
      input_tokens: 70,
      cached_input_tokens: 20,
      cache_write_input_tokens: 2,
      output_tokens: 5,
      reasoning_output_tokens: 4,
    });
  });

  it("states zero for a count that is not known", async () => {
    const counts = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"];
    const unknown = Object.fromEntries(counts.map((name) => [name, null])) as Partial<Usage>;
    const { lines } = await run(scripted(), order, undefined, { ...usage, ...unknown });
    expect(lines.at(-1)?.["usage"]).toEqual({
      input_tokens: 0,
      cached_input_tokens: 0,
      cache_write_input_tokens: 0,
      output_tokens: 0,
      reasoning_output_tokens: 0,
    });
  });

  it("shows a command with its exit code, in the order of events", async () => {
    const { lines } = await run(
      scripted(
        { type: "tool_call", tool_name: "Bash", tool_use_id: "n", input: { command: "ls" } },
        { type: "tool_result", tool_name: "Bash", tool_use_id: "n", output: "files" },
        { type: "command_executed", command: "ls", exit_code: 3 },
        { type: "assistant_delta", ext: { thinking: "a" } },
        { type: "assistant_delta", ext: { thinking: "b" } },
        { type: "tool_result", tool_name: "Bash", tool_use_id: "other", output: "no", is_error: true },
      ),
    );
    const command = { type: "command_execution", command: "ls" };
    expect(lines.slice(2, -1)).toEqual([
      {
        type: "item.started",
        item: { id: "item_0", ...command, aggregated_output: "", status: "in_progress" },
      },
      {
        type: "item.completed",
        item: { id: "item_0", ...command, aggregated_output: "files", exit_code: 3, status: "completed" },
      },
      { type: "item.completed", item: { id: "item_1", type: "reasoning", text: "ab" } },
      {
        type: "item.completed",
        item: {
          ...{ id: "item_2", type: "command_execution", command: "", aggregated_output: "no" },
          ...{ exit_code: 1, status: "failed" },
        },
      },
    ]);
  });

  it("shows file changes when they are done", async () => {
    const edit = { tool_name: "Edit", tool_use_id: "n", input: { file_path: "a.txt" } };
    const changed = (path: string, summary: string) => ({ type: "file_changed", path, summary }) as const;
    const { items } = await run(
      scripted(
        { type: "tool_call", ...edit },
        { type: "tool_result", ...edit },
        changed("a", "created"),
        changed("b", "deleted"),
        changed("c", "changed: +1"),
        { type: "tool_call", ...edit, tool_name: "Write", tool_use_id: "w" },
        { type: "tool_result", tool_name: "Write", tool_use_id: "w" },
        changed("d", "written"),
        { type: "tool_call", ...edit, tool_use_id: "x" },
        { type: "tool_result", ...edit, tool_use_id: "x", is_error: true },
        { type: "tool_result", tool_name: "Write", tool_use_id: "y" },
        { type: "tool_call", ...edit, tool_name: "Write", tool_use_id: "z" },
        { type: "tool_result", tool_name: "Write", tool_use_id: "z" },
      ),
    );
    const change = (path: string, kind: string) => ({ path, kind });
    expect(items).toMatchObject([
      {
        type: "file_change",
        changes: [change("a", "add"), change("b", "delete"), change("c", "update")],
        status: "completed",
      },
      { changes: [change("d", "add")] },
      { changes: [change("a.txt", "update")], status: "failed" },
      { changes: [] },
      { changes: [change("a.txt", "add")] },
    ]);
  });

  it("shows other tools as calls of an MCP server, and searches", async () => {
    const { items } = await run(
      scripted(
        { type: "tool_call", tool_name: "mcp__shop__price", tool_use_id: "a", input: { x: 1 } },
        { type: "tool_result", tool_name: "mcp__shop__price", tool_use_id: "a", output: { y: 2 } },
        { type: "tool_call", tool_name: "mcp__shop__stock", tool_use_id: null, input: {} },
        { type: "tool_result", tool_name: "mcp__shop__stock", tool_use_id: null, output: null },
        { type: "tool_call", tool_name: "Read", tool_use_id: "b", input: {} },
        { type: "tool_result", tool_name: "Read", tool_use_id: "b", output: "bad", is_error: true },
        { type: "tool_call", tool_name: "WebSearch", tool_use_id: "c", input: { query: "q" } },
        { type: "tool_result", tool_name: "WebSearch", tool_use_id: "c" },
        { type: "tool_call", tool_name: "Grep", tool_use_id: "d", input: {} },
      ),
    );
    const price = { id: "item_0", type: "mcp_tool_call", server: "shop", tool: "price", arguments: { x: 1 } };
    const stock = { ...price, id: "item_1", tool: "stock", arguments: {} };
    const read = { id: "item_2", type: "mcp_tool_call", server: "fake", tool: "Read", arguments: {} };
    const search = { id: "item_3", type: "web_search", query: "q" };
    const grep = { ...read, id: "item_4", tool: "Grep" };
    const result = (text: string) => ({ content: [{ type: "text", text }], structured_content: null });
    expect(items).toEqual([
      { ...price, status: "in_progress" },
      { ...price, status: "completed", result: result('{"y":2}') },
      { ...stock, status: "in_progress" },
      { ...stock, status: "completed", result: result("null") },
      { ...read, status: "in_progress" },
      { ...read, status: "failed", error: { message: "bad" } },
      search,
      search,
      { ...grep, status: "in_progress" },
      { ...grep, status: "failed", error: { message: "" } },
    ]);
  });

  it("shows the plan as it changes, and warnings", async () => {
    const plan = (status: string) =>
      ({ type: "assistant_delta", ext: { plan: [{ content: "a", status }, 1] } }) as const;
    const { lines } = await run(
      scripted(plan("pending"), plan("completed"), { type: "warning", message: "w" }),
    );
    const item = (completed: boolean) => ({
      id: "item_0",
      type: "todo_list",
      items: [{ text: "a", completed }],
    });
    expect(lines.slice(2, -1)).toEqual([
      { type: "item.started", item: item(false) },
      { type: "item.updated", item: item(true) },
      { type: "item.completed", item: { id: "item_1", type: "error", message: "w" } },
      { type: "item.completed", item: item(true) },
    ]);
  });

  it("the last message is the answer to a schema", async () => {
    const starter = scripted({ type: "assistant_message", text: '{"a":1}' });
    starter.end = { structuredOutput: { a: 1 } };
    expect((await run(starter)).items).toHaveLength(1);
    const words = scripted({ type: "assistant_message", text: "in words" });
    words.end = { structuredOutput: { a: 1 } };
    const { items, end } = await run(words);
    expect(items.at(-1)).toMatchObject({ type: "agent_message", text: '{"a":1}' });
    expect(end.lastText).toBe('{"a":1}');
  });

  it("a run that fails or cannot start is a failed turn", async () => {
    const failing = scripted();
    failing.end = { error: new AbpError("agent_failed", "why", { advice: "Look." }) };
    const failed = await run(failing);
    expect(failed.lines.at(-1)).toEqual({
      type: "turn.failed",
      error: { message: "agent_failed: why (Look.)" },
    });
    expect(failed.end.exit).toBe(1);
    const absent = new FakeStarter();
    absent.failure = new AbpError("agent_not_installed", "no", { advice: "Install." });
    expect((await run(absent)).lines.at(-1)).toMatchObject({
      error: { message: "agent_not_installed: no (Install.)" },
    });
    const broken = new FakeStarter();
    broken.script = () => {
      throw new Error("lost");
    };
    const lost = await run(broken);
    expect(lost.lines.at(-1)).toMatchObject({ error: { message: "lost" } });
    expect(broken.runs[0]!.cancelled).toEqual(["its events could not be passed on"]);
  });

  it("nobody approves a tool, and a signal cancels the run", async () => {
    const starter = new FakeStarter();
    const stop = new AbortController();
    let answer: unknown;
    starter.script = async function* (hooks, fake) {
      answer = await hooks.approve({ tool: "Bash", input: {}, needsPerson: true }, stop.signal);
      stop.abort("SIGTERM");
      await fake.stopped;
      yield event({ type: "assistant_message", text: "late" });
    };
    await run(starter, order, stop.signal);
    expect(answer).toEqual({ deny: "nobody can be asked for Bash" });
    expect(starter.runs[0]!.cancelled).toEqual(["SIGTERM"]);
    await run(starter, order, AbortSignal.abort("early"));
    expect(starter.runs[1]!.cancelled[0]).toBe("early");
  });
});
