import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../lib/index.ts";
import type { RunResult } from "../../sidecar/index.ts";
import type { AgentEnd, AgentStart, RunningAgent } from "../host/agent-process.ts";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { OrderNotTaken } from "../host/keeping/agent-keeper.ts";
import { ClaudeProcess } from "./claude-process.ts";
import { ClaudeRun, type ClaudeSetting } from "./claude-run.ts";

/** A Claude Code that a test plays by hand. */
class FakeAgent implements RunningAgent {
  readonly #end = Promise.withResolvers<AgentEnd>();
  readonly ended = this.#end.promise;
  readonly written: JsonObject[] = [];
  readonly ends: boolean[] = [];
  stderrTail = "";
  isInputClosed = false;
  onLine: AgentStart["onLine"] = () => undefined;

  async write(message: object): Promise<void> {
    this.written.push(message as JsonObject);
  }

  closeInput(): void {
    this.isInputClosed = true;
  }

  end(interrupt?: () => unknown): Promise<AgentEnd> {
    this.ends.push(interrupt !== undefined);
    interrupt?.();
    return this.ended;
  }

  async say(line: object): Promise<void> {
    await this.onLine(JSON.stringify(line));
    await vi.advanceTimersByTimeAsync(0);
  }

  exit(code: number | null = 0, signal: NodeJS.Signals | null = null): void {
    this.#end.resolve({ code, signal, fault: undefined });
  }

  /** The messages of the user that it was sent. */
  get messages(): JsonObject[] {
    return this.written.filter((line) => line["type"] === "user");
  }
}

let agent: FakeAgent;
let context: FakeContext;

beforeEach(() => {
  vi.useFakeTimers();
  agent = new FakeAgent();
  context = new FakeContext();
});

afterEach(() => {
  vi.useRealTimers();
});

const before = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };
const opened = {
  type: "control_response",
  response: { subtype: "success", request_id: "host-1", response: {} },
};
const success = { type: "result", subtype: "success", is_error: false, session_id: "s" };

/** Begins a run. */
function execute(setting: Partial<ClaudeSetting> = {}): Promise<RunResult> {
  const running = startAgent().then((claude) => executeOn(claude, setting));
  running.catch(() => undefined);
  return running;
}

function startAgent(): Promise<ClaudeProcess> {
  const start = async (onLine: AgentStart["onLine"]) => {
    agent.onLine = onLine;
    return agent;
  };
  return ClaudeProcess.start({ start, usedBefore: before });
}

function executeOn(claude: ClaudeProcess, setting: Partial<ClaudeSetting> = {}): Promise<RunResult> {
  const all = { claude, keepsAgent: false, hasVendorPrices: false, exitWaitMs: 1000, ...setting };
  const running = new ClaudeRun(context, all).execute();
  running.catch(() => undefined);
  return running;
}

/** Begins a run and its conversation. */
async function converse(): Promise<Promise<RunResult>[]> {
  const running = execute();
  await vi.advanceTimersByTimeAsync(0);
  await agent.say(opened);
  return [running];
}

