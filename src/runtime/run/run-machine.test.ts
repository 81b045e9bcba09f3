import { afterEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { DiskWatch } from "../limits/disk-watch.ts";
import { RunMachine } from "./run-machine.ts";

afterEach(() => vi.restoreAllMocks());

/** The machine of a run whose disk is as `fault` says. */
function setUp(fault?: AbpError) {
  const calls: string[] = [];
  const warnings: string[] = [];
  const events: unknown[] = [];
  vi.spyOn(DiskWatch.prototype, "check").mockImplementation(async () => {
    calls.push("check");
    return fault;
  });
  vi.spyOn(DiskWatch.prototype, "start").mockImplementation(() => void calls.push("start"));
  vi.spyOn(DiskWatch.prototype, "stop").mockImplementation(() => void calls.push("stop"));
  const machine = new RunMachine({
    backend: { limits: {} },
    order: { limits: { processes: 5 } },
    options: { resources: { processes: 9, memoryBytes: 100 } },
    parts: { probeLimits: async () => ({ processes: "cgroup", memory: "none" }) },
    control: {},
    events: { recorder: { add: (event: unknown) => events.push(event) }, clock: { now: () => new Date(0) } },
    warnings,
  } as never);
  return { machine, calls, warnings, events };
}

describe("what a run takes of the machine", () => {
  it("is limited and watched, and what nothing holds is said", async () => {
    const { machine, calls, warnings, events } = setUp();
    expect([machine.processLimits, machine.records]).toEqual([{ processes: 5, memoryBytes: 100 }, []]);
    await machine.open(["/a"]);
    expect(machine.records).toEqual([
      { limit: "processes", max: 5, by: "cgroup" },
      { limit: "memory_bytes", max: 100, by: "none" },
      { limit: "written_bytes", max: expect.any(Number), by: "watch" },
    ]);
    const warning = expect.stringContaining("the limit memory_bytes = 100 is not enforced here");
    expect(warnings).toEqual([warning]);
    expect(events).toEqual([{ ts: "1970-01-01T00:00:00.000Z", type: "warning", message: warning }]);
    expect(calls).toEqual(["check", "start"]);
    machine.close();
    expect(calls).toEqual(["check", "start", "stop"]);
  });

  it("is not begun on a disk that is too full", async () => {
    const fault = new AbpError("workspace_full", "full");
    const { machine, calls } = setUp(fault);
    await expect(machine.open(["/a"])).rejects.toBe(fault);
    expect(calls).toEqual(["check"]);
  });

  it("is not watched without a directory, and nothing if no program is started", async () => {
    const { machine, calls } = setUp();
    await machine.open([]);
    machine.close();
    expect([machine.records.length, calls]).toEqual([3, []]);
    const without = new RunMachine({ backend: {}, order: {}, options: {} } as never);
    await without.open(["/a"]);
    without.close();
    expect([without.processLimits, without.records]).toEqual([undefined, []]);
  });
});
