import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { counter, event, FakeStarter } from "../fixtures/fakes.ts";
import type { ToolAnswer, ToolQuestion } from "../run-starter.ts";
import { AcpPrompt } from "./acp-prompt.ts";
import type { AcpMode } from "./modes.ts";

interface Asked {
  readonly method: string;
  readonly params: unknown;
}

/** A prompt whose editor gives these answers, one after the other. */
function open(answers: readonly unknown[] = [], mode: AcpMode = "ask") {
  const starter = new FakeStarter();
  const asked: Asked[] = [];
  const updates: unknown[] = [];
  const alwaysAllowed = new Set<string>();
  const prompt = new AcpPrompt({
    starter,
    peer: {
      request: async (method: string, params: unknown) => {
        asked.push({ method, params });
        const answer = answers[asked.length - 1];
        if (answer instanceof Error) throw answer;
        return answer as never;
      },
      notify: (method: string, params: unknown) => void updates.push([method, params]),
    },
    sessionId: "S",
    newId: counter("id-"),
    mode: () => mode,
    alwaysAllowed,
  });
  return { starter, asked, updates, alwaysAllowed, prompt };
}

const request = { task: "t", root: "/w" };
const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });

/** Asks for tools inside of a run, and gives the answers. */
async function decide(
  questions: readonly Partial<ToolQuestion>[],
  answers: readonly unknown[],
  mode: AcpMode = "ask",
  signal = new AbortController().signal,
) {
  const place = open(answers, mode);
  const given: ToolAnswer[] = [];
  place.starter.script = async function* (hooks) {
    for (const question of questions) {
      const whole = { tool: "Bash", input: { command: "ls" }, needsPerson: false, ...question };
      given.push(await hooks.approve(whole, signal));
    }
    yield event({ type: "assistant_message", text: "done" });
  };
  const end = await place.prompt.execute(request);
  return { ...place, given, end };
}

describe("a prompt of an editor", () => {
  it("begins with its notes and ends with the run", async () => {
    const { prompt, updates, starter } = open();
    starter.script = () => [event({ type: "assistant_message", text: "hi" })];
    expect(await prompt.execute({ ...request, notes: ["n"] })).toEqual({
      runId: "run-1",
      hasSession: true,
      stopReason: "end_turn",
    });
    const chunk = (sessionUpdate: string, text: string) => [
      "session/update",
      { sessionId: "S", update: { sessionUpdate, content: { type: "text", text } } },
    ];
    expect(updates).toEqual([chunk("agent_thought_chunk", "n\n"), chunk("agent_message_chunk", "hi")]);
  });

  it("ends tools without a result as failed", async () => {
    const { prompt, updates, starter } = open();
    starter.script = () => [event({ type: "tool_call", tool_name: "Bash", tool_use_id: "t", input: {} })];
    await prompt.execute(request);
    expect(updates.at(-1)).toMatchObject([
      "session/update",
      { update: { toolCallId: "t", status: "failed" } },
    ]);
  });

  it("says why it stopped before its end, and fails with the words of an error", async () => {
    const { prompt, starter } = open();
    starter.end = { error: new AbpError("run_turns_exceeded", "too many"), hasSession: false };
    expect(await prompt.execute(request)).toEqual({
      runId: "run-1",
      hasSession: false,
      stopReason: "max_turn_requests",
    });
    starter.end = { error: new AbpError("run_budget_exceeded", "too dear") };
    await expect(prompt.execute(request)).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("too dear"),
    });
    starter.failure = new Error("no start");
    await expect(prompt.execute(request)).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("no start"),
    });
  });

  it("cancels its run, also if that starts later, and ends as cancelled", async () => {
    const { prompt, starter } = open();
    starter.end = { error: new AbpError("run_cancelled", "stopped") };
    prompt.cancel();
    expect(await prompt.execute(request)).toMatchObject({ stopReason: "cancelled" });
    expect(starter.runs[0]!.cancelled).toEqual(["the editor cancelled the prompt"]);
    const running = open();
    running.starter.script = async function* (_, run) {
      running.prompt.cancel();
      await run.stopped;
      yield event({ type: "assistant_message", text: "x" });
    };
    expect(await running.prompt.execute(request)).toMatchObject({ stopReason: "cancelled" });
  });

  it("is not cancelled by itself", async () => {
    const { prompt, starter } = open();
    await prompt.execute(request);
    expect(starter.runs[0]!.cancelled).toEqual([]);
  });
});

