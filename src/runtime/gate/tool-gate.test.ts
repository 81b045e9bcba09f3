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
    decisions.entries.map(({ verdict, rule, subject }) => `${verdict} ${subject} ${rule}`);
  const ask = (toolName: string, input: unknown = {}) => gate.decide({ toolName, input }, open());
  return { gate, recorded, ask };
}

describe("a backend that asks", () => {
  it("is allowed what the policy allows, without a record", async () => {
    const { ask, recorded, gate } = gateOf();
    expect((await ask("Read")).verdict).toBe("allow");
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
    expect((await ask("Write", { file_path: "a" })).verdict).toBe("allow");
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

  it("P13 is denied where nobody answers in time, where nobody is there, and where the approver fails", async () => {
    const silent = gateOf({ approve: () => new Promise(() => undefined) }, true, 1);
    expect((await silent.ask("Write")).reason).toContain("nobody answered in time");
    expect(silent.recorded()).toEqual(["approval_denied Write require_approval_for[0]"]);
    expect((await gateOf().ask("Write")).reason).toContain("it was not approved");
    const failing = gateOf({ approve: () => Promise.reject(new Error("x")) });
    expect((await failing.ask("Write")).reason).toContain("the approver failed");
  });

  it("gets no answer that matters where the run ends first", async () => {
    const { gate } = gateOf({ approve: async () => true });
    const decision = await gate.decide({ toolName: "Write", input: {} }, AbortSignal.abort());
    expect(decision).toMatchObject({ verdict: "deny", reason: expect.stringContaining("the run ended") });
  });

  it("ends its run where it used a denied tool all the same", async () => {
    const { ask, gate, recorded } = gateOf();
    await ask("Bash");
    expect(gate.observe(result("Bash"))).toMatchObject({
      code: "policy_denied",
      details: { operation: 'use_tool "Bash"', policy_rule: 'disallowed_tools[0] "Bash"' },
    });
    expect(recorded()).toEqual(["denied Bash disallowed_tools[0]", "violation Bash disallowed_tools[0]"]);
  });

  it("fails its run at the end where it called a denied tool and never asked", () => {
    const { gate } = gateOf();
    expect(gate.observe(call("Bash"))).toBeUndefined();
    expect(gate.finish()?.code).toBe("policy_denied");
  });

  it("cannot fill our memory with names of tools", async () => {
    const { gate, ask } = gateOf();
    for (let index = 0; index < 1000; index += 1)
      expect(gate.observe(call(`\u0001${index}`))).toBeUndefined();
    expect(gate.observe(call("\u0001more"))?.code).toBe("policy_denied");
    for (let index = 0; index < 1000; index += 1) await ask(`\u0002${index}`);
    expect((await ask("Bash")).verdict).toBe("deny");
  });
});

describe("a backend that does not ask", () => {
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

describe("the decisions of a run", () => {
  it("P24 are recorded up to a limit, and the others counted", () => {
    const heard: unknown[] = [];
    const decisions = new DecisionList(
      () => new Date(0),
      (record) => heard.push(record),
    );
    const decision = { rule: { id: "r", pattern: "p" }, subject: "s", reason: "because" };
    for (let index = 0; index < 1003; index += 1) {
      decisions.note({ verdict: "denied", operation: "use_tool", decision });
    }
    expect([decisions.entries.length, decisions.omitted, heard.length]).toEqual([1000, 3, 1000]);
    expect(decisions.entries[0]).toEqual({
      ts: "1970-01-01T00:00:00.000Z",
      verdict: "denied",
      operation: "use_tool",
      subject: "s",
      rule: "r",
      pattern: "p",
      reason: "because",
    });
  });
});
