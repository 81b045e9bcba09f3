import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { APPROVAL_TIMEOUT_MS, type ApprovalQuestion, askApprover, denyingApprover } from "./approver.ts";

const question: ApprovalQuestion = {
  runId: "r",
  caller: "dev",
  operation: "offer_tool",
  subject: "Bash",
  rule: "policy.require_approval_for[0]",
  riskLevel: "medium",
  model: "m",
  engine: "e",
};
const open = () => new AbortController().signal;
const ends = (abandon = open()) => ({ abandon, timeLimit: open() });

describe("askApprover", () => {
  test("nothing is approved by default", async () => {
    expect(await askApprover(denyingApprover, question, ends())).toBe("denied");
  });

  test("passes the question on, and only true approves", async () => {
    const approve = vi.fn(async () => true);
    expect(await askApprover({ approve }, question, ends())).toBe("approved");
    expect(approve).toHaveBeenCalledWith(question, expect.any(AbortSignal));
    const odd = { approve: async () => "yes" as unknown as boolean };
    expect(await askApprover(odd, question, ends())).toBe("denied");
  });

  test("an approver that throws or rejects approves nothing", async () => {
    const throws = {
      approve: () => {
        throw new Error("broken");
      },
    };
    expect(await askApprover(throws, question, ends())).toBe("failed");
    expect(await askApprover({ approve: () => Promise.reject(new Error("x")) }, question, ends())).toBe(
      "failed",
    );
  });

  test("leaves nothing behind once it is answered, and tells the approver", async () => {
    const end = { abandon: open(), timeLimit: open() };
    let given: AbortSignal | undefined;
    const approve = async (_: ApprovalQuestion, signal: AbortSignal) => {
      given = signal;
      return !signal.aborted;
    };
    expect(await askApprover({ approve }, question, end)).toBe("approved");
    expect(getEventListeners(end.abandon, "abort")).toEqual([]);
    expect(getEventListeners(end.timeLimit, "abort")).toEqual([]);
    expect(given?.aborted).toBe(true);
  });

  test("P13 gives up after the time limit and tells the approver", async () => {
    expect(APPROVAL_TIMEOUT_MS).toBe(120_000);
    const limit = new AbortController();
    let isTold = false;
    const silent = {
      approve: (_: ApprovalQuestion, signal: AbortSignal) => {
        signal.addEventListener("abort", () => {
          isTold = true;
        });
        return new Promise<boolean>(() => undefined);
      },
    };
    const asked = askApprover(silent, question, { abandon: open(), timeLimit: limit.signal });
    await Promise.resolve();
    expect(isTold).toBe(false);
    limit.abort();
    expect([await asked, isTold]).toEqual(["timed_out", true]);
    const late = { abandon: open(), timeLimit: AbortSignal.abort() };
    expect(await askApprover({ approve: async () => true }, question, late)).toBe("timed_out");
  });

  test("a call that ends abandons its question, also before it is asked", async () => {
    const call = new AbortController();
    const asked = askApprover({ approve: () => new Promise(() => undefined) }, question, ends(call.signal));
    call.abort();
    expect(await asked).toBe("abandoned");
    expect(await askApprover({ approve: async () => true }, question, ends(call.signal))).toBe("abandoned");
  });
});
