import { describe, expect, it, vi } from "vitest";
import { compileGlobSet, type JsonObject } from "../../../lib/index.ts";
import { claudeFeatures } from "../features.ts";
import { CHANGED_INPUT } from "./changed-input.ts";
import type { PermissionMode } from "./permission-mode.ts";
import { readRules } from "./permission-rules.ts";
import { namesTool } from "./rules/rule.ts";
import { ToolHooks } from "./tool-hooks.ts";
import { ToolPermission } from "./tool-permission.ts";

const open = () => new AbortController().signal;

interface Setup {
  readonly mode?: PermissionMode;
  readonly allowed?: readonly string[];
  readonly denied?: readonly string[];
  readonly asked?: readonly string[];
  readonly hasCallback?: boolean;
  readonly answer?: JsonObject | Error;
  readonly hooks?: object;
  readonly hookAnswer?: JsonObject | Error;
}

function setUp({
  mode = "default",
  allowed,
  denied,
  asked,
  hasCallback = true,
  answer,
  hooks,
  hookAnswer,
}: Setup = {}) {
  const requests: JsonObject[] = [];
  const channel = {
    request: async (request: object): Promise<JsonObject> => {
      requests.push(request as JsonObject);
      const given = (request as JsonObject)["subtype"] === "hook_callback" ? hookAnswer : answer;
      if (given instanceof Error) throw given;
      return given ?? {};
    },
  };
  const onInterrupt = vi.fn();
  const permission = new ToolPermission({
    mode,
    ...readRules({ allowed, denied, asked }),
    cwd: "/w",
    hasCallback,
    channel,
    hookBase: () => ({ session_id: "s" }),
    onInterrupt,
  });
  if (hooks !== undefined) permission.hooks = new ToolHooks(hooks, channel);
  const decide = (name: string, needsPerson = false, input: unknown = { command: "x" }) =>
    permission.decide({ id: "t1", name, input }, { tool: name, input, needsPerson }, open());
  return { permission, requests, decide, onInterrupt };
}

const allow = { allow: true };