describe("the question for a tool", () => {
  const allowed = { allow: true };
  const rejected = { deny: "the user rejected the tool" };

  it("shows the tool and three options", async () => {
    const { asked, given } = await decide([{}], [selected("allow")]);
    expect(given).toEqual([allowed]);
    const toolCall = {
      ...{ toolCallId: "id-1", title: "Bash: ls", kind: "execute", status: "pending" },
      rawInput: { command: "ls" },
    };
    expect(asked).toEqual([
      {
        method: "session/request_permission",
        params: {
          sessionId: "S",
          toolCall,
          options: [
            { optionId: "allow", name: "Allow", kind: "allow_once" },
            { optionId: "allow-always", name: "Always allow in this session", kind: "allow_always" },
            { optionId: "reject", name: "Reject", kind: "reject_once" },
          ],
        },
      },
    ]);
  });

  it.each<[unknown, object]>([
    [selected("allow"), allowed],
    [selected("allow-always"), allowed],
    [selected("reject"), rejected],
    [{ outcome: { outcome: "cancelled" } }, rejected],
    [{ outcome: { outcome: "cancelled", optionId: "allow" } }, rejected],
    [{ outcome: "selected" }, rejected],
    ["allow", rejected],
    [undefined, rejected],
  ])("is answered with %j", async (answer, verdict) => {
    expect((await decide([{}], [answer])).given).toEqual([verdict]);
  });

  it("comes once for a tool that is always allowed, unless a person is needed", async () => {
    const again = await decide(
      [{}, {}, { needsPerson: true }],
      [selected("allow-always"), selected("reject")],
    );
    expect(again.given).toEqual([allowed, allowed, rejected]);
    expect([...again.alwaysAllowed]).toEqual(["Bash"]);
    const once = await decide([{}, {}], [selected("allow"), selected("reject")]);
    expect(once.given).toEqual([allowed, rejected]);
    expect([...once.alwaysAllowed]).toEqual([]);
  });

  it("is decided by the mode if no person is needed", async () => {
    expect(await decide([{}], [], "auto")).toMatchObject({ given: [allowed], asked: [] });
    expect(await decide([{}], [], "read-only")).toMatchObject({
      given: [{ deny: "the mode of the session is read-only" }],
      asked: [],
    });
    for (const mode of ["auto", "read-only"] as const)
      expect((await decide([{ needsPerson: true }], [selected("allow")], mode)).asked).toHaveLength(1);
  });

  it("ends without an answer when the run gives up", async () => {
    const abort = new AbortController();
    const place = open();
    const given: ToolAnswer[] = [];
    const never = new AcpPrompt({
      starter: place.starter,
      peer: { request: () => new Promise<never>(() => undefined), notify: () => undefined },
      sessionId: "S",
      newId: counter(),
      mode: () => "ask",
      alwaysAllowed: new Set(),
    });
    place.starter.script = async function* (hooks) {
      const answer = hooks.approve({ tool: "Bash", input: {}, needsPerson: false }, abort.signal);
      abort.abort();
      given.push(await answer);
      yield event({ type: "assistant_message", text: "x" });
    };
    await never.execute(request);
    expect(given).toEqual([rejected]);
  });

  it("gives the reason of a denial with the result of the tool", async () => {
    const place = open([selected("reject")]);
    place.starter.script = async function* (hooks) {
      await hooks.approve({ tool: "Bash", input: {}, needsPerson: false }, new AbortController().signal);
      yield event({ type: "tool_result", tool_name: "Bash", output: "", is_error: true });
    };
    await place.prompt.execute(request);
    expect(place.updates.at(-1)).toMatchObject([
      "session/update",
      {
        update: {
          toolCallId: "id-1",
          content: [{ type: "content", content: { type: "text", text: "the user rejected the tool" } }],
        },
      },
    ]);
  });
});
