import { beforeEach, describe, expect, it } from "vitest";
import { EventWriter } from "../host/event-writer.ts";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { SessionUpdates } from "./session-updates.ts";
import { describeByKind } from "./tools.ts";

let context: FakeContext;
let writer: EventWriter;
let updates: SessionUpdates;

function open(reportsAtStart = false): void {
  context = new FakeContext();
  writer = new EventWriter(context);
  updates = new SessionUpdates(writer, describeByKind, { reportsAtStart });
}

beforeEach(() => open());

const say = (text: string, messageId?: string) => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  ...(messageId === undefined ? {} : { messageId }),
});
const call = (members: object) => ({ sessionUpdate: "tool_call", toolCallId: "t", ...members });
const update = (members: object) => ({ sessionUpdate: "tool_call_update", toolCallId: "t", ...members });
const messages = () => context.of("assistant_message").map(({ text }) => text);

describe("the updates of a session", () => {
  it("end a message where the next one begins, and where a tool begins", async () => {
    await updates.handle(say("a", "1"));
    await updates.handle(say("b", "1"));
    await updates.handle(say("c", "2"));
    await updates.handle(call({ kind: "read" }));
    await updates.handle(say("d"));
    await updates.handle(say("e", "3"));
    await updates.endMessage();
    expect(messages()).toEqual(["ab", "c", "de"]);
  });

  it("keep the first pieces of the last message", async () => {
    expect(updates.lastMessage).toEqual([]);
    await updates.handle(say("a"));
    await updates.endMessage();
    expect(updates.lastMessage).toEqual(["a"]);
    for (const piece of ["b", "c", "d"]) await updates.handle(say(piece));
    expect(updates.lastMessage).toEqual(["b", "d"]);
  });

  it("report thinking and plans", async () => {
    await updates.handle({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "hm" } });
    await updates.handle({ sessionUpdate: "plan", entries: [{ content: "a", status: "completed" }, {}, 1] });
    await updates.handle({ sessionUpdate: "plan" });
    expect(context.notices).toEqual([
      { thinking: "hm" },
      {
        plan: [
          { content: "a", status: "completed" },
          { content: "", status: "pending" },
        ],
      },
      { plan: [] },
    ]);
  });

  it("pass over what they do not know, and content without text", async () => {
    await updates.handle({ sessionUpdate: "new_thing" });
    await updates.handle({ sessionUpdate: "agent_message_chunk", content: { type: "image" } });
    await updates.handle({ sessionUpdate: "agent_message_chunk" });
    expect(context.events).toEqual([]);
  });

  it("report a result once, with a call if none was reported", async () => {
    await updates.handle(update({ status: "completed", kind: "read", title: "x", rawOutput: { a: 1 } }));
    await updates.handle(update({ status: "completed" }));
    expect(context.events.map(({ type }) => type)).toEqual(["tool_call", "tool_result"]);
    expect(context.of("tool_call")[0]?.ext).toMatchObject({ synthetic: true });
    expect(context.of("tool_result")[0]).toMatchObject({ output: { a: 1 }, is_error: false });
  });

  it("report the shown text of a tool without output", async () => {
    const content = [{ type: "content", content: { type: "text", text: "shown" } }];
    await updates.handle(update({ status: "failed", kind: "search", content }));
    expect(context.of("tool_result")[0]).toMatchObject({ output: "shown", is_error: true });
  });

  it("report a call at its start only if the agent is not asked", async () => {
    const begun = { status: "in_progress", kind: "execute", rawInput: { command: "ls" } };
    await updates.handle(update(begun));
    expect(context.events).toEqual([]);
    open(true);
    await updates.handle(call({ status: "pending", kind: "execute", rawInput: { command: "ls" } }));
    await updates.handle({ ...update({ status: "in_progress" }), toolCallId: "empty" });
    expect(context.events).toEqual([]);
    await updates.handle(update(begun));
    expect(context.of("tool_call")).toMatchObject([{ tool_use_id: "t", tool_name: "Bash" }]);
  });

  it.each([
    [{ metadata: { exit: 3 } }, 3],
    [{ exitCode: 4 }, 4],
    [{ exit_code: 5 }, 5],
    [{ contents: [null, { exitCode: 6 }] }, 6],
    [{ exit: "7" }, null],
    ["text", null],
  ])("read the exit code of a command from %j", async (rawOutput, code) => {
    await updates.handle(update({ status: "completed", kind: "execute", title: "ls", rawOutput }));
    expect(context.of("command_executed")).toEqual([
      { type: "command_executed", command: "ls", exit_code: code, output_preview: null },
    ]);
  });

  it("do not report a command as executed that an agent which asks refused by itself", async () => {
    await updates.handle(
      update({ status: "failed", kind: "execute", title: "ls", rawOutput: "not allowed" }),
    );
    expect(context.events.map(({ type }) => type)).toEqual(["tool_result"]);
    expect(context.of("tool_result")[0]).toMatchObject({ tool_name: "Bash", is_error: true });
  });

  it.each([
    ["says how it ended", false, { exitCode: 1 }],
    ["does not ask", true, "failed"],
  ])("report a failed command as executed if the agent %s", async (_, reportsAtStart, rawOutput) => {
    open(reportsAtStart);
    await updates.handle(update({ status: "failed", kind: "execute", title: "ls", rawOutput }));
    expect(context.events.map(({ type }) => type)).toEqual(["tool_call", "tool_result", "command_executed"]);
  });

  it.each([
    [{ oldText: null, newText: "a" }, "written"],
    [{ oldText: "", newText: "a" }, "written"],
    [{ oldText: "a", newText: "b" }, "edited"],
    [{ oldText: "a", newText: "" }, "emptied"],
  ])("report the change that %j shows", async (texts, summary) => {
    const content = [{ type: "diff", path: "/x", ...texts }];
    await updates.handle(update({ status: "completed", kind: "edit", content }));
    expect(context.of("file_changed")).toEqual([{ type: "file_changed", path: "/x", summary }]);
  });

  it("report a change that is not shown, and none of a tool that failed or only read", async () => {
    const rawInput = { path: "/x" };
    await updates.handle(update({ status: "completed", kind: "edit", rawInput }));
    expect(context.of("file_changed")).toEqual([{ type: "file_changed", path: "/x", summary: "edited" }]);
    open();
    await updates.handle(update({ status: "failed", kind: "edit", rawInput }));
    await updates.handle({ ...update({ status: "completed", kind: "read", rawInput }), toolCallId: "r" });
    await updates.handle({ ...update({ status: "completed", kind: "edit" }), toolCallId: "nowhere" });
    expect(context.of("file_changed")).toEqual([]);
  });

  it.each([
    ["available_commands_update", true],
    ["config_option_update", true],
    ["current_mode_update", true],
    ["session_info_update", true],
    ["user_message_chunk", true],
    ["usage_update", false],
    ["tool_call", false],
    ["plan", false],
  ])("of the kind %s are bookkeeping: %s", (sessionUpdate, isBookkeeping) => {
    expect(SessionUpdates.isBookkeeping({ sessionUpdate })).toBe(isBookkeeping);
  });

  it("about a tool are bookkeeping until it ends", () => {
    const statuses = ["pending", "in_progress", undefined, "completed", "failed"];
    expect(statuses.map((status) => SessionUpdates.isBookkeeping(update({ status })))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(SessionUpdates.isBookkeeping({})).toBe(false);
  });
});

