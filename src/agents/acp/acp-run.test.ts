import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../lib/index.ts";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import type { AcpProfile } from "./acp-profile.ts";
import { executeOrder } from "./fixtures/execute-order.ts";
import { type Answer, FakeAcpAgent } from "./fixtures/fake-acp-agent.ts";
import { acpProfile } from "./profile.ts";

function open(
  answers: Record<string, Answer> = {},
  profile: Partial<AcpProfile> = {},
  context = new FakeContext(),
) {
  const agent = new FakeAcpAgent(answers);
  const all = { ...acpProfile, ...profile };
  return { agent, context, run: { execute: () => executeOrder(all, context, agent.setting) } };
}

const say = (text: string): JsonObject => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
});
const shell = { toolCallId: "t1", title: "ls", kind: "execute", rawInput: { command: "ls" } };
const done = { sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed", rawOutput: "out" };

describe("a run over the Agent Client Protocol", () => {
  it("greets the agent, opens a session and sends the task", async () => {
    const { agent, run } = open();
    expect(await run.execute()).toEqual({ outcome: "complete", session: "session-1" });
    expect(agent.received.map(({ method }) => method)).toEqual([
      "initialize",
      "session/new",
      "session/prompt",
    ]);
    expect(agent.received[2]?.params).toEqual({
      sessionId: "session-1",
      prompt: [{ type: "text", text: "do it" }],
    });
    expect(agent.steps).toEqual(["input closed"]);
  });

  it("does not end the agent again if a cancel comes after the run", async () => {
    const { agent, context, run } = open();
    await run.execute();
    context.cancel();
    expect(agent.ends).toBe(1);
  });

  it("reports text as it comes and the whole message once", async () => {
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        await agent.update(say("Hel"));
        await agent.update(say("lo"));
        return { stopReason: "end_turn" };
      },
    });
    await run.execute();
    expect(context.of("assistant_message")).toEqual([{ type: "assistant_message", text: "Hello" }]);
    expect(context.events[0]?.ext).toMatchObject({ raw_message: { method: "session/update" } });
  });

  it("goes on if the agent sends values that hide their texts", async () => {
    const hidden = { toString: 1, valueOf: 1 };
    const diff = { type: "diff", path: "a", oldText: null, newText: hidden };
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        await agent.update({ sessionUpdate: "tool_call", ...shell, rawInput: { command: hidden } });
        await agent.update({ ...done, content: [diff], rawOutput: hidden });
        return { stopReason: hidden };
      },
    });
    expect(await run.execute()).toMatchObject({ outcome: "partial" });
    expect(context.of("warning").at(-1)?.message).toBe("the agent stopped: [object]");
  });

  it("does not take updates of other sessions, or other notifications, for its own", async () => {
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        await agent.update(say("foreign"), "session-2");
        await agent.line('{"jsonrpc":"2.0","method":"other","params":{"sessionId":"session-1"}}');
        await agent.line('{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"session-1"}}');
        return { stopReason: "end_turn" };
      },
    });
    await run.execute();
    expect(context.of("assistant_message")).toEqual([]);
  });

  it("asks before a tool, and reports the call only when it is allowed", async () => {
    let answer: unknown;
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        await agent.update({ sessionUpdate: "tool_call", ...shell });
        answer = await agent.permission(shell);
        await agent.update(done);
        return { stopReason: "end_turn" };
      },
    });
    expect(await run.execute()).toMatchObject({ outcome: "complete" });
    expect(answer).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(context.asked).toEqual([{ name: "Bash", input: { command: "ls" } }]);
    expect(context.of("tool_call")).toHaveLength(1);
    expect(context.of("tool_result")).toMatchObject([{ tool_name: "Bash", output: "out", is_error: false }]);
    expect(context.of("command_executed")).toMatchObject([{ command: "ls" }]);
  });

  it.each([
    [true, []],
    [false, [{ type: "tool_call", tool_name: "Bash", tool_use_id: "t1", input: { command: "ls" } }]],
  ])(
    "reports a tool that has begun if the agent does not ask for it (asks: %j)",
    async (asksBeforeTools, calls) => {
      const { context, run } = open(
        {
          "session/prompt": async (_params, agent) => {
            await agent.update({ sessionUpdate: "tool_call", ...shell, status: "in_progress" });
            return { stopReason: "end_turn" };
          },
        },
        { asksBeforeTools },
      );
      await run.execute();
      expect(context.of("tool_call")).toMatchObject(calls);
      expect(context.of("tool_call")).toHaveLength(calls.length);
    },
  );

  const server = { toolCallId: "m1", title: "tiny_shout", kind: "other", rawInput: {} };
  it.each([
    ["its arguments", { text: "hi" }, { text: "hi" }],
    ["the word that there are none", {}, { title: "tiny_shout" }],
  ])("asks for a tool once the agent has sent %s after its question", async (_, rawInput, input) => {
    const { context, run } = open(
      {
        "session/prompt": async (_params, agent) => {
          await agent.update({ sessionUpdate: "tool_call", status: "pending", ...server });
          const answered = agent.permission({ ...server, status: "pending" });
          await agent.update({
            sessionUpdate: "tool_call_update",
            ...server,
            status: "in_progress",
            rawInput,
          });
          expect(await answered).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
          return { stopReason: "end_turn" };
        },
      },
      { saysInputAfterQuestion: true },
    );
    await run.execute();
    expect(context.asked).toEqual([{ name: "tiny_shout", input }]);
    expect(context.of("tool_call")).toMatchObject([{ input }]);
  });

  it("denies a tool whose arguments never come, without asking for it", async () => {
    let answer: unknown;
    const { context, run } = open(
      {
        "session/prompt": async (_params, agent) => {
          answer = await agent.permission(server);
          return { stopReason: "end_turn" };
        },
      },
      { saysInputAfterQuestion: true },
    );
    expect(await run.execute()).toMatchObject({ outcome: "partial" });
    expect(answer).toEqual({ outcome: { outcome: "selected", optionId: "no" } });
    expect(context.asked).toEqual([]);
  });

  it("denies a tool in the agent's own words, and has done nothing if all was denied", async () => {
    let answer: unknown;
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        answer = await agent.permission(shell);
        await agent.update({ ...done, status: "failed" });
        return { stopReason: "end_turn" };
      },
    });
    context.decide = async () => ({ verdict: "deny", reason: "not here" });
    expect(await run.execute()).toMatchObject({ outcome: "partial" });
    expect(answer).toEqual({ outcome: { outcome: "selected", optionId: "no" } });
    expect(context.of("tool_call")).toEqual([]);
    expect(context.of("warning")[0]?.message).toContain("not here");
    expect(context.of("tool_result")).toMatchObject([
      { tool_name: "Bash", is_error: true, output: "not here", ext: { denied: "not here" } },
    ]);
    expect(context.of("command_executed")).toEqual([]);
  });

  it("gives a denied tool a result once, also if the agent says nothing of it", async () => {
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        await agent.permission(shell);
        await agent.permission({ ...shell, toolCallId: "t2" });
        await agent.update({ ...done, status: "failed", rawOutput: "canceled by the user" });
        return { stopReason: "end_turn" };
      },
    });
    context.decide = async () => ({ verdict: "deny", reason: "not here" });
    await run.execute();
    const results = context
      .of("tool_result")
      .map(({ tool_use_id, output, ext }) => [tool_use_id, output, ext?.["denied"]]);
    expect(results).toEqual([
      ["t1", "not here", "not here"],
      ["t2", "not here", "not here"],
    ]);
  });

  it("is complete if one tool was denied and another was used", async () => {
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        await agent.permission(shell);
        await agent.permission({ ...shell, toolCallId: "t2" });
        return { stopReason: "end_turn" };
      },
    });
    const verdicts = ["deny", "allow"] as const;
    context.decide = async () => ({ verdict: verdicts[context.asked.length - 1]!, reason: "" });
    expect(await run.execute()).toMatchObject({ outcome: "complete" });
  });

  it("cancels a question that is open when the run is cancelled", async () => {
    let answer: unknown;
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        answer = await agent.permission(shell);
        return { stopReason: "cancelled" };
      },
    });
    context.decide = async () => {
      throw new Error("cancelled");
    };
    expect(await run.execute()).toMatchObject({ outcome: "partial" });
    expect(answer).toEqual({ outcome: { outcome: "cancelled" } });
  });

  it("refuses files and terminals of the client, which it does not offer", async () => {
    let answer: JsonObject = {};
    const { run } = open({
      "session/prompt": async (_params, agent) => {
        answer = await agent.request("fs/write_text_file", { path: "/x", content: "" });
        return { stopReason: "end_turn" };
      },
    });
    await run.execute();
    expect(answer).toMatchObject({
      error: { code: -32_601, message: "fs/write_text_file is not offered by this client" },
    });
  });

  it.each(["max_tokens", "max_turn_requests", "refusal", undefined])(
    "is partial when the agent stops with %s",
    async (stopReason) => {
      const { context, run } = open({ "session/prompt": () => ({ stopReason }) });
      expect(await run.execute()).toMatchObject({ outcome: "partial" });
      expect(context.of("warning")).toEqual([
        { type: "warning", message: `the agent stopped: ${String(stopReason)}` },
      ]);
    },
  );

  it("asks the agent to stop when the run is cancelled", async () => {
    const { agent, context, run } = open({
      "session/prompt": async (_params, agent) => {
        await agent.update(say("working"));
        return undefined;
      },
      "session/cancel": (_params, agent) => agent.exit(),
    });
    const result = run.execute();
    await context.seen("assistant_delta");
    context.cancel();
    await expect(result).rejects.toThrow("ended with exit code 0");
    expect(agent.received.at(-1)).toEqual({ method: "session/cancel", params: { sessionId: "session-1" } });
    expect(context.of("assistant_message")).toMatchObject([{ text: "working" }]);
  });

  it("closes the agent's input if the run is cancelled before there is a session", async () => {
    const { agent, context, run } = open({
      "session/new": () => {
        context.cancel();
        return undefined;
      },
    });
    await expect(run.execute()).rejects.toThrow("before it had answered");
    expect(agent.steps[0]).toBe("input closed");
    expect(agent.received.map(({ method }) => method)).not.toContain("session/cancel");
  });

  it("does not start an agent for a run that is cancelled already", async () => {
    const { agent, context, run } = open();
    context.cancel();
    await expect(run.execute()).rejects.toThrow("cancelled");
    expect(agent.received).toEqual([]);
  });

  it("fails when the agent exits in the middle", async () => {
    const { run } = open({
      "session/prompt": (_params, agent) => agent.exit({ code: 3 }),
    });
    await expect(run.execute()).rejects.toThrow("ACP agent ended with exit code 3 before it had answered");
  });

  it("names the signal that ended the agent", async () => {
    const { run } = open({
      initialize: (_params, agent) => agent.exit({ code: null, signal: "SIGKILL" }),
    });
    await expect(run.execute()).rejects.toThrow("ended with signal SIGKILL");
  });

  it("fails with the fault of the agent's output", async () => {
    const { run } = open({
      "session/prompt": (_params, agent) => agent.exit({ fault: new Error("line too long") }),
    });
    await expect(run.execute()).rejects.toThrow("line too long");
  });

  it("fails with the message of the agent, and ends it", async () => {
    const { agent, run } = open({ "session/prompt": () => new Error("quota") });
    await expect(run.execute()).rejects.toThrow("session/prompt failed: quota");
    expect(agent.steps).toEqual(["input closed"]);
  });

  it("notes the first lines that are not JSON, and goes on", async () => {
    const { context, run } = open({
      "session/prompt": async (_params, agent) => {
        await agent.line("");
        for (let count = 0; count < 9; count += 1) await agent.line("Loading...");
        return { stopReason: "end_turn" };
      },
    });
    expect(await run.execute()).toMatchObject({ outcome: "complete" });
    expect(context.of("warning")).toHaveLength(5);
  });

  it("keeps no bookkeeping and nothing from before the session", async () => {
    const { context, run } = open({
      "session/new": async (_params, agent) => {
        await agent.update({ sessionUpdate: "available_commands_update" });
        return { sessionId: "session-1" };
      },
      "session/prompt": async (_params, agent) => {
        await agent.update({ sessionUpdate: "available_commands_update" });
        await agent.update({ sessionUpdate: "something_new" });
        return { stopReason: "end_turn" };
      },
    });
    await run.execute();
    const kept = context.events.map((event) => JSON.stringify(event.ext));
    expect(kept).toHaveLength(2);
    expect(kept[0]).toContain("something_new");
    expect(kept[1]).toContain("end_turn");
  });

  it("reports usage, and the agent's own figures beside it", async () => {
    const usage = { inputTokens: 3, outputTokens: 1, totalTokens: 4 };
    const { run } = open({ "session/prompt": () => ({ stopReason: "end_turn", usage }) });
    expect(await run.execute()).toMatchObject({
      usage: { input_tokens: 3, output_tokens: 1 },
      usageRaw: usage,
    });
  });

  it("keeps the agent's figures from `_meta`, and none if it is empty", async () => {
    const meta = { quota: { n: 1 } };
    const given = open({ "session/prompt": () => ({ stopReason: "end_turn", _meta: meta }) });
    expect((await given.run.execute()).usageRaw).toEqual(meta);
    const empty = open({ "session/prompt": () => ({ stopReason: "end_turn", _meta: {} }) });
    expect(await empty.run.execute()).not.toHaveProperty("usageRaw");
  });

  it("fails if the agent hides a failure in its last message", async () => {
    const { run } = open(
      {
        "session/prompt": async (_params, agent) => {
          await agent.update(say("Error: no credit"));
          return { stopReason: "end_turn" };
        },
      },
      { readFailure: ([first, second]) => (second === undefined ? first : undefined) },
    );
    await expect(run.execute()).rejects.toThrow("Error: no credit");
  });

  it("says that images are left out if the agent takes none", async () => {
    const images = [{ media_type: "image/png", data: "aGk=" }];
    const context = new FakeContext();
    context.workOrder.context.images = images;
    const { agent, run } = open({}, {}, context);
    await run.execute();
    expect(context.of("warning")).toMatchObject([
      { message: "ACP agent takes no images: they are left out" },
    ]);
    expect(agent.received.at(-1)?.params["prompt"]).toHaveLength(1);
  });

  it("sends images if the agent takes them", async () => {
    const context = new FakeContext();
    context.workOrder.context.images = [{ media_type: "image/png", data: "aGk=" }];
    const can = { agentCapabilities: { promptCapabilities: { image: true } } };
    const { agent, run } = open({ initialize: () => can }, {}, context);
    await run.execute();
    expect(context.of("warning")).toEqual([]);
    expect(agent.received.at(-1)?.params["prompt"]).toMatchObject([
      { type: "text" },
      { type: "image", mimeType: "image/png", data: "aGk=" },
    ]);
  });
});

