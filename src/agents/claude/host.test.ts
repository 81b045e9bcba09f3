import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WorkOrderOptions } from "../../contract/index.ts";
import type { RunResult } from "../../sidecar/index.ts";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { openHost } from "./host.ts";

const fixtures = join(import.meta.dirname, "fixtures");

let folder: string;
let root: string;
let home: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-claude-"));
  root = join(folder, "workspace");
  home = join(folder, "home");
  mkdirSync(root);
  mkdirSync(home);
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function environment(transcript: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    ABP_AGENT_COMMAND: join(fixtures, "fake-claude.mjs"),
    ABP_AGENT_HOME: home,
    ABP_GATEWAY_URL: "http://127.0.0.1:9/r/run-1",
    ABP_GATEWAY_TOKEN: "token-of-the-run",
    ABP_GATEWAY_ENGINE: "sim",
    CLAUDE_TRANSCRIPT: transcript,
  };
}

/** Runs a recorded conversation. */
async function replay(
  name: string,
  options: WorkOrderOptions & { readonly task?: string } = {},
  during: (context: FakeContext) => void | Promise<void> = () => undefined,
): Promise<{ context: FakeContext; result: RunResult | undefined }> {
  const transcript = join(fixtures, `${name}.jsonl`);
  const host = await openHost(environment(transcript));
  const context = new FakeContext({ ...options, workspace: { root } }, options.task ?? taskOf(transcript));
  const [result] = await Promise.all([host.run(context), during(context)]);
  return { context, result: result ?? undefined };
}

/** The task that a transcript was recorded with. */
function taskOf(transcript: string): string {
  const steps = readFileSync(transcript, "utf8").trim().split("\n");
  const first = steps.map((line) => JSON.parse(line)).find((step) => step.expect?.type === "user");
  return first.expect.message.content.at(-1).text.replaceAll("$root", root);
}

/** A conversation that a test writes itself. */
function script(steps: readonly object[]): string {
  const path = join(folder, "script.jsonl");
  writeFileSync(path, steps.map((step) => `${JSON.stringify(step)}\n`).join(""));
  return path;
}

const opening = [
  {
    expect: {
      type: "control_request",
      request_id: "host-1",
      request: {
        subtype: "initialize",
        hooks: { PreToolUse: [{ matcher: null, hookCallbackIds: ["pre-tool-use"] }] },
      },
    },
  },
  {
    send: { type: "control_response", response: { subtype: "success", request_id: "host-1", response: {} } },
  },
  {
    expect: {
      type: "user",
      uuid: "$message1",
      message: { role: "user", content: [{ type: "text", text: "do it" }] },
      parent_tool_use_id: null,
    },
  },
];

const success = {
  send: { type: "result", subtype: "success", is_error: false, result: "done", session_id: "s-1" },
};

/** Runs a conversation that a test wrote. */
async function runScript(steps: readonly object[]): Promise<RunResult | undefined> {
  const host = await openHost(environment(script(steps)));
  return (await host.run(new FakeContext({ workspace: { root } }))) ?? undefined;
}

