import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endMarked } from "./end-marked.ts";

/** A system with processes, by number: state, mark, and whether a control group holds it. */
const system = vi.hoisted(() => ({
  processes: new Map<number, { state: string; mark?: string; inGroup?: boolean }>(),
  asked: [] as unknown[],
  calls: [] as string[],
}));

vi.mock("./cgroup/leftover-groups.ts", () => ({
  leftoverGroups: (marks: readonly string[]) => {
    system.asked.push(marks);
    return {
      pids: () => {
        system.calls.push("list");
        return [...system.processes].filter(([, one]) => one.inGroup === true).map(([pid]) => pid);
      },
      kill: () => system.calls.push("kill"),
      remove: async () => {
        await Promise.resolve();
        system.calls.push("remove");
      },
    };
  },
}));
vi.mock("./tree/process-table.ts", () => ({
  readProcessTable: () => [...system.processes].map(([pid, { state }]) => ({ pid, state })),
  readVariable: (pid: number, name: string) =>
    name === "ABP_RUN_ID" ? system.processes.get(pid)?.mark : undefined,
}));

describe("endMarked", () => {
  beforeEach(() => {
    system.processes = new Map();
    system.asked = [];
    system.calls = [];
    vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
      expect(signal).toBe("SIGKILL");
      system.processes.delete(pid);
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it("S44 ends processes with a mark and those in the groups of the marks, and counts each once", async () => {
    system.processes = new Map([
      [11, { state: "S", mark: "a" }],
      [12, { state: "R", mark: "b", inGroup: true }],
      [13, { state: "S", inGroup: true }],
      [14, { state: "Z", mark: "a" }],
      [15, { state: "S", mark: "other" }],
      [16, { state: "S" }],
    ]);
    expect(await endMarked(["a", "b"])).toBe(3);
    expect([...system.processes.keys()]).toEqual([14, 15, 16]);
    expect(system.asked).toEqual([["a", "b"]]);
    // The members are listed before the group is killed, so that they are counted.
    expect(system.calls).toEqual(["list", "kill", "list", "kill", "remove"]);
  });

  it("looks for nothing without marks", async () => {
    system.processes.set(11, { state: "S" });
    expect(await endMarked([])).toBe(0);
    expect([system.asked, system.calls]).toEqual([[], []]);
  });
});