describe("ToolPermission", () => {
  it.each([
    ["default", "Read", allow],
    ["default", "Grep", allow],
    ["acceptEdits", "Edit", allow],
    ["acceptEdits", "Write", allow],
    ["bypassPermissions", "Bash", allow],
    ["plan", "Read", allow],
    ["plan", "Bash", { deny: "the permission mode is `plan`: nothing is changed or run" }],
    ["dontAsk", "Bash", { deny: "the permission mode is `dontAsk`, and no rule allows the tool" }],
    ["dontAsk", "Read", allow],
  ] as const)("in the mode %s decides on %s without a question", async (mode, tool, decision) => {
    const { decide, requests } = setUp({ mode });
    expect(await decide(tool)).toEqual(decision);
    expect(requests).toEqual([]);
  });

  it.each([
    ["default", "Edit"],
    ["acceptEdits", "Bash"],
    ["auto", "Bash"],
  ] as const)("in the mode %s asks the program for %s", async (mode, tool) => {
    const { decide, requests } = setUp({
      mode,
      answer: { behavior: "allow", updatedInput: { command: "x" } },
    });
    expect(await decide(tool)).toEqual(allow);
    expect(requests).toEqual([
      {
        subtype: "can_use_tool",
        tool_name: tool,
        input: { command: "x" },
        tool_use_id: "t1",
        permission_suggestions: [],
      },
    ]);
  });

  it("allows what a rule names, also by its server", async () => {
    const { decide, requests } = setUp({ allowed: ["Bash", "mcp__a", "mcp__b__*"] });
    for (const tool of ["Bash", "mcp__a__x", "mcp__b__y"]) expect(await decide(tool)).toEqual(allow);
    expect(requests).toEqual([]);
    expect([namesTool("Bash", "Bash__x"), namesTool("mcp__a", "mcp__ab__x")]).toEqual([false, false]);
  });

  it("passes the program's denial on, and its wish to stop", async () => {
    const { decide, onInterrupt } = setUp({ answer: { behavior: "deny", message: "no", interrupt: true } });
    expect(await decide("Bash")).toEqual({ deny: "no" });
    expect(onInterrupt).toHaveBeenCalledOnce();
    const quiet = setUp({ answer: { behavior: "deny" } });
    expect(await quiet.decide("Bash")).toEqual({ deny: "the permission callback denied the tool" });
    expect(quiet.onInterrupt).not.toHaveBeenCalled();
  });

  it("denies a tool whose input the program changes", async () => {
    const { decide } = setUp({ answer: { behavior: "allow", updatedInput: { command: "y" } } });
    expect(await decide("Bash")).toEqual({ deny: CHANGED_INPUT });
    expect(await setUp({ answer: { behavior: "allow" } }).decide("Bash")).toEqual(allow);
    expect(await setUp({ answer: { behavior: "allow", updatedInput: null } }).decide("Bash")).toEqual(allow);
  });

  it("denies if the callback fails, and if there is none", async () => {
    expect(await setUp({ answer: new Error("broken") }).decide("Bash")).toEqual({
      deny: "the permission callback failed: broken",
    });
    const { decide, requests } = setUp({ hasCallback: false });
    expect(await decide("Bash")).toEqual({
      deny: "nobody can be asked for Bash: there is no permission callback",
    });
    expect(requests).toEqual([]);
  });

  it("a question of the configuration is for a person, whatever mode and rules say", async () => {
    const { decide, requests } = setUp({
      mode: "bypassPermissions",
      allowed: ["Read"],
      answer: { behavior: "allow" },
    });
    expect(await decide("Read", true)).toEqual(allow);
    expect(requests).toHaveLength(1);
  });

  it("takes rules and modes that come with an answer", async () => {
    const updatedPermissions = [
      {
        type: "addRules",
        behavior: "allow",
        rules: [{ toolName: "Bash" }, { toolName: "Edit", ruleContent: "x" }, 1],
      },
      { type: "addRules", behavior: "deny", rules: [{ toolName: "Write" }] },
      { type: "removeRules", behavior: "allow", rules: [{ toolName: "Write" }] },
      null,
    ];
    const { decide, requests, permission } = setUp({
      answer: { behavior: "allow", updatedPermissions } as never,
    });
    await decide("Bash");
    await decide("Bash");
    expect(requests).toHaveLength(1);
    await decide("Edit", false, { file_path: "/w/x" });
    expect(requests).toHaveLength(1);
    await decide("Edit", false, { file_path: "/w/y" });
    expect(requests).toHaveLength(2);
    expect(await decide("Write")).toEqual({ deny: "Permission to use Write has been denied." });
    expect(requests).toHaveLength(2);
    expect(permission.mode).toBe("default");
    const other = setUp({
      answer: { behavior: "allow", updatedPermissions: [{ type: "setMode", mode: "plan" }] },
    });
    await other.decide("Bash");
    expect(other.permission.mode).toBe("plan");
  });

  it("denies by rules before a hook, a mode or a rule allows", async () => {
    const hooks = { PreToolUse: [{ hookCallbackIds: ["h"] }] };
    const hookAnswer = { decision: "approve" };
    const { decide, requests } = setUp({
      ...{ mode: "bypassPermissions", hooks, hookAnswer },
      ...{ denied: ["Bash(rm:*)", "mcp__a", "Read(.env)"], allowed: ["Bash"] },
    });
    const reason = "Permission to use Bash with command ls && rm -r x has been denied.";
    expect(await decide("Bash", false, { command: "ls && rm -r x" })).toEqual({ deny: reason });
    expect(await decide("mcp__a__t")).toHaveProperty("deny");
    expect(await decide("Read", false, { file_path: "/w/.env" })).toHaveProperty("deny");
    expect(requests).toEqual([]);
    expect(await decide("Bash", false, { command: "ls" })).toEqual(allow);
  });

  it("asks by rules whatever a mode, a hook or another rule allows", async () => {
    const rules = { asked: ["Bash(git push:*)", "WebSearch"], allowed: ["Bash(git:*)", "WebSearch"] };
    const { decide, requests } = setUp({
      ...rules,
      mode: "bypassPermissions",
      answer: { behavior: "allow" },
    });
    expect(await decide("Bash", false, { command: "git status" })).toEqual(allow);
    expect(requests).toEqual([]);
    expect(await decide("Bash", false, { command: "git push" })).toEqual(allow);
    expect(await decide("WebSearch")).toEqual(allow);
    expect(requests).toHaveLength(2);
    const quiet = setUp({ ...rules, mode: "dontAsk" });
    expect(await quiet.decide("Bash", false, { command: "git push" })).toHaveProperty("deny");
    expect(await quiet.decide("Bash", false, { command: "git log" })).toEqual(allow);
  });

  it("lets an allowed command write in acceptEdits, inside of the working directory", async () => {
    const command = (path: string) => ({ command: `git log > ${path}` });
    const setting = { allowed: ["Bash(git:*)"], hasCallback: false } as const;
    const { decide } = setUp({ ...setting, mode: "acceptEdits" });
    expect(await decide("Bash", false, command("a.txt"))).toEqual(allow);
    for (const path of ["/x", "../x"])
      expect(await decide("Bash", false, command(path))).toHaveProperty("deny");
    expect(await setUp(setting).decide("Bash", false, command("a.txt"))).toHaveProperty("deny");
  });

  it("asks for the tools of its rules in bypassPermissions, and for reading tools that a rule is about", () => {
    const setting = { denied: ["Bash(rm:*)", "Write"], asked: ["WebFetch(domain:x.com)", "mcp__a"] };
    const names = setUp({ ...setting, mode: "bypassPermissions" }).permission.approvals();
    expect(names).toEqual(["Bash", "WebFetch", "mcp__a", "mcp__a__*"]);
    const reading = setUp({ denied: ["Read(.env)"] }).permission.approvals();
    const patterns = compileGlobSet([...reading]);
    expect(["read", "grep", "todowrite"].map((name) => patterns.matches(name))).toEqual([true, true, false]);
  });

  it("asks for nothing in bypassPermissions, and for all but reading tools otherwise", () => {
    expect(setUp({ mode: "bypassPermissions" }).permission.approvals()).toEqual([]);
    expect(setUp().permission.approvals().length).toBeGreaterThan(1);
    const hooks = { PreToolUse: [{ hookCallbackIds: ["h"] }] };
    expect(setUp({ mode: "bypassPermissions", hooks }).permission.approvals()).toHaveLength(1);
    const some = { PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["h"] }] };
    expect(setUp({ hooks: some }).permission.approvals()).toEqual(setUp().permission.approvals());
    expect(setUp({ mode: "bypassPermissions", hooks: {} }).permission.approvals()).toEqual([]);
  });
});