describe("the host of Claude Code", () => {
  it("says who it is and what it can do", async () => {
    const host = await openHost(environment(""));
    expect(host).toMatchObject({
      identity: { id: "claude" },
      asksBeforeTools: true,
      acceptsSteering: true,
      capabilities: { streaming: "native", tool_ask_user: "unsupported", session_fork: "native" },
    });
  });

  it("refuses to open without the variables of the backplane", async () => {
    await expect(openHost({})).rejects.toThrow("ABP_AGENT_COMMAND is not set");
  });

  it("starts Claude Code in the workspace, with a private home and no other configuration", async () => {
    await replay("failed", { config: { model: "some-model", max_turns: 7 } }).catch(() => undefined);
    const { args, env } = JSON.parse(readFileSync(join(home, "started.json"), "utf8"));
    expect(args.slice(0, 9)).toEqual([
      ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
      ...["--include-partial-messages", "--replay-user-messages", "--permission-prompt-tool"],
    ]);
    expect(args).toEqual(expect.arrayContaining(["--setting-sources", "", "--strict-mcp-config"]));
    expect(args.slice(-4)).toEqual(["--model", "some-model", "--max-turns", "7"]);
    expect(env).toMatchObject({
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, ".claude"),
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9/r/run-1",
      ANTHROPIC_AUTH_TOKEN: "token-of-the-run",
      ANTHROPIC_CUSTOM_HEADERS: "X-ABP-Engine: sim",
      ANTHROPIC_SMALL_FAST_MODEL: "some-model",
      CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
    });
    expect(Object.keys(env).filter((name) => name.startsWith("ABP_"))).toEqual([]);
    expect(args.join(" ")).not.toContain("token-of-the-run");
  });

  it("asks for every tool before it runs, and reports each call, result and effect once", async () => {
    const { context, result } = await replay("tools", {}, (fake) => {
      fake.decide = async (name) =>
        name === "WebFetch"
          ? { verdict: "deny", reason: "policy says no" }
          : { verdict: "allow", reason: "ok" };
    });
    expect(context.asked.map(({ name }) => name)).toEqual([
      ...["Read", "Write", "Edit", "Bash", "WebFetch", "TaskCreate"],
    ]);
    expect(context.of("tool_call").map((event) => event.tool_name)).toEqual([
      ...["Read", "Write", "Edit", "Bash", "TaskCreate"],
    ]);
    expect(context.of("tool_result").map((event) => [event.tool_name, event.is_error])).toEqual([
      ["Read", false],
      ["Write", false],
      ["Edit", false],
      ["Edit", true],
      ["Bash", true],
      ["WebFetch", true],
      ["TaskCreate", false],
    ]);
    expect(context.of("file_changed")).toEqual([
      { type: "file_changed", path: "n.txt", summary: "created" },
      { type: "file_changed", path: "n.txt", summary: "changed: +2 -1 lines" },
    ]);
    expect(context.of("command_executed")).toEqual([
      { type: "command_executed", command: "echo out; false", exit_code: 1, output_preview: "out" },
    ]);
    expect(context.of("warning").map((event) => event.message)).toEqual([
      "tool denied: policy says no (WebFetch)",
    ]);
    expect(context.notices).toContainEqual({ plan: [{ content: "one", status: "pending" }] });
    expect(context.notices.filter((ext) => (ext as { thinking?: string }).thinking === "hard").length).toBe(
      8,
    );
    expect(context.of("assistant_message")).toMatchObject([
      {
        text: "All done.",
        ext: { message: { id: "message-8", model: "some-model", usage: { input_tokens: 9640 } } },
      },
    ]);
    expect(result).toMatchObject({ outcome: "complete", session: "id-1" });
  });

  it("links a sub-agent in the background to the call that started it, and waits for its result", async () => {
    const { context, result } = await replay("sub-agents");
    expect(context.of("tool_call").map((event) => [event.tool_name, event.parent_tool_use_id])).toEqual([
      ["Agent", null],
      ["Bash", "tool-1"],
    ]);
    const named = (id: string, ext: object = {}) => ({ ...ext, message: expect.objectContaining({ id }) });
    expect(context.of("assistant_message")).toEqual([
      { type: "assistant_message", text: "All done.", ext: named("message-3") },
      {
        type: "assistant_message",
        text: "sub done",
        ext: named("message-4", { parent_tool_use_id: "tool-1" }),
      },
      { type: "assistant_message", text: "All done.", ext: named("message-5") },
    ]);
    expect(result).toMatchObject({ outcome: "complete", usage: { input_tokens: 40400, output_tokens: 105 } });
  });

  it("gives MCP servers by a file that others cannot read, and returns an answer in the form of the schema", async () => {
    const schema = { type: "object", properties: { answer: { type: "integer" } }, required: ["answer"] };
    const { context, result } = await replay("structured-output", {
      outputSchema: schema,
      mcpServers: { lab: { command: "node", args: ["server.mjs"], env: { SECRET: "hidden" } } },
    });
    expect(context.asked).toEqual([{ name: "mcp__lab__add", input: { a: 1, b: 2 } }]);
    expect(context.of("tool_result").map((event) => event.tool_name)).toEqual(["mcp__lab__add"]);
    expect(result).toMatchObject({ outcome: "complete", structuredOutput: { answer: 42 } });
    const { args } = JSON.parse(readFileSync(join(home, "started.json"), "utf8"));
    const file = args[args.indexOf("--mcp-config") + 1];
    expect(JSON.parse(readFileSync(file, "utf8")).mcpServers.lab.env).toEqual({ SECRET: "hidden" });
    expect(args.join(" ")).not.toContain("hidden");
  });

  it("interrupts Claude Code when the run is cancelled, and reports what was used", async () => {
    const { context, result } = await replay("interrupted", {}, async (fake) => {
      await fake.seen("tool_call");
      fake.cancel("the user has seen enough");
    });
    expect(context.of("tool_result").map((event) => event.is_error)).toEqual([true]);
    expect(result).toMatchObject({ outcome: "partial", session: "id-1", usage: { input_tokens: 9322 } });
  });

  it("passes on a message of the user while it works", async () => {
    const { result } = await replay("steered", {}, async (fake) => {
      await fake.seen("tool_call");
      fake.steer("sim: say Steered.");
    });
    expect(result).toMatchObject({ outcome: "complete" });
  });

  it("fails with the words of Claude Code", async () => {
    await expect(replay("failed")).rejects.toThrow("Claude Code failed: API Error: 400 bad thing");
  });

  it("names the session to resume, and asks for a copy if the order wants one", async () => {
    const resume = { run_id: "earlier", session: "session-1", fork: true };
    await replay("failed", { resume }).catch(() => undefined);
    const { args } = JSON.parse(readFileSync(join(home, "started.json"), "utf8"));
    expect(args.slice(-3)).toEqual(["--resume", "session-1", "--fork-session"]);
  });
});

