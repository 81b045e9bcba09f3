import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import type { EventDraft } from "../../../sidecar/index.ts";
import { EventWriter } from "../../host/event-writer.ts";
import { FakeContext } from "../../host/fixtures/fake-context.ts";
import { ItemEvents } from "./item-events.ts";
import { Notifications, type TurnEnd, unwantedNotifications } from "./notifications.ts";
import { SubAgents } from "./sub-agents.ts";
import { ThreadUsage } from "./thread-usage.ts";

let events: EventDraft[];
let ends: TurnEnd[];
let items: ItemEvents;
let notifications: Notifications;

beforeEach(() => {
  events = [];
  ends = [];
  const writer = new EventWriter({
    workOrder: new FakeContext({ workspace: { root: "/w" } }).workOrder,
    emit: async (event) => {
      events.push(event);
    },
  });
  items = new ItemEvents(writer);
  const subAgents = new SubAgents();
  subAgents.setMainThread("main");
  notifications = new Notifications({
    writer,
    items,
    subAgents,
    usage: new ThreadUsage(),
    onTurnEnd: (end) => ends.push(end),
  });
});

const handle = (method: string, params: JsonObject) =>
  notifications.handle(method, { threadId: "main", ...params });
const spawn = (threads: string[]) => ({
  item: { type: "collabAgentToolCall", tool: "spawnAgent", id: "spawn", receiverThreadIds: threads },
});

describe("the notifications of Codex", () => {
  it("about items go to the items, with the sub-agent that they come from", async () => {
    await handle("item/started", spawn([]));
    await handle("item/agentMessage/delta", { threadId: "sub", itemId: "m", delta: "early" });
    await handle("item/completed", spawn(["sub"]));
    await handle("item/completed", {
      threadId: "sub",
      item: { type: "agentMessage", id: "m", text: "early" },
    });
    await handle("item/started", { threadId: "sub", item: { type: "reasoning", id: "r" } });
    await handle("item/reasoning/textDelta", { threadId: "sub", itemId: "r", delta: "a" });
    await handle("item/reasoning/summaryTextDelta", { itemId: "s", delta: "b" });
    await handle("item/completed", { item: { type: "agentMessage", id: "n", text: "own" } });
    expect(events.map(({ type, ext }) => [type, ext?.["parent_tool_use_id"], ext?.["thinking"]])).toEqual([
      ["tool_call", undefined, undefined],
      ["assistant_delta", "spawn", undefined],
      ["tool_result", undefined, undefined],
      ["assistant_message", "spawn", undefined],
      ["assistant_delta", "spawn", "a"],
      ["assistant_delta", undefined, "b"],
      ["assistant_message", undefined, undefined],
    ]);
  });

  it("about the output of a command are kept for one that does not end", async () => {
    await handle("item/started", { item: { type: "commandExecution", id: "c", command: "ls" } });
    await items.allow(items.find("c")!);
    await handle("item/commandExecution/outputDelta", { itemId: "c", delta: "partial" });
    await items.close();
    expect(events.at(-1)).toMatchObject({ output: "partial\n[it had not ended when the turn did]" });
  });

  it("about the plan become the plan", async () => {
    const plan = [
      { step: "one", status: "completed" },
      { step: "two", status: "inProgress" },
      { step: "three", status: "pending" },
    ];
    await handle("turn/plan/updated", { plan });
    expect(events[0]!.ext).toEqual({
      plan: [
        { content: "one", status: "completed" },
        { content: "two", status: "in_progress" },
        { content: "three", status: "pending" },
      ],
    });
  });

  it("about usage are counted from the turn that runs", async () => {
    const update = (turnId: string, total: number) => ({
      turnId,
      tokenUsage: { total: { inputTokens: total, outputTokens: 1 }, last: { inputTokens: 1 } },
    });
    await handle("thread/tokenUsage/updated", update("before", 10));
    await handle("turn/started", { turn: { id: "now" } });
    await handle("thread/tokenUsage/updated", update("now", 15));
    expect(events.map(({ ext }) => (ext!["usage"] as { input_tokens: number }).input_tokens)).toEqual([0, 5]);
  });

  it("about the end of a turn count if it is that of the run", async () => {
    await handle("turn/completed", { threadId: "sub", turn: { status: "failed", error: { message: "x" } } });
    expect(ends).toEqual([]);
    await handle("turn/completed", { turn: { status: "completed", error: null } });
    await handle("turn/completed", { turn: { status: "interrupted" } });
    await handle("turn/completed", { turn: { status: "failed", error: { message: "broken" } } });
    expect(ends).toEqual([
      { status: "completed", error: undefined },
      { status: "interrupted", error: undefined },
      { status: "failed", error: "broken" },
    ]);
  });

  it("about errors are warnings while Codex goes on", async () => {
    const error = { message: "broken" };
    await handle("error", { error, willRetry: true });
    await handle("error", { error, willRetry: false, threadId: "sub" });
    await handle("error", { error, willRetry: false });
    expect(events).toEqual([
      { type: "warning", message: "Codex tries again: broken" },
      { type: "warning", message: "a sub-agent of Codex failed: broken" },
      { type: "error", message: "broken" },
    ]);
  });

  it.each([
    ["warning", { message: "careful" }, "careful"],
    ["guardianWarning", { message: "careful" }, "careful"],
    ["configWarning", { summary: "\nnot loaded\n    1. /w/.codex\n" }, "not loaded"],
    ["deprecationNotice", { summary: "old" }, "old"],
    ["model/rerouted", { fromModel: "a", toModel: "b" }, "Codex called b instead of a"],
    [
      "mcpServer/startupStatus/updated",
      { name: "files", status: "failed", error: "no program" },
      "the MCP server files did not start: no program",
    ],
  ])("of the kind %s are warnings", async (method, params, message) => {
    await handle(method, params);
    expect(events).toEqual([{ type: "warning", message }]);
  });

  it("without news make no event", async () => {
    await handle("mcpServer/startupStatus/updated", { name: "files", status: "ready" });
    await handle("thread/name/updated", { name: "x" });
    await handle("turn/started", { turn: { id: "x" } });
    expect(events).toEqual([]);
  });
});

describe("the lines of notifications", () => {
  it.each([...unwantedNotifications, "item/started", "item/commandExecution/outputDelta", "turn/started"])(
    "are not kept for %s",
    (method) => {
      expect(notifications.isBookkeeping(method, {})).toBe(true);
    },
  );

  it("are not kept for what the user said, and kept otherwise", () => {
    const item = (type: string) => ({ item: { type } });
    expect(notifications.isBookkeeping("item/completed", item("userMessage"))).toBe(true);
    expect(notifications.isBookkeeping("item/completed", item("agentMessage"))).toBe(false);
    expect(notifications.isBookkeeping("turn/completed", {})).toBe(false);
    expect(notifications.isBookkeeping("something/new", {})).toBe(false);
  });
});