describe("ToolHooks", () => {
  const hooks = { PreToolUse: [{ matcher: "Bash|Edit", hookCallbackIds: ["hook_0"] }], Stop: [{}] };
  const specific = (members: object) =>
    ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...members } }) as JsonObject;

  it("are asked for tools that they match, with the input of Claude Code", async () => {
    const { decide, requests, permission } = setUp({ hooks, mode: "bypassPermissions" });
    expect(await decide("Bash")).toEqual(allow);
    const input = {
      session_id: "s",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "x" },
    };
    expect(requests).toEqual([
      {
        subtype: "hook_callback",
        callback_id: "hook_0",
        input: { ...input, tool_use_id: "t1" },
        tool_use_id: "t1",
      },
    ]);
    await decide("BashOutput");
    expect(requests).toHaveLength(1);
    expect(permission.hooks?.otherEvents).toEqual(["Stop"]);
  });

  it.each([
    [specific({ permissionDecision: "deny", permissionDecisionReason: "why" }), { deny: "why" }],
    [{ decision: "block", reason: "blocked" }, { deny: "blocked" }],
    [{ continue: false, stopReason: "stop" }, { deny: "stop" }],
    [{ continue: false }, { deny: "a hook denied the tool" }],
    [specific({ permissionDecision: "allow" }), allow],
    [{ decision: "approve" }, allow],
    [specific({ permissionDecision: "allow", updatedInput: { command: "y" } }), { deny: CHANGED_INPUT }],
    [{}, { deny: "nobody can be asked for Bash: there is no permission callback" }],
    [
      specific({ permissionDecision: "ask" }),
      { deny: "nobody can be asked for Bash: there is no permission callback" },
    ],
  ] as const)("%j leads to %j", async (hookAnswer, decision) => {
    expect(
      await setUp({ hooks, hookAnswer: hookAnswer as JsonObject, hasCallback: false }).decide("Bash"),
    ).toEqual(decision);
  });

  it("a hook that asks is stronger than the mode", async () => {
    const { decide, requests } = setUp({
      hooks,
      hookAnswer: specific({ permissionDecision: "ask" }),
      mode: "bypassPermissions",
      answer: { behavior: "allow" },
    });
    expect(await decide("Bash")).toEqual(allow);
    expect(requests).toHaveLength(2);
  });

  it("decide nothing if they fail or do not match", async () => {
    const channel = { request: () => Promise.reject(new Error("broken")) };
    const read = new ToolHooks(hooks, channel);
    for (const name of ["Bash", "Read"]) {
      expect(await read.decide({ id: "t", name, input: {}, base: {} }, open())).toEqual({ verdict: "none" });
    }
  });

  it("a hook that fails blocks only if it says so", async () => {
    const failing = { hookAnswer: new Error("broken"), mode: "bypassPermissions" as const };
    expect(await setUp({ hooks, ...failing }).decide("Bash")).toEqual(allow);
    const blocking = { PreToolUse: [{ hookCallbackIds: ["h"], onFailure: "block" }] };
    expect(await setUp({ hooks: blocking, ...failing }).decide("Bash")).toEqual({
      deny: "a hook failed: broken",
    });
  });

  it.each(["", "*", undefined, "("])("the matcher %j is for every tool", (matcher) => {
    const { permission } = setUp({ hooks: { PreToolUse: [{ matcher, hookCallbackIds: ["h"] }] } });
    expect(permission.hooks?.concern("Anything")).toBe(true);
  });

  it("takes anything else for no hooks", () => {
    const channel = { request: async () => ({}) };
    for (const hooks of [undefined, [], { PreToolUse: 1 }, { PreToolUse: [1] }]) {
      const read = new ToolHooks(hooks, channel);
      expect([read.isEmpty, read.concern("Bash")]).toEqual([true, false]);
    }
  });

  it("asks only the callbacks of a group that are names", async () => {
    const asked: unknown[] = [];
    const channel = {
      request: async (request: object) => {
        asked.push(request);
        return {};
      },
    };
    for (const hookCallbackIds of [undefined, "h", [1, null, "h"]])
      await new ToolHooks({ PreToolUse: [{ hookCallbackIds }] }, channel).decide(
        { id: "t", name: "Bash", input: {}, base: {} },
        open(),
      );
    expect(asked).toMatchObject([{ callback_id: "h" }]);
  });
});

