import { totalmem } from "node:os";
import { describe, expect, it, vi } from "vitest";
import { describeLimits, limitWarnings, runResources } from "./resource-limits.ts";

describe("the resources of a run", () => {
  it("have defaults", () => {
    const { process: limits, ...disk } = runResources();
    expect(disk).toEqual({ writtenBytes: 10 * 1024 ** 3, minFreeBytes: 512 * 1024 ** 2 });
    expect(limits).toMatchObject({ processes: 1024, isMemoryOfTree: true });
    expect(limits.memoryBytes).toBeGreaterThan(0);
    expect(limits.memoryBytes).toBeLessThanOrEqual(totalmem() * 0.75);
  });

  it.each([
    [0, totalmem()],
    [1001, 1001],
    [2 ** 63, totalmem()],
  ])("are three quarters of the memory of the container or of the machine: %d", (constrained, memory) => {
    vi.spyOn(process, "constrainedMemory").mockReturnValue(constrained);
    expect(runResources().process.memoryBytes).toBe(Math.floor(memory * 0.75));
  });

  it("are those of the configuration, unless the backend has its own", () => {
    const configured = { processes: 9, memoryBytes: 900, writtenBytes: 90, minFreeBytes: 0 };
    expect(runResources(configured)).toEqual({
      process: { processes: 9, memoryBytes: 900 },
      writtenBytes: 90,
      minFreeBytes: 0,
    });
    const own = runResources(configured, { processes: 20, memoryBytes: 2000 });
    expect(own.process).toEqual({ processes: 20, memoryBytes: 2000 });
  });

  it("are only tightened by the order", () => {
    const configured = { processes: 9, memoryBytes: 900, writtenBytes: 90 };
    const tight = runResources(configured, {}, { processes: 3, memory_bytes: 300, written_bytes: 30 });
    expect(tight).toMatchObject({ process: { processes: 3, memoryBytes: 300 }, writtenBytes: 30 });
    const loose = runResources(configured, {}, { processes: 99, memory_bytes: 9999, written_bytes: 999 });
    expect(loose).toMatchObject({ process: { processes: 9, memoryBytes: 900 }, writtenBytes: 90 });
    expect(runResources({}, {}, { memory_bytes: 300 }).process).toEqual({
      processes: 1024,
      memoryBytes: 300,
    });
  });
});

describe("the record of limits", () => {
  const resources = {
    process: { processes: 9, memoryBytes: 900 },
    writtenBytes: 90,
    minFreeBytes: 1,
  };

  it("says what holds each of them, and warns of those that nothing holds for the whole tree", () => {
    const records = describeLimits(resources, { processes: "none", memory: "rlimit" });
    expect(records).toEqual([
      { limit: "processes", max: 9, by: "none" },
      { limit: "memory_bytes", max: 900, by: "rlimit" },
      { limit: "written_bytes", max: 90, by: "watch" },
    ]);
    expect(limitWarnings(records)).toEqual([
      "the limit processes = 9 is not enforced here: no control group can be made for the run",
      "the limit memory_bytes = 900 holds for each process alone: no control group can be made for the run",
    ]);
    expect(describeLimits(resources, {}).map(({ by }) => by)).toEqual(["none", "none", "watch"]);
    expect(limitWarnings(describeLimits(resources, { processes: "cgroup", memory: "cgroup" }))).toEqual([]);
  });
});
