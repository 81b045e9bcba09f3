import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import type { EventDraft } from "../../../sidecar/index.ts";
import { EventWriter } from "../../host/event-writer.ts";
import { FakeContext } from "../../host/fixtures/fake-context.ts";
import { ItemEvents } from "./item-events.ts";

let events: EventDraft[];
let writer: EventWriter;
let items: ItemEvents;

beforeEach(() => {
  events = [];
  writer = new EventWriter({
    workOrder: new FakeContext({ workspace: { root: "/w" } }).workOrder,
    emit: async (event) => {
      events.push(event);
    },
  });
  items = new ItemEvents(writer);
});

const types = () => events.map(({ type }) => type);
const command = (id: string, more: JsonObject = {}): JsonObject => ({
  type: "commandExecution",
  id,
  command: "/bin/bash -lc ls",
  cwd: "/w",
  status: "inProgress",
  ...more,
});

describe("the items of messages", () => {
  it("come in pieces and once as a whole", async () => {
    await items.started({ type: "agentMessage", id: "m", text: "" }, undefined);
    await items.textPiece("m", "Hel", undefined);
    await items.textPiece("m", "lo", undefined);
    await items.completed({ type: "agentMessage", id: "m", text: "Hello" }, undefined);
    expect(events).toEqual([
      { type: "assistant_delta", text: "Hel" },
      { type: "assistant_delta", text: "lo" },
      { type: "assistant_message", text: "Hello" },
    ]);
    expect(items.lastMessage).toBe("Hello");
  });

  it("name the tool call of a sub-agent, whose message is not the last one of the run", async () => {
    await items.textPiece("s", "sub", "call");
    await items.completed({ type: "agentMessage", id: "s", text: "sub" }, "call");
    expect(events.map(({ ext }) => ext)).toEqual([
      { parent_tool_use_id: "call" },
      { parent_tool_use_id: "call" },
    ]);
    expect(items.lastMessage).toBeUndefined();
  });
});

describe("the items of thinking", () => {
  const whole = { type: "reasoning", id: "r", summary: ["short"], content: ["long", 7] } as never;

  it("come in pieces and not again as a whole", async () => {
    await items.started({ type: "reasoning", id: "r" }, "call");
    await items.thinkingPiece("r", "hm", "call");
    await items.completed(whole, "call");
    expect(events).toEqual([
      { type: "assistant_delta", text: "", ext: { thinking: "hm", parent_tool_use_id: "call" } },
    ]);
  });

  it("come as a whole if there were no pieces", async () => {
    await items.started({ type: "reasoning", id: "r" }, undefined);
    await items.completed(whole, undefined);
    await items.completed({ type: "reasoning", id: "unknown", content: ["x"] }, "call");
    expect(events.map(({ ext }) => ext)).toEqual([
      { thinking: "short\n\nlong" },
      { thinking: "x", parent_tool_use_id: "call" },
    ]);
  });
});

describe("the items of tools", () => {
  it("are announced when they are allowed, with the sub-agent that uses them", async () => {
    await items.started(command("c"), "parent");
    expect(events).toEqual([]);
    await items.allow(items.find("c")!);
    expect(events).toMatchObject([{ type: "tool_call", tool_use_id: "c", parent_tool_use_id: "parent" }]);
    expect(items.find("c")!.state).toBe("allowed");
    await items.completed(command("c", { status: "failed", aggregatedOutput: "no", exitCode: 2 }), "parent");
    expect(events.slice(1)).toMatchObject([
      { type: "tool_result", tool_use_id: "c", output: "no", is_error: true },
      { type: "command_executed", command: "ls", exit_code: 2, output_preview: "no" },
    ]);
    expect(items.find("c")).toBeUndefined();
  });

  it("are announced at their end if nobody asked", async () => {
    await items.started(command("c"), "parent");
    await items.completed(command("c", { status: "completed", exitCode: 0 }), "parent");
    expect(types()).toEqual(["tool_call", "tool_result", "command_executed"]);
    expect(events[0]).toMatchObject({ parent_tool_use_id: "parent" });
    expect(events[0]!.ext).not.toHaveProperty("synthetic");
  });

  it("are announced at their beginning if Codex never asks", async () => {
    const item = { type: "imageView", id: "i", path: "/w/a.png" };
    await items.started(item, undefined);
    expect(types()).toEqual(["tool_call"]);
    await items.completed(item, undefined);
    expect(types()).toEqual(["tool_call", "tool_result"]);
  });

  it.each(["declined", "failed"])(
    "that are denied have a result that is an error, and nothing else, where they end as %s",
    async (status) => {
      await items.started(command("c"), undefined);
      await items.deny(items.find("c")!, "rule 1");
      expect(items.find("c")!.state).toBe("denied");
      await items.completed(command("c", { status }), undefined);
      expect(events).toMatchObject([
        { type: "warning", message: "tool denied: rule 1 (Bash)" },
        { type: "tool_result", tool_name: "Bash", is_error: true, ext: { denied: "rule 1" } },
      ]);
      expect(events).toHaveLength(2);
    },
  );

  it("that Codex declined by itself ran no command", async () => {
    await items.completed(command("c", { status: "declined" }), undefined);
    expect(events).toMatchObject([
      { type: "tool_call", tool_name: "Bash", ext: { synthetic: true } },
      { type: "tool_result", tool_name: "Bash", is_error: true },
    ]);
  });

  it("name changed files relative to the workspace, and only if the change was made", async () => {
    const changes = ["/w/a", "/w/b/c", "/other", "/w", "/w/..d", "/"].map((path) => ({
      path,
      kind: { type: "add" },
      diff: "",
    }));
    await items.completed({ type: "fileChange", id: "f", changes, status: "completed" }, undefined);
    const paths = events.flatMap((event) => (event.type === "file_changed" ? [event.path] : []));
    expect(paths).toEqual(["a", "b/c", "/other", "/w", "..d", "/"]);
    events.length = 0;
    await items.completed({ type: "fileChange", id: "g", changes, status: "failed" }, undefined);
    expect(types()).not.toContain("file_changed");
    expect(types()).toContain("tool_result");
  });

  it("of other types make no event", async () => {
    await items.started({ type: "contextCompaction", id: "x" }, undefined);
    await items.completed({ type: "contextCompaction", id: "x" }, undefined);
    expect(events).toEqual([]);
  });
});

