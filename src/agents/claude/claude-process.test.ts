import { expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import type { JsonObject } from "../../lib/index.ts";
import type { AgentEnd, AgentStart } from "../host/agent-process.ts";
import { type ClaudeListener, ClaudeProcess } from "./claude-process.ts";

const before = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

/** A Claude Code that answers each request of the host with success, unless it is mute. */
async function open() {
  const ended = Promise.withResolvers<AgentEnd>();
  const written: JsonObject[] = [];
  const steps: string[] = [];
  const part = { isMute: false };
  let onLine: AgentStart["onLine"] = () => undefined;
  const say = async (line: object) => onLine(JSON.stringify(line));
  const agent = {
    ended: ended.promise,
    stderrTail: "the tail",
    write: async (message: object) => {
      const line = message as JsonObject;
      written.push(line);
      const response = { subtype: "success", request_id: line["request_id"], response: {} };
      if (line["type"] === "control_request" && !part.isMute)
        void say({ type: "control_response", response });
    },
    closeInput: () => void steps.push("input closed"),
    end: async (interrupt?: () => unknown) => {
      steps.push(interrupt === undefined ? "signals" : "end");
      interrupt?.();
      ended.resolve({ code: 0, signal: null, fault: undefined });
      return ended.promise;
    },
  };
  const claude = await ClaudeProcess.start({
    start: async (receive) => {
      onLine = receive;
      return agent;
    },
    usedBefore: before,
  });
  const state = () => {
    const { session, isOpen, isIdle, hasEnded } = claude;
    return { session, isOpen, isIdle, hasEnded };
  };
  /** Asks, and gives the answer of the host. */
  const ask = async (request: object) => {
    written.length = 0;
    await say({ type: "control_request", request_id: "r", request });
    await eventually(() => expect(written).toHaveLength(1));
    return (written[0]!["response"] as JsonObject)["response"];
  };
  const requests = () => written.map(({ request }) => request);
  return { claude, agent, part, steps, state, say, ask, requests, text: (line: string) => onLine(line) };
}

function listen() {
  const heard: unknown[] = [];
  const listener: ClaudeListener = {
    onLine: async (line, characters) => void heard.push([line, characters]),
    canUseTool: async () => ({ behavior: "allow" }),
    preToolUse: () => ({ asked: true }),
  };
  return { heard, listener };
}

const tool = { subtype: "can_use_tool", tool_name: "Bash", input: {} };
const hook = { subtype: "hook_callback", callback_id: "pre-tool-use", input: {} };

it("a process has nothing to do between two orders, in which nobody allows a tool or hears it", async () => {
  const { claude, state, say, ask, requests, steps, text } = await open();
  const own = { session: undefined, isOpen: false, isIdle: false, hasEnded: false };
  expect([state(), claude.usedBefore, claude.stderrTail]).toEqual([own, before, "the tail"]);
  const { heard, listener } = listen();
  await claude.take(listener, { type: "object" });
  expect(requests()).toEqual([
    {
      subtype: "initialize",
      hooks: { PreToolUse: [{ matcher: null, hookCallbackIds: ["pre-tool-use"] }] },
      jsonSchema: { type: "object" },
    },
  ]);
  await say({ type: "system", session_id: "s" });
  for (const session_id of ["", 7]) await say({ session_id });
  expect(state()).toEqual({ ...own, session: "s", isOpen: true });
  expect([await ask(tool), await ask(hook)]).toEqual([{ behavior: "allow" }, { asked: true }]);
  expect(heard).toEqual([
    [{ type: "system", session_id: "s" }, 34],
    [{ session_id: "" }, 17],
    [{ session_id: 7 }, 16],
  ]);
  heard.length = 0;
  const used = { ...before, input: 3 };
  claude.leave(used);
  const kept = { ...own, session: "s", isOpen: true };
  expect([state(), claude.usedBefore]).toEqual([{ ...kept, isIdle: true }, used]);
  await say({ type: "late" });
  await text(" ");
  const deny = "no order is under way";
  expect([await ask(tool), await ask(hook), heard]).toEqual([
    { behavior: "deny", message: deny },
    {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: deny,
      },
    },
    [],
  ]);
  await claude.take(listener, undefined);
  expect(requests().slice(1)).toEqual([{ subtype: "set_permission_mode", mode: "default" }]);
  expect(state()).toEqual(kept);
  const end = { code: 0, signal: null, fault: undefined };
  expect([await claude.end(), await claude.end()]).toEqual([end, end]);
  expect([state(), steps]).toEqual([{ ...kept, hasEnded: true }, ["end", "input closed"]]);
});

it.each<[string, (claude: ClaudeProcess) => Promise<AgentEnd>, readonly string[], readonly object[]]>([
  ["by an interrupt", (claude) => claude.interrupt(), ["end"], [{ subtype: "interrupt" }]],
  ["by signals", (claude) => claude.stop(), ["signals"], []],
])("a process is stopped %s, and takes no order after it", async (_, stop, steps, sent) => {
  const { claude, steps: done, requests } = await open();
  await stop(claude);
  await claude.ended;
  expect([done, requests()]).toEqual([steps, sent]);
  await expect(claude.take(listen().listener, undefined)).rejects.toThrow("Claude Code has ended");
});

it("a process that is kept has ten seconds to answer", async () => {
  const { claude, part } = await open();
  const { heard, listener } = listen();
  await claude.take(listener, undefined);
  claude.leave(before);
  part.isMute = true;
  vi.useFakeTimers();
  try {
    let isOver = false;
    const taken = claude.take(listener, undefined).finally(() => {
      isOver = true;
    });
    const refused = expect(taken).rejects.toThrow("Claude Code does not answer");
    await vi.advanceTimersByTimeAsync(9999);
    expect([isOver, claude.isIdle]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
    await refused;
  } finally {
    vi.useRealTimers();
  }
  expect(heard).toEqual([]);
});

it("what is no JSON goes to standard error, unless it is blank", async () => {
  const { text } = await open();
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    for (const line of ["", "  ", "Loading..."]) await text(line);
    expect(write.mock.calls).toEqual([["Loading...\n"]]);
  } finally {
    write.mockRestore();
  }
});