describe("a Claude Code that misbehaves", () => {
  it("fails the run when it ends before its first answer", async () => {
    await expect(runScript([{ exit: 2 }])).rejects.toThrow("ended without a result: exit code 2");
  });

  it("fails the run when it refuses the control protocol", async () => {
    const refusal = { subtype: "error", request_id: "host-1", error: "not here" };
    const steps = [opening[0]!, { send: { type: "control_response", response: refusal } }];
    await expect(runScript(steps)).rejects.toThrow("Claude Code did not begin: not here");
  });

  it("fails the run when it ends while a tool is asked for", async () => {
    const request = { subtype: "can_use_tool", tool_name: "Bash", input: {}, tool_use_id: "t" };
    const steps = [
      ...opening,
      { send: { type: "control_request", request_id: "r", request } },
      { write: "not JSON\n\n[1]\n" },
      { exit: 0 },
    ];
    const host = await openHost(environment(script(steps)));
    const context = new FakeContext({ workspace: { root } });
    context.decide = () => new Promise(() => undefined);
    await expect(host.run(context)).rejects.toThrow("ended without a result: exit code 0");
  });

  it("ends the run as partial when it fails after its result", async () => {
    const result = await runScript([...opening, success, { input: "ends" }, { exit: 9 }]);
    expect(result).toMatchObject({ outcome: "partial", session: "s-1" });
  });

  it("takes the last result for the true one", async () => {
    const early = { send: { ...success.send, result: "early" } };
    const usage = { modelUsage: { m: { inputTokens: 5, outputTokens: 2 } } };
    const last = { send: { ...success.send, ...usage } };
    const result = await runScript([...opening, early, last, { input: "ends" }, { exit: 0 }]);
    expect(result).toMatchObject({ outcome: "complete", usage: { input_tokens: 5, output_tokens: 2 } });
  });
});
