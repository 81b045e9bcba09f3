import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import { EventWriter } from "../../host/event-writer.ts";
import { FakeContext } from "../../host/fixtures/fake-context.ts";
import { SubAgents } from "../messages/sub-agents.ts";
import { ToolUses } from "../messages/tool-uses.ts";
import { ToolPermission } from "./tool-permission.ts";

let context: FakeContext;
let uses: ToolUses;
let subAgents: SubAgents;
let permission: ToolPermission;

beforeEach(() => {
  context = new FakeContext();
  uses = new ToolUses();
  subAgents = new SubAgents();
  permission = new ToolPermission({
    askTool: context.askTool,
    writer: new EventWriter(context),
    uses,
    subAgents,
  });
});

function decide(request: JsonObject): Promise<object> {
  return permission.decide(request, { type: "control_request", request });
}

describe("the hook before a tool", () => {
  it("makes Claude Code ask for every tool", () => {
    expect(permission.hookAnswer({ tool_name: "Read" })).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        permissionDecisionReason: "the backplane decides",
      },
    });
  });

  it("lets the answer of the run pass", () => {
    expect(permission.hookAnswer({ tool_name: "StructuredOutput" })).toMatchObject({
      hookSpecificOutput: { permissionDecision: "allow", permissionDecisionReason: "the answer of the run" },
    });
  });
});

describe("a permission", () => {
  it("lets an allowed tool have its own input, and reports the call with its line first", async () => {
    const request = { tool_name: "NotebookEdit", input: { notebook_path: "n" }, tool_use_id: "t" };
    expect(await decide(request)).toEqual({ behavior: "allow", updatedInput: { notebook_path: "n" } });
    const input = { notebook_path: "n", file_path: "n" };
    expect(context.asked).toEqual([{ name: "Edit", input }]);
    expect(context.events).toEqual([
      {
        type: "tool_call",
        tool_name: "Edit",
        tool_use_id: "t",
        parent_tool_use_id: null,
        input,
        ext: { native_tool: "NotebookEdit", raw_message: { type: "control_request", request } },
      },
    ]);
    expect(uses.wasAsked("t")).toBe(true);
  });

  it("denies with the reason of the backplane, and reports no call", async () => {
    context.decide = async () => ({ verdict: "deny", reason: "not here" });
    expect(await decide({ tool_name: "Read", input: {}, tool_use_id: "t" })).toEqual({
      behavior: "deny",
      message: "not here",
    });
    expect(context.of("warning")).toEqual([{ type: "warning", message: "tool denied: not here (Read)" }]);
    expect(context.of("tool_call")).toEqual([]);
  });

  it("denies and interrupts if nobody answers any more", async () => {
    context.decide = () => Promise.reject(new Error("cancelled"));
    expect(await decide({ tool_name: "Read", tool_use_id: "t" })).toEqual({
      behavior: "deny",
      message: "Error: cancelled",
      interrupt: true,
    });
    expect(context.events).toEqual([]);
  });

  it("links the tool of a sub-agent to its parent, by its message or by the sub-agent", async () => {
    uses.announce("a", { nativeName: "Read", input: {}, parentId: "parent-1" });
    await decide({ tool_name: "Read", tool_use_id: "a" });
    subAgents.observe({
      subtype: "task_started",
      task_id: "x",
      task_type: "local_agent",
      tool_use_id: "parent-2",
    });
    await decide({ tool_name: "Read", tool_use_id: "b", agent_id: "x" });
    expect(context.of("tool_call").map((event) => event.parent_tool_use_id)).toEqual([
      "parent-1",
      "parent-2",
    ]);
  });

  it("is not asked for the answer of the run", async () => {
    const request = { tool_name: "StructuredOutput", input: { a: 1 }, tool_use_id: "t" };
    expect(await decide(request)).toEqual({ behavior: "allow", updatedInput: { a: 1 } });
    expect(context.asked).toEqual([]);
    expect(context.events).toEqual([]);
  });
});
