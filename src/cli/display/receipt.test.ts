import { describe, expect, it } from "vitest";
import { type AgentEvent, buildReceipt } from "../../contract/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { eventLine, receiptFacts } from "./receipt.ts";

const plain = new Proxy({}, { get: () => (text: string) => text });
const terminal = { colors: plain } as Terminal;
const ts = "2026-03-01T08:00:00Z";

const receipt = buildReceipt({
  runId: "00000000-0000-4000-8000-000000000001",
  workOrderId: "00000000-0000-4000-8000-000000000002",
  startedAt: new Date(ts),
  finishedAt: new Date("2026-03-01T08:00:01.500Z"),
  backend: { id: "mock", backend_version: "2" },
  outcome: "complete",
});
const facts = (changes: Partial<typeof receipt>) =>
  Object.fromEntries(receiptFacts({ ...receipt, ...changes }).filter(([, value]) => value !== undefined));

describe("the facts of a receipt", () => {
  it("are its ids, backend, outcome and times", () => {
    expect(facts({})).toMatchObject({
      run: receipt.meta.run_id,
      "work order": receipt.meta.work_order_id,
      backend: "mock 2",
      outcome: "complete",
      started: receipt.meta.started_at,
      duration: "1500 ms",
      events: "0",
      receipt_sha256: "none",
    });
  });

  it("are tokens and cost only if they are known", () => {
    expect(facts({})).not.toHaveProperty("tokens");
    expect(facts({})).not.toHaveProperty("cost");
    const usage = { ...receipt.usage, input_tokens: 3, output_tokens: null, estimated_cost_usd: 0.5 };
    expect(facts({ usage })).toMatchObject({ tokens: "3 in, ? out", cost: "0.5 USD" });
  });
});

describe("an event as a line", () => {
  it.each<[AgentEvent, string]>([
    [{ ts, type: "run_started", message: "go" }, "[start] go"],
    [{ ts, type: "run_completed", message: "end" }, "[done] end"],
    [{ ts, type: "assistant_message", text: "hi" }, "hi"],
    [{ ts, type: "assistant_delta", text: "h" }, "h"],
    [
      {
        ts,
        type: "tool_call",
        tool_name: "Bash",
        tool_use_id: "1",
        parent_tool_use_id: null,
        input: { a: 1 },
      },
      '[tool] Bash {"a":1}',
    ],
    [
      { ts, type: "tool_result", tool_name: "Bash", tool_use_id: "1", output: "", is_error: false },
      "[tool] Bash returned",
    ],
    [
      { ts, type: "tool_result", tool_name: "Bash", tool_use_id: "1", output: "", is_error: true },
      "[tool] Bash failed",
    ],
    [{ ts, type: "file_changed", path: "a.ts", summary: "new" }, "[file] a.ts: new"],
    [{ ts, type: "command_executed", command: "ls", exit_code: 2, output_preview: null }, "[bash] ls (2)"],
    [
      { ts, type: "command_executed", command: "ls", exit_code: null, output_preview: null },
      "[bash] ls (no exit code)",
    ],
    [{ ts, type: "warning", message: "careful" }, "[warn] careful"],
    [{ ts, type: "error", message: "broken" }, "[error] broken"],
  ])("%j", (event, line) => {
    expect(eventLine(terminal, event)).toBe(line);
  });
});

describe("the policy decisions of a receipt", () => {
  const decision = {
    ts,
    verdict: "approval_denied",
    subject: "Bash",
    rule: "policy.require_approval_for[0]",
  };

  it("are shown one by one, with rule, place and reason as far as they are known", () => {
    const full = { ...decision, operation: "offer_tool", pattern: "B*", where: "$.tools[0]", reason: "late" };
    const call = {} as NonNullable<NonNullable<typeof receipt.observed>["call"]>;
    const shown = receiptFacts({
      ...receipt,
      observed: { policy: "enforced", call, policy_decisions: [full, decision] },
    }).filter(([name]) => name === "decision" || name === "policy");
    expect(shown).toEqual([
      ["policy", "enforced"],
      [
        "decision",
        'approval denied: offer tool "Bash" at $.tools[0], by policy.require_approval_for[0] "B*" (late)',
      ],
      ["decision", 'approval denied: "Bash", by policy.require_approval_for[0]'],
    ]);
  });
});
