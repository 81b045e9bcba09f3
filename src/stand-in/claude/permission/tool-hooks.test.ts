import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import { CHANGED_INPUT } from "./changed-input.ts";
import { type HookDecision, ToolHooks } from "./tool-hooks.ts";

const signal = new AbortController().signal;
const tool = { id: "t-1", name: "Bash", input: { a: 1 }, base: { session_id: "s" } };

/** Hooks whose callbacks answer with these outputs, by their ids. */
function open(hooks: unknown, outputs: Readonly<Record<string, JsonObject | Error | string>> = {}) {
  const requests: unknown[] = [];
  const channel = {
    request: async (request: object, given: AbortSignal | undefined) => {
      expect(given).toBe(signal);
      requests.push(request);
      const output = outputs[(request as { callback_id: string }).callback_id] ?? {};
      if (typeof output === "string") throw output;
      if (output instanceof Error) throw output;
      return output as JsonObject;
    },
  };
  return { hooks: new ToolHooks(hooks, channel), requests };
}

const group = (ids: unknown, more: object = {}) => ({ hookCallbackIds: ids, ...more });
const registered = (...groups: unknown[]) => ({ PreToolUse: groups });
const specific = (members: object) => ({ hookSpecificOutput: { ...members } }) as JsonObject;

describe("the hooks of a program", () => {
  it.each<[unknown, boolean, readonly string[]]>([
    [undefined, true, []],
    ["none", true, []],
    [{}, true, []],
    [{ PreToolUse: "none" }, true, []],
    [{ PreToolUse: ["no group"] }, true, []],
    [{ PostToolUse: [group(["a"])], Stop: [] }, true, ["PostToolUse", "Stop"]],
    [{ PreToolUse: [group(["a"])], Stop: [] }, false, ["Stop"]],
  ])("%j are empty: %s, and others are never called: %j", (given, isEmpty, otherEvents) => {
    const { hooks } = open(given);
    expect([hooks.isEmpty, hooks.otherEvents]).toEqual([isEmpty, otherEvents]);
  });

  it.each<[unknown, boolean[]]>([
    [undefined, [true, true, true]],
    ["", [true, true, true]],
    ["*", [true, true, true]],
    [1, [true, true, true]],
    ["(", [true, true, true]],
    ["Bash", [true, false, false]],
    ["Bash|Edit", [true, false, true]],
    ["Bash.*", [true, true, false]],
  ])("with the matcher %j are for Bash, BashOutput and Edit: %j", (matcher, concerned) => {
    const { hooks } = open(registered(group(["a"], matcher === undefined ? {} : { matcher })));
    expect(["Bash", "BashOutput", "Edit"].map((name) => hooks.concern(name))).toEqual(concerned);
  });

  it("are asked all at once, each with what Claude Code says of a tool", async () => {
    const { hooks, requests } = open(
      registered(group(["a", 1, "b"]), group(["c"], { matcher: "Edit" }), group("none"), group(["d"])),
    );
    expect(await hooks.decide(tool, signal)).toEqual({ verdict: "none" });
    expect(requests).toEqual(
      ["a", "b", "d"].map((callback_id) => ({
        subtype: "hook_callback",
        callback_id,
        input: {
          session_id: "s",
          hook_event_name: "PreToolUse",
          tool_name: "Bash",
          tool_input: { a: 1 },
          tool_use_id: "t-1",
        },
        tool_use_id: "t-1",
      })),
    );
  });
});

describe("the decision of a hook", () => {
  const denied = (reason: string): HookDecision => ({ verdict: "deny", reason });
  it.each<[JsonObject, HookDecision]>([
    [{}, { verdict: "none" }],
    [specific({ permissionDecision: "allow" }), { verdict: "allow" }],
    [{ decision: "approve" }, { verdict: "allow" }],
    [specific({ permissionDecision: "ask" }), { verdict: "ask" }],
    [{ ...specific({ permissionDecision: "ask" }), decision: "approve" }, { verdict: "ask" }],
    [specific({ permissionDecision: "defer" }), { verdict: "none" }],
    [{ hookSpecificOutput: "allow", decision: "other", continue: true }, { verdict: "none" }],
    [specific({ permissionDecision: "deny" }), denied("a hook denied the tool")],
    [{ decision: "block" }, denied("a hook denied the tool")],
    [{ continue: false }, denied("a hook denied the tool")],
    [{ decision: "block", stopReason: "stopped" }, denied("stopped")],
    [{ decision: "block", stopReason: "stopped", reason: "why" }, denied("why")],
    [
      { ...specific({ permissionDecision: "deny", permissionDecisionReason: "first" }), reason: "why" },
      denied("first"),
    ],
    [specific({ permissionDecision: "allow", updatedInput: { a: 1 } }), { verdict: "allow" }],
    [specific({ permissionDecision: "allow", updatedInput: null }), { verdict: "allow" }],
    [specific({ permissionDecision: "allow", updatedInput: { a: 2 } }), denied(CHANGED_INPUT)],
    [specific({ permissionDecision: "ask", updatedInput: { a: 2 } }), denied(CHANGED_INPUT)],
    [
      specific({ permissionDecision: "deny", permissionDecisionReason: "no", updatedInput: {} }),
      denied("no"),
    ],
  ])("with the output %j is %j", async (output, decision) => {
    const { hooks } = open(registered(group(["a"])), { a: output });
    expect(await hooks.decide(tool, signal)).toEqual(decision);
  });

  it("counts most if it denies, and more if it asks than if it allows", async () => {
    const outputs = {
      allow: { decision: "approve" },
      ask: specific({ permissionDecision: "ask" }),
      deny: { decision: "block", reason: "no" },
      none: {},
    };
    const decide = (...ids: string[]) => open(registered(group(ids)), outputs).hooks.decide(tool, signal);
    expect(await decide("none", "allow")).toEqual({ verdict: "allow" });
    expect(await decide("allow", "ask", "none")).toEqual({ verdict: "ask" });
    expect(await decide("ask", "allow", "deny")).toEqual(denied("no"));
  });

  it("is none if the hook fails, unless a failure blocks", async () => {
    const outputs = { a: new Error("broken"), b: "words" };
    const decide = (id: string, onFailure?: string) =>
      open(registered(group([id], { onFailure })), outputs).hooks.decide(tool, signal);
    expect(await decide("a")).toEqual({ verdict: "none" });
    expect(await decide("a", "warn")).toEqual({ verdict: "none" });
    expect(await decide("a", "block")).toEqual(denied("a hook failed: broken"));
    expect(await decide("b", "block")).toEqual(denied("a hook failed: words"));
  });
});
