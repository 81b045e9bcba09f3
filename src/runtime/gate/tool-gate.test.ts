import { describe, expect, it, vi } from "vitest";
import { type AgentEvent, openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { type Approver, compilePolicy, denyingApprover } from "../../policy/index.ts";
import { DecisionList } from "./decision-list.ts";
import { ToolGate } from "./tool-gate.ts";

const ts = "2026-01-01T00:00:00Z";
const call = (tool_name: string): AgentEvent => ({
  ts,
  type: "tool_call",
  tool_name,
  tool_use_id: null,
  parent_tool_use_id: null,
  input: {},
});
const result = (tool_name: string, is_error = false): AgentEvent => ({
  ts,
  type: "tool_result",
  tool_name,
  tool_use_id: null,
  output: "",
  is_error,
});
const open = () => new AbortController().signal;
const policy: Partial<PolicyProfile> = { disallowed_tools: ["Bash"], require_approval_for: ["Write"] };

function gateOf(approver: Approver = denyingApprover, asks = true, approvalTimeoutMs = 1000) {
  const decisions = new DecisionList(() => new Date(0));
  const gate = new ToolGate({
    runId: "run",
    backend: "agent",
    policy: compilePolicy({ ...openPolicy(), ...policy }),
    approver,
    approvalTimeoutMs,
    decisions,
  });
  gate.asks = asks;
  const recorded = () =>
    decisions.entries.map(({ verdict, rule, subject, operation }) => {
      expect(operation).toBe("use_tool");
      return `${verdict} ${subject} ${rule}`;
    });
  const ask = (toolName: string, input: unknown = {}) => gate.decide({ toolName, input }, open());
  return { gate, recorded, ask, decisions };
}

describe("a backend that asks", () => {
  it("gets the approver's own reason, which the record holds too", async () => {
    const { ask, decisions } = gateOf({ approve: async () => ({ denied: "not on Fridays" }) });
    expect(await ask("Write")).toEqual({ verdict: "deny", reason: "not on Fridays" });
    expect(decisions.entries[0]).toMatchObject({ verdict: "approval_denied", reason: "not on Fridays" });
  });

  it("is allowed what the policy allows, without a record", async () => {
    const { ask, recorded, gate } = gateOf();
    expect(await ask("Read")).toEqual({ verdict: "allow", reason: expect.stringMatching(/./) });
    expect([gate.observe(call("Read")), gate.observe(result("Read")), gate.finish()]).toEqual(
      Array(3).fill(undefined),
    );
    expect(recorded()).toEqual([]);
  });

  it("P24 is denied before use, with the rule in the record; it may report that it was told no", async () => {
    const { ask, recorded, gate } = gateOf();
    expect(await ask("bash")).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("disallowed_tools[0]"),
    });
    expect([gate.observe(call("bash")), gate.observe(result("bash", true)), gate.finish()]).toEqual(
      Array(3).fill(undefined),
    );
    expect(recorded()).toEqual(["denied bash disallowed_tools[0]"]);
  });

  it("may report a call before it asks for it", async () => {
    const { ask, gate } = gateOf();
    expect(gate.observe(call("Bash"))).toBeUndefined();
    await ask("Bash");
    expect(gate.finish()).toBeUndefined();
  });

  it("is approved once for each use, and the approver gets the input", async () => {
    const approve = vi.fn(async () => true);
    const { ask, recorded, gate } = gateOf({ approve });
    expect(await ask("Write", { file_path: "a" })).toEqual({
      verdict: "allow",
      reason: expect.stringMatching(/require_approval_for\[0\].*; it was approved$/),
    });
    expect(approve).toHaveBeenCalledWith(
      {
        runId: "run",
        caller: "agent",
        operation: "use_tool",
        subject: "Write",
        rule: "require_approval_for[0]",
        riskLevel: "high",
        input: { file_path: "a" },
      },
      expect.any(AbortSignal),
    );
    expect([gate.observe(call("Write")), gate.observe(result("Write"))]).toEqual([undefined, undefined]);
    expect(gate.observe(result("Write"))?.code).toBe("policy_approval_required");
    expect(recorded()).toEqual([
      "approved Write require_approval_for[0]",
      "violation Write require_approval_for[0]",
    ]);
  });

  it("P13 is denied if nobody answers in time, if nobody is there, and if the approver fails", async () => {
    const silent = gateOf({ approve: () => new Promise(() => undefined) }, true, 1);
    expect((await silent.ask("Write")).reason).toContain("nobody answered in time");
    expect(silent.recorded()).toEqual(["approval_denied Write require_approval_for[0]"]);
    expect(silent.decisions.entries[0]?.reason).toMatch(
      /require_approval_for.*, and nobody answered in time$/,
    );
    expect((await gateOf().ask("Write")).reason).toContain("it was not approved");
    const failing = gateOf({ approve: () => Promise.reject(new Error("x")) });
    expect((await failing.ask("Write")).reason).toContain("the approver failed");
  });

  it("gets no answer that matters if the run ends first", async () => {
    const { gate } = gateOf({ approve: async () => true });
    const decision = await gate.decide({ toolName: "Write", input: {} }, AbortSignal.abort());
    expect(decision).toMatchObject({ verdict: "deny", reason: expect.stringContaining("the run ended") });
  });

  it("ends its run if it used a denied tool all the same", async () => {
    const { ask, gate, recorded } = gateOf();
    await ask("Bash");
    expect(gate.observe(result("Bash"))).toMatchObject({
      code: "policy_denied",
      details: { operation: 'use_tool "Bash"', policy_rule: 'disallowed_tools[0] "Bash"' },
    });
    expect(recorded()).toEqual(["denied Bash disallowed_tools[0]", "violation Bash disallowed_tools[0]"]);
  });

  it("fails its run at the end if it called a denied tool and never asked", () => {
    const { gate } = gateOf();
    expect(gate.observe(call("Bash"))).toBeUndefined();
    expect(gate.finish()?.code).toBe("policy_denied");
  });

  it("cannot fill our memory with names of tools", async () => {
    const { gate } = gateOf();
    for (let index = 0; index < 1000; index += 1)
      expect(gate.observe(call(`\u0001${index}`))).toBeUndefined();
    expect(gate.observe(call("\u0001more"))?.code).toBe("policy_denied");
  });

  it("has asked for a thousand tools at most; further ones count as not asked for", async () => {
    const { gate, ask } = gateOf();
    for (let index = 0; index < 1000; index += 1) await ask(`\u0002${index}`);
    expect((await ask("Bash")).verdict).toBe("deny");
    gate.observe(call("\u0002999"));
    expect(gate.finish()).toBeUndefined();
    gate.observe(call("Bash"));
    expect(gate.finish()).toMatchObject({ code: "policy_denied", message: expect.stringContaining("Bash") });
  });

  it("may do everything else", () => {
    const { gate, recorded } = gateOf();
    const text: AgentEvent = { ts, type: "assistant_message", text: "Bash" };
    const failed = { ts, type: "warning", message: "x", is_error: true } as unknown as AgentEvent;
    expect([gate.observe(text), gate.observe(failed), recorded()]).toEqual([undefined, undefined, []]);
  });
});

describe("a backend that does not ask", () => {
  it("is assumed until the backend says otherwise", () => {
    const gate = new ToolGate({
      runId: "run",
      backend: "agent",
      policy: compilePolicy({ ...openPolicy(), ...policy }),
      approver: denyingApprover,
      approvalTimeoutMs: 1000,
      decisions: new DecisionList(() => new Date(0)),
    });
    expect(gate.observe(call("Bash"))).toMatchObject({
      code: "policy_denied",
      message: expect.stringMatching(/^the agent used a tool against the policy: .*Bash/),
    });
  });

  it.each([
    ["Bash", "policy_denied"],
    ["Write", "policy_approval_required"],
  ])("ends its run with the event of a call of %s", (tool, code) => {
    const { gate, recorded } = gateOf(denyingApprover, false);
    expect(gate.observe(call("Read"))).toBeUndefined();
    expect(gate.observe(call(tool))?.code).toBe(code);
    expect(recorded()).toHaveLength(1);
    expect(recorded()[0]).toMatch(/^violation/);
  });
});
