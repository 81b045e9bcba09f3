import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { MemoryData } from "../../../test/storage/memory-store/memory-data.ts";
import { MemoryStore } from "../../../test/storage/memory-store/memory-store.ts";
import type { ApprovalQuestion } from "../../policy/index.ts";
import { createSigningKey } from "../../receipts/index.ts";
import { ApprovalDesk } from "./approval-desk.ts";
import { shownInput } from "./shown-input.ts";

const asker = { tenant: "acme", owner: "key:ci", keyName: "ci" };
const question: ApprovalQuestion = {
  runId: "00000000-0000-4000-8000-000000000001",
  caller: "claude",
  operation: "use_tool",
  subject: "Bash",
  rule: "policy.require_approval_for[0]",
  riskLevel: "medium",
  input: { command: "curl -H 'Authorization: Bearer sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'" },
};
const at = new Date("2026-03-01T08:00:00Z");

function open() {
  const key = createSigningKey(Buffer.alloc(32, 1));
  const { approvals } = new MemoryStore(new MemoryData("abp.example/log"), { key: async () => key });
  const looks = new Set<() => void>();
  let count = 0;
  const desk = new ApprovalDesk({
    store: approvals,
    newId: () => {
      count += 1;
      return `approval-${count}`;
    },
    now: () => at,
    timeoutMs: 60_000,
    every: (call) => {
      looks.add(call);
      return () => looks.delete(call);
    },
  });
  const opened = () => eventually(async () => expect(await approvals.find("approval-1")).toBeDefined());
  return { desk, approvals, looks, opened };
}

describe("a question of a run", () => {
  it("stands in the store without secrets, and waits until it is allowed", async () => {
    const { desk, approvals, looks, opened } = open();
    const answer = desk.approverOf(asker).approve(question, new AbortController().signal);
    await opened();
    expect(await approvals.find("approval-1")).toEqual({
      ...{ id: "approval-1", ...asker, runId: question.runId, state: "open" },
      ...{ operation: "use_tool", tool: "Bash", rule: question.rule, riskLevel: "medium" },
      input: JSON.stringify({ command: "curl -H 'Authorization: [redacted]'" }),
      createdAt: at,
      expiresAt: new Date("2026-03-01T08:01:00Z"),
    });
    await approvals.decide("approval-1", { state: "allowed", decidedBy: "boss", at });
    desk.decided("approval-1");
    expect(await answer).toBe(true);
    expect(looks.size).toBe(0);
  });

  it("gives the agent the reason of a denial", async () => {
    const { desk, approvals, opened } = open();
    const answer = desk.approverOf(asker).approve(question, new AbortController().signal);
    await opened();
    await approvals.decide("approval-1", { state: "denied", decidedBy: "boss", reason: "not on Friday", at });
    desk.decided("approval-1");
    expect(await answer).toEqual({ denied: "not on Friday" });
  });

  it("finds a decision that another process wrote", async () => {
    const { desk, approvals, looks, opened } = open();
    const answer = desk.approverOf(asker).approve(question, new AbortController().signal);
    await opened();
    for (const look of looks) look();
    await approvals.decide("approval-1", { state: "denied", at });
    for (const look of looks) look();
    expect(await answer).toEqual({ denied: "it was not approved" });
  });

  it("expires when its time is over or its run ends, and nobody can decide it then", async () => {
    const { desk, approvals, opened } = open();
    const end = new AbortController();
    const answer = desk.approverOf(asker).approve(question, end.signal);
    await opened();
    end.abort();
    expect(await answer).toEqual({ denied: "it was not approved" });
    expect((await approvals.find("approval-1"))?.state).toBe("expired");
    expect(await approvals.decide("approval-1", { state: "allowed", at })).toBe(false);
  });

  it("is expired by a restart", async () => {
    const { desk, approvals, opened } = open();
    const end = new AbortController();
    void desk.approverOf(asker).approve(question, end.signal);
    await opened();
    expect(await desk.expireAll()).toBe(1);
    expect((await approvals.find("approval-1"))?.state).toBe("expired");
    end.abort();
  });
});

describe("a question of a model call", () => {
  it("belongs to the owner of the key that calls, and is denied for other keys", async () => {
    const { desk, approvals, opened } = open();
    const approver = desk.approverOfCalls((name) => (name === "ci" ? asker : undefined));
    const { signal } = new AbortController();
    const call = { ...question, operation: "call_tool", caller: "ci", input: undefined } as const;
    expect(await approver.approve({ ...call, caller: "run" }, signal)).toBe(false);
    const answer = approver.approve(call, signal);
    await opened();
    expect(await approvals.find("approval-1")).toMatchObject({ ...asker, operation: "call_tool" });
    expect((await approvals.find("approval-1"))?.input).toBe(undefined);
    await approvals.decide("approval-1", { state: "allowed", at });
    desk.decided("approval-1");
    expect(await answer).toBe(true);
  });
});

describe("the input of a tool", () => {
  it("is shortened if it is long, and stays JSON", () => {
    const shown = JSON.parse(shownInput({ text: "x".repeat(70_000) })!) as Record<string, unknown>;
    expect(shown["characters_left_out"]).toBe(70_011 - 65_536);
    expect(shown["beginning"]).toMatch(/^{"text":"x+$/);
  });
});