describe("readRules", () => {
  it("splits at commas and spaces, but not inside of parentheses", () => {
    const allowed = ["Read, Bash(git log:*, x) Edit", "mcp__a__b", "Bash(echo (a b))", "Bash(*)"];
    expect(readRules({ allowed })).toEqual({
      allow: [
        { tool: "Read", pattern: undefined },
        { tool: "Bash", pattern: "git log:*, x" },
        { tool: "Edit", pattern: undefined },
        { tool: "mcp__a__b", pattern: undefined },
        { tool: "Bash", pattern: "echo (a b)" },
        { tool: "Bash", pattern: undefined },
      ],
      deny: [],
      ask: [],
      denied: [],
      offered: undefined,
      hasUnreadAllow: false,
    });
  });

  it("denies whole tools and servers by the policy too", () => {
    const { denied } = readRules({ denied: ["Bash", "Bash(rm:*)", "mcp__a", "mcp__b__*", "WebFetch()"] });
    expect(denied).toEqual(["Bash", "mcp__a", "mcp__a__*", "mcp__b__*", "WebFetch"]);
  });

  it.each(["Bash(git", "WebSearch(x)", "mcp__a__b(x)", "WebFetch(x)", "Read([)", "(x)"])(
    "reads no meaning into %s",
    (rule) => {
      expect(readRules({ allowed: [rule] })).toMatchObject({ allow: [], hasUnreadAllow: true });
      for (const list of ["denied", "asked"])
        expect(() => readRules({ [list]: [rule] })).toThrow(claudeFeatures.scoped_deny.words);
    },
  );

  it("tells no tools from all tools", () => {
    const offered = (value: string[]) => readRules({ offered: value }).offered;
    expect([offered([""]), offered(["default"]), offered(["Read"])]).toEqual([[], undefined, ["Read"]]);
  });
});
