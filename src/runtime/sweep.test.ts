import { describe, expect, it } from "vitest";
import { FakeBackend } from "./fixtures/fake-backend.ts";
import { FakeWorkspace } from "./fixtures/fake-workspace.ts";
import { finishRun } from "./fixtures/start-run.ts";
import { sweepRuns } from "./sweep.ts";

describe("the sweep of dead runs", () => {
  it("S44 ends the processes of dead runs before it removes their stages, and says what is left", async () => {
    const calls: string[] = [];
    const stage = (runId: string, left: string[]) => ({
      runId,
      remove: async () => {
        calls.push(`remove ${runId}`);
        return left;
      },
    });
    const report = await sweepRuns("/stages", {
      abandonedStages: async (directory) => {
        calls.push(directory);
        return [stage("a", []), stage("b", ["/stages/b/x"])];
      },
      endMarked: async (marks) => {
        calls.push(`end ${marks.join(" ")}`);
        return 3;
      },
    });
    expect(report).toEqual({ runs: ["a", "b"], endedProcesses: 3, left: ["/stages/b/x"] });
    expect(calls).toEqual(["/stages", "end a b", "remove a", "remove b"]);
  });

  it("looks for no process if no run is dead", async () => {
    const parts = {
      abandonedStages: async () => [],
      endMarked: () => Promise.reject(new Error("not called")),
    };
    expect(await sweepRuns("/stages", parts)).toEqual({ runs: [], endedProcesses: 0, left: [] });
  });

  it("comes before each run that is staged, and its failure is only a warning", async () => {
    const workspace = new FakeWorkspace();
    workspace.onSweep = async () => {
      expect(workspace.calls).toEqual([]);
      throw new Error("no permission");
    };
    const { receipt, error } = await finishRun(new FakeBackend(), { workspace });
    workspace.close();
    expect(error).toBeUndefined();
    expect(receipt.observed?.warnings).toEqual([
      "the leftovers of earlier runs could not be removed: no permission",
    ]);
  });
});