describe("items that have not ended when the turn does", () => {
  it("get a result with the last output if they had begun", async () => {
    await items.started(command("running"), undefined);
    await items.allow(items.find("running")!);
    items.outputPiece("running", "so far");
    items.outputPiece("unknown", "nothing");
    await items.started(command("quiet"), undefined);
    await items.allow(items.find("quiet")!);
    await items.started({ type: "imageView", id: "image", path: "/w/a.png" }, undefined);
    await items.started(command("waiting"), undefined);
    await items.started(command("refused"), undefined);
    await items.deny(items.find("refused")!, "no");
    await items.started({ type: "agentMessage", id: "m" }, undefined);
    events.length = 0;
    await items.close();
    const note = "[it had not ended when the turn did]";
    expect(events).toMatchObject([
      { type: "tool_result", tool_use_id: "running", output: `so far\n${note}`, is_error: true },
      { type: "tool_result", tool_use_id: "quiet", output: note, is_error: true },
      { type: "tool_result", tool_use_id: "image", output: note, is_error: true },
    ]);
    await items.close();
    expect(events).toHaveLength(3);
  });

  it("keep only the end of a long output", async () => {
    await items.started(command("c"), undefined);
    await items.allow(items.find("c")!);
    items.outputPiece("c", `begin${"x".repeat(8000)}`);
    await items.close();
    const { output } = events.at(-1) as { output: string };
    expect(output).toHaveLength(8000 + "\n[it had not ended when the turn did]".length);
  });

  it("are followed up to a bound", async () => {
    for (let index = 0; index <= 1000; index += 1) await items.started(command(`c${index}`), undefined);
    expect(items.find("c0")).toBeUndefined();
    expect(items.find("c1")).toBeDefined();
    expect(items.find("c1000")).toBeDefined();
  });
});

describe("the call of an MCP tool that Codex asks about", () => {
  const mcp = (id: string, tool: string, args: JsonObject | null, server = "files"): JsonObject => ({
    type: "mcpToolCall",
    id,
    server,
    tool,
    ...(args === null ? {} : { arguments: args }),
  });
  const question = 'Allow the files MCP server to run tool "read"?';

  it("is found by server, name and arguments among those that wait", async () => {
    await items.started(command("c", { server: "files", tool: "read", arguments: {} }), undefined);
    await items.started(mcp("other server", "read", {}, "web"), undefined);
    await items.started(mcp("other tool", "write", {}), undefined);
    await items.started(mcp("other arguments", "read", { a: 1 }), undefined);
    await items.started(mcp("first", "read", {}), undefined);
    await items.started(mcp("second", "read", {}), undefined);
    expect(items.findMcpCall("files", {}, question)?.item["id"]).toBe("first");
    await items.allow(items.find("first")!);
    expect(items.findMcpCall("files", {}, question)?.item["id"]).toBe("second");
    await items.deny(items.find("second")!, "no");
    expect(items.findMcpCall("files", {}, question)).toBeUndefined();
    expect(items.findMcpCall("files", { a: 1 }, question)?.item["id"]).toBe("other arguments");
  });

  it("may have no arguments", async () => {
    await items.started(mcp("none", "read", null), undefined);
    expect(items.findMcpCall("files", null, question)?.item["id"]).toBe("none");
  });
});
