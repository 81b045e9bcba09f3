import { describe, expect, it } from "vitest";
import { type WriteFault, WriterHealth } from "./writer-health.ts";

describe("the health of a writer", () => {
  it("is good at first, and after a write that succeeded", () => {
    const health = new WriterHealth();
    expect(health.current).toEqual({ ok: true });
    health.fail("full");
    health.clear();
    expect(health.current).toEqual({ ok: true });
  });

  it("is the same for everyone who has its memory", () => {
    const health = new WriterHealth();
    const elsewhere = new WriterHealth(health.memory);
    elsewhere.fail("full");
    expect(health.current).toEqual({ ok: false, reason: "the disk is full" });
    health.clear();
    expect(elsewhere.current.ok).toBe(true);
  });

  it("says why it is bad, in different words for each fault and without a path", () => {
    const faults: WriteFault[] = ["full", "locked", "readOnly", "failed", "ended"];
    const reasons = faults.map((fault) => {
      const health = new WriterHealth();
      health.fail(fault);
      return health.current.ok ? "" : health.current.reason;
    });
    expect(new Set(reasons).size).toBe(faults.length);
    for (const reason of reasons) expect(reason).toMatch(/^[a-z][^/]+$/);
  });
});
