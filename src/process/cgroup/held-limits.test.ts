import { describe, expect, it } from "vitest";
import { holdLimits } from "./held-limits.ts";
import { probeLimits } from "./probe-limits.ts";

describe("what holds the limits of a program", () => {
  it("is the group, else each process, unless the memory is meant for the whole tree", () => {
    const none = { limits: { memory: "none", processes: "none" } } as const;
    const group = { limits: { memory: "cgroup", processes: "cgroup" } } as const;
    expect(holdLimits(group, { memoryBytes: 5 })).toEqual(group.limits);
    expect(holdLimits(none, { memoryBytes: 5 })).toEqual({ memory: "rlimit", processes: "none" });
    expect(holdLimits(none, { memoryBytes: 5, isMemoryOfTree: true })).toEqual(none.limits);
    expect(holdLimits(none)).toEqual(none.limits);
  });

  it("is known before a program is started", async () => {
    const held = await probeLimits({ processes: 9, memoryBytes: 1024 ** 3, isMemoryOfTree: true });
    expect(["cgroup", "none"]).toContain(held.processes);
    expect(["cgroup", "none"]).toContain(held.memory);
    expect(await probeLimits({})).toEqual({});
  });
});
