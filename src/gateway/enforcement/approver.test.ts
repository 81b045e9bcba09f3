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

describe("askApprover", () => {
  test("nothing is approved by default", async () => {
    expect(await askApprover(denyingApprover, question, open())).toBe("denied");
  });

  test("passes the question on, and only true approves", async () => {
    const approve = vi.fn(async () => true);
    expect(await askApprover({ approve }, question, open())).toBe("approved");
    expect(approve).toHaveBeenCalledWith(question, expect.any(AbortSignal));
    const odd = { approve: async () => "yes" as unknown as boolean };
    expect(await askApprover(odd, question, open())).toBe("denied");
  });

  test("an approver that throws or rejects approves nothing", async () => {
    const throws = {
      approve: () => {
        throw new Error("broken");
      },
    };
    expect(await askApprover(throws, question, open())).toBe("failed");
    expect(await askApprover({ approve: () => Promise.reject(new Error("x")) }, question, open())).toBe(
      "failed",
    );
  });

  test("leaves nothing behind once it is answered, and tells the approver", async () => {
    vi.useFakeTimers();
    try {
      const call = new AbortController();
      let given: AbortSignal | undefined;
      const approve = async (_: ApprovalQuestion, signal: AbortSignal) => {
        given = signal;
        return !signal.aborted;
      };
      expect(await askApprover({ approve }, question, call.signal)).toBe("approved");
      expect([vi.getTimerCount(), getEventListeners(call.signal, "abort"), given?.aborted]).toEqual([
        0,
        [],
        true,
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("has two minutes, or the time that is given", async () => {
    expect(APPROVAL_TIMEOUT_MS).toBe(120_000);
    vi.useFakeTimers();
    try {
      const silent = { approve: () => new Promise<boolean>(() => undefined) };
      const asked = askApprover(silent, question, open(), 5);
      await vi.advanceTimersByTimeAsync(5);
      expect(await asked).toBe("timed_out");
    } finally {
      vi.useRealTimers();
    }
  });

  test("gives up after the time limit and tells the approver", async () => {
    vi.useFakeTimers();
    try {
      let told = false;
      const silent = {
        approve: (_: ApprovalQuestion, signal: AbortSignal) => {
          signal.addEventListener("abort", () => {
            told = true;
          });
          return new Promise<boolean>(() => undefined);
        },
      };
      const asked = askApprover(silent, question, open());
      await vi.advanceTimersByTimeAsync(APPROVAL_TIMEOUT_MS - 1);
      expect(told).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect([await asked, told, vi.getTimerCount()]).toEqual(["timed_out", true, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a call that ends abandons its question, also before it is asked", async () => {
    const call = new AbortController();
    const asked = askApprover({ approve: () => new Promise(() => undefined) }, question, call.signal);
    call.abort();
    expect(await asked).toBe("abandoned");
    expect(await askApprover({ approve: async () => true }, question, call.signal)).toBe("abandoned");
  });
});