describe("a run of Claude Code", () => {
  it("opens the control protocol, sends the task, and ends with result and exit", async () => {
    const [running] = await converse();
    expect(agent.written.map((line) => line["type"])).toEqual(["control_request", "user"]);
    expect(agent.messages[0]).toMatchObject({ message: { content: [{ type: "text", text: "do it" }] } });
    await agent.say({ ...success, modelUsage: { m: { inputTokens: 2, outputTokens: 1 } } });
    expect(agent.isInputClosed).toBe(true);
    expect(context.notices).toMatchObject([{ usage: { input_tokens: 2, output_tokens: 1 } }]);
    agent.exit();
    expect(await running).toMatchObject({ outcome: "complete", session: "s", usage: { input_tokens: 2 } });
    expect(vi.getTimerCount()).toBe(0);
    expect(agent.ends).toEqual([]);
  });

  it("fails if Claude Code cannot be started", async () => {
    const start = () => Promise.reject(new Error("cannot be started"));
    await expect(ClaudeProcess.start({ start, usedBefore: before })).rejects.toThrow("cannot be started");
  });

  it("is interrupted by a cancel, and then partial", async () => {
    const [running] = await converse();
    context.cancel();
    expect(agent.ends).toEqual([true]);
    expect(agent.written.at(-1)).toMatchObject({ request: { subtype: "interrupt" } });
    agent.exit(null, "SIGKILL");
    expect(await running).toEqual({ outcome: "partial" });
  });

  it("is interrupted if the cancel comes while Claude Code starts", async () => {
    const claude = await startAgent();
    context.cancel();
    agent.exit();
    expect(await executeOn(claude)).toEqual({ outcome: "partial" });
    expect(agent.ends).toEqual([true]);
  });

  it("ends Claude Code if the control protocol is refused", async () => {
    const running = execute();
    await vi.advanceTimersByTimeAsync(0);
    await agent.say({
      type: "control_response",
      response: { subtype: "error", request_id: "host-1", error: "no" },
    });
    expect(agent.ends).toEqual([false]);
    agent.exit(null, "SIGINT");
    await expect(running).rejects.toThrow("Claude Code did not begin: no");
  });

  it("fails with the exit if Claude Code ends before it answers", async () => {
    const running = execute();
    await vi.advanceTimersByTimeAsync(0);
    agent.stderrTail = "bad flag";
    agent.exit(2);
    await expect(running).rejects.toThrow("Claude Code ended without a result: exit code 2; bad flag");
  });

  it("ends Claude Code if it does not end by itself after its result", async () => {
    const [running] = await converse();
    await agent.say(success);
    await vi.advanceTimersByTimeAsync(999);
    expect(agent.ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(agent.ends).toEqual([false]);
    agent.exit(null, "SIGKILL");
    expect(await running).toMatchObject({ outcome: "complete" });
    expect(context.of("warning").map((event) => event.message)).toEqual([
      "Claude Code did not end after its result and was ended",
    ]);
  });

  it("leaves no timer and no listener behind, also after several results", async () => {
    const [running] = await converse();
    await agent.say(success);
    await agent.say(success);
    agent.exit();
    await running;
    expect(vi.getTimerCount()).toBe(0);
    context.cancel();
    expect(agent.ends).toEqual([]);
  });

  it("waits 15 seconds for the exit by default", async () => {
    const setting = { claude: await startAgent(), keepsAgent: false, hasVendorPrices: false };
    void new ClaudeRun(context, setting).execute();
    await vi.advanceTimersByTimeAsync(0);
    await agent.say(success);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(agent.ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(agent.ends).toEqual([false]);
    agent.exit();
  });

  it("gives each message an id of its own, and waits for each", async () => {
    await converse();
    context.steer("one");
    context.steer("two");
    const ids = agent.messages.map((message) => message["uuid"]);
    expect(new Set(ids).size).toBe(3);
    await agent.say({ type: "user", isReplay: true, uuid: ids[2] });
    await agent.say(success);
    expect(agent.isInputClosed).toBe(false);
    await agent.say({ type: "user", isReplay: true, uuid: ids[1] });
    await agent.say(success);
    expect(agent.isInputClosed).toBe(true);
  });

  it("goes on after a result while a sub-agent works", async () => {
    await converse();
    const task = { type: "system", task_id: "x", tool_use_id: "t", task_type: "local_agent" };
    await agent.say({ ...task, subtype: "task_started" });
    await agent.say(success);
    expect(agent.isInputClosed).toBe(false);
    await agent.say({ ...task, subtype: "task_notification", status: "completed" });
    await agent.say(success);
    expect(agent.isInputClosed).toBe(true);
  });

  it("goes on after a result while a message of the user waits", async () => {
    await converse();
    context.steer("another way");
    expect(agent.messages.at(-1)).toMatchObject({ message: { content: "another way" } });
    await agent.say(success);
    expect(agent.isInputClosed).toBe(false);
    await agent.say({ type: "user", isReplay: true, uuid: agent.messages[1]?.["uuid"] });
    await agent.say(success);
    expect(agent.isInputClosed).toBe(true);
  });

  it("does not go on after a result that is an error", async () => {
    const [running] = await converse();
    context.steer("another way");
    await agent.say({ ...success, is_error: true, result: "broken" });
    expect(agent.isInputClosed).toBe(true);
    agent.exit(1);
    await expect(running).rejects.toThrow("Claude Code failed: broken");
  });

  it("warns of a message that came after the result", async () => {
    await converse();
    await agent.say(success);
    context.steer("too late");
    expect(agent.messages.length).toBe(1);
    expect(context.of("warning").map((event) => event.message)).toEqual([
      "a message of the user came after the result and was not read",
    ]);
  });

  it("answers questions about tools while lines go on", async () => {
    await converse();
    const request = {
      subtype: "can_use_tool",
      tool_name: "Read",
      input: { file_path: "a" },
      tool_use_id: "t",
    };
    await agent.say({ type: "control_request", request_id: "q", request });
    expect(agent.written.at(-1)).toMatchObject({
      type: "control_response",
      response: { request_id: "q", response: { behavior: "allow", updatedInput: { file_path: "a" } } },
    });
    expect(context.of("tool_call").map((event) => event.tool_name)).toEqual(["Read"]);
    const hook = { subtype: "hook_callback", callback_id: "pre-tool-use", input: { tool_name: "Read" } };
    await agent.say({ type: "control_request", request_id: "h", request: hook });
    expect(agent.written.at(-1)).toMatchObject({
      response: { request_id: "h", response: { hookSpecificOutput: { permissionDecision: "ask" } } },
    });
  });

  it("passes lines that are no JSON objects on to standard error", async () => {
    await converse();
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await agent.onLine("oops");
    await agent.onLine("  ");
    expect(write.mock.calls).toEqual([["oops\n"]]);
    write.mockRestore();
    expect(context.events).toEqual([]);
  });

  it("asks for an answer in the form of the schema", async () => {
    context = new FakeContext({ outputSchema: { type: "object" } });
    const [running] = await converse();
    expect(agent.written[0]).toMatchObject({ request: { jsonSchema: { type: "object" } } });
    await agent.say(success);
    agent.exit();
    expect(await running).toMatchObject({ outcome: "partial" });
  });

  it("counts tools that were denied", async () => {
    context.decide = async () => ({ verdict: "deny", reason: "no" });
    const [running] = await converse();
    const request = { subtype: "can_use_tool", tool_name: "Read", input: {}, tool_use_id: "t" };
    await agent.say({ type: "control_request", request_id: "q", request });
    await agent.say(success);
    agent.exit();
    expect(await running).toMatchObject({ outcome: "partial" });
    expect(context.of("warning").at(-1)?.message).toBe("nothing was done: 1 tool was denied");
  });
});

describe("a process of Claude Code that stays", () => {
  const answered = (count: number) => ({
    type: "control_response",
    response: { subtype: "success", request_id: `host-${count}`, response: {} },
  });
  const taken = (message: JsonObject | undefined) => ({
    type: "user",
    isReplay: true,
    uuid: message?.["uuid"],
  });

  /** Runs the first order, and leaves the process idle. */
  async function afterOneOrder(): Promise<ClaudeProcess> {
    const claude = await startAgent();
    const running = executeOn(claude, { keepsAgent: true });
    await agent.say({ ...opened, session_id: "s" });
    await agent.say(taken(agent.messages[0]));
    await agent.say({ ...success, modelUsage: { m: { inputTokens: 7, outputTokens: 2 } } });
    await agent.say(answered(2));
    expect(await running).toMatchObject({ outcome: "complete", session: "s", usage: { input_tokens: 7 } });
    expect([claude.isIdle, agent.isInputClosed, agent.ends, vi.getTimerCount()]).toEqual([
      true,
      false,
      [],
      0,
    ]);
    context = new FakeContext();
    return claude;
  }

  it("is asked whether it answers before it gets the next order, and what it wrote until then is dropped", async () => {
    const claude = await afterOneOrder();
    const running = executeOn(claude, { keepsAgent: true });
    await agent.say({ type: "assistant", message: { content: [{ type: "text", text: "late" }] } });
    expect(agent.messages.length).toBe(1);
    expect(agent.written.at(-1)).toMatchObject({
      request: { subtype: "set_permission_mode", mode: "default" },
    });
    await agent.say(answered(3));
    expect(agent.messages.length).toBe(2);
    await agent.say(taken(agent.messages[1]));
    await agent.say({ ...success, modelUsage: { m: { inputTokens: 10, outputTokens: 3 } } });
    await agent.say(answered(4));
    expect(await running).toMatchObject({
      outcome: "complete",
      usage: { input_tokens: 3, output_tokens: 1 },
    });
    expect(context.of("assistant_message")).toEqual([]);
  });

  it("gets messages of the user in its second order too, and none after the end", async () => {
    const running = executeOn(await afterOneOrder(), { keepsAgent: true });
    await agent.say(answered(3));
    await agent.say(taken(agent.messages[1]));
    context.steer("another way");
    expect(agent.messages.at(-1)).toMatchObject({ message: { content: "another way" } });
    await agent.say(success);
    await agent.say(taken(agent.messages[2]));
    await agent.say(success);
    await agent.say(answered(4));
    expect(await running).toMatchObject({ outcome: "complete" });
    context.steer("too late");
    expect(agent.messages.length).toBe(3);
  });

  it("is ended if it does not answer before the next order", async () => {
    const running = executeOn(await afterOneOrder(), { keepsAgent: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(agent.ends).toEqual([false]);
    agent.exit(null, "SIGKILL");
    await expect(running).rejects.toThrow(OrderNotTaken);
    expect([context.events, agent.messages.length]).toEqual([[], 1]);
  });

  it("ends as one that does not stay if it does not answer after its result", async () => {
    const running = executeOn(await startAgent(), { keepsAgent: true });
    await agent.say(opened);
    await agent.say(taken(agent.messages[0]));
    await agent.say(success);
    expect(agent.isInputClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(agent.isInputClosed).toBe(true);
    agent.exit();
    expect(await running).toMatchObject({ outcome: "complete" });
  });
});