describe("the question of a hook", () => {
  it("names a call by itself if the agent's hook does not", async () => {
    const hook = { read: () => question, isAbout: () => false };
    const question = { nativeName: "task", input: { a: 1 }, id: "" };
    const first = await updates.hooked(hook, question);
    expect(first).toMatchObject({ name: "task", nativeName: "task", input: { a: 1 } });
    expect(first.id).toMatch(/^hook-[0-9a-f-]{36}$/);
  });

  it("decides on a call that is announced later under a longer id", async () => {
    const hook = { read: () => question, isAbout: () => false };
    const question = { nativeName: "Bash", input: { command: "ls" }, id: "h1" };
    const { id, name } = await updates.hooked(hook, question);
    await writer.toolDenied({ id, name }, "not here");
    const late = { toolCallId: "0:h1", status: "completed", kind: "execute", title: "ls", rawOutput: "no" };
    await updates.handle(update(late));
    expect(context.events.map(({ type }) => type)).toEqual(["warning", "tool_result"]);
    expect(context.of("tool_result")[0]).toMatchObject({ tool_use_id: "h1", ext: { denied: "not here" } });
  });
  it("keeps the rest of a longer id whole", async () => {
    const hook = { read: () => question, isAbout: () => false };
    const question = { nativeName: "Bash", input: {}, id: "h:1" };
    const { id, name } = await updates.hooked(hook, question);
    await writer.toolDenied({ id, name }, "not here");
    await updates.handle(
      update({ toolCallId: "0:h:1", status: "completed", kind: "execute", rawOutput: "no" }),
    );
    expect(context.of("tool_result")[0]).toMatchObject({ tool_use_id: "h:1" });
  });
});

describe("updates in other forms", () => {
  it("say what can be read of them", async () => {
    await updates.handle({ sessionUpdate: "agent_message_chunk", content: "x" });
    await updates.handle({ sessionUpdate: "agent_message_chunk", content: { text: 5 } });
    await updates.handle({ sessionUpdate: "plan", entries: 5 });
    await updates.handle({ sessionUpdate: "plan", entries: [5, {}, { content: "a", status: "done" }] });
    await updates.handle({ sessionUpdate: "odd" });
    await updates.handle({});
    const shown = context.events.map(({ type, ext }) => [type, ext]);
    const plan = [
      { content: "", status: "pending" },
      { content: "a", status: "done" },
    ];
    expect(shown).toEqual([
      ["assistant_delta", { plan: [] }],
      ["assistant_delta", { plan }],
    ]);
  });

  it("finish a call once, and a command without its exit", async () => {
    const done = update({
      status: "completed",
      kind: "execute",
      rawInput: { command: "ls" },
      rawOutput: null,
    });
    await updates.handle(done);
    await updates.handle(done);
    expect(context.of("tool_result")).toHaveLength(1);
    expect(context.of("command_executed")).toMatchObject([{ command: "ls", exit_code: null }]);
  });
});