describe("an earlier conversation", () => {
  it("is not reported again, not even if its updates come after the answer", async () => {
    const context = new FakeContext();
    context.workOrder.resume = { run_id: "r", session: "session-1" };
    let late: Promise<void> = Promise.resolve();
    const { agent, run } = open(
      {
        initialize: () => ({ agentCapabilities: { loadSession: true } }),
        "session/load": async (_params, agent) => {
          await agent.update(say("before"));
          late = setTimeout(20).then(() => agent.update(say("after")));
          return {};
        },
        "session/prompt": async (_params, agent) => {
          await late;
          await agent.update(say("new"));
          return { stopReason: "end_turn" };
        },
      },
      {},
      context,
    );
    expect(await run.execute()).toMatchObject({ session: "session-1" });
    expect(context.of("assistant_message")).toEqual([{ type: "assistant_message", text: "new" }]);
    expect(agent.received.map(({ method }) => method)).toContain("session/load");
  });

  it("is not waited for once the run is cancelled, whatever the agent still repeats", async () => {
    const context = new FakeContext();
    context.workOrder.resume = { run_id: "r", session: "session-1" };
    const { agent, run } = open(
      {
        initialize: () => ({ agentCapabilities: { loadSession: true } }),
        "session/load": (_params, agent) => {
          const repeating = setInterval(() => void agent.update(say("before")), 20);
          onTestFinished(() => clearInterval(repeating));
          setImmediate(() => context.cancel("enough"));
          return {};
        },
      },
      {},
      context,
    );
    await expect(run.execute()).rejects.toThrow();
    expect(agent.received.map(({ method }) => method)).not.toContain("session/prompt");
  });
});

describe("the hooks of an agent", () => {
  const hook: AcpProfile["hook"] = {
    read: (question) => ({ nativeName: "shell", input: question, id: "h1" }),
    isAbout: ({ id }, call) => call.id.endsWith(`:${id}`),
  };
  const describeTool: AcpProfile["describeTool"] = (call) => ({
    name: "Bash",
    nativeName: call.firstTitle,
    input: call.input,
  });
  const announced = { sessionUpdate: "tool_call", toolCallId: "0:h1", title: "Running", rawInput: { a: 1 } };

  it("are asked once, and decide the agent's own question too", async () => {
    const answers: unknown[] = [];
    const { agent, context, run } = open(
      {
        "session/prompt": async (_params, agent) => {
          await agent.update(announced);
          answers.push(await agent.hook({ command: "ls" }), await agent.permission({ toolCallId: "0:h1" }));
          return { stopReason: "end_turn" };
        },
      },
      { hook, describeTool },
    );
    context.decide = async () => ({ verdict: "deny", reason: "no" });
    await run.execute();
    expect(context.asked).toEqual([{ name: "Bash", input: { command: "ls" } }]);
    expect(answers).toEqual([
      { verdict: "deny", reason: "no" },
      { outcome: { outcome: "selected", optionId: "no" } },
    ]);
    expect(agent.hooksClosed).toBe(true);
  });

  it("are answered for the calls of a sub-agent, which are not announced", async () => {
    const { context, run } = open(
      {
        "session/prompt": async (_params, agent) => {
          await agent.hook({ command: "ls" });
          await agent.permission({ toolCallId: "0:h1" });
          return { stopReason: "end_turn" };
        },
      },
      { hook, describeTool },
    );
    await run.execute();
    expect(context.asked).toHaveLength(1);
    expect(context.of("tool_call")).toMatchObject([{ tool_use_id: "h1", ext: { native_tool: "shell" } }]);
  });

  it("are not opened for an agent without hooks, and closed if the agent fails", async () => {
    const without = open();
    await without.run.execute();
    expect(without.agent.hooksClosed).toBe(false);
    const failing = open({ initialize: () => new Error("no") }, { hook });
    await expect(failing.run.execute()).rejects.toThrow("no");
    expect(failing.agent.hooksClosed).toBe(true);
  });
});
