import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CheckRecord } from "../../contract/index.ts";
import { startProgram } from "../../process/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import { FakeBackend, report } from "../fixtures/fake-backend.ts";
import { added, FakeWorkspace } from "../fixtures/fake-workspace.ts";
import { finishRun, startRun } from "../fixtures/start-run.ts";

let workspace: FakeWorkspace;
beforeEach(() => {
  workspace = new FakeWorkspace();
  workspace.root = workspace.runsDir;
  workspace.changes = [added("a")];
  Object.assign(workspace.parts, {
    startProgram: (plan: Parameters<typeof startProgram>[0]) => {
      workspace.calls.push("check");
      workspace.started = plan;
      return startProgram(plan);
    },
  });
});
afterEach(() => workspace.close());

const checking = (command: string) => ({ check: { command, timeoutMs: 60_000 } });
const workspaceFirst = { lane: "workspace_first" } as const;

describe("a run whose result is checked", () => {
  it("is checked after the agent has ended and its patch is saved, before it is applied and the stage removed", async () => {
    const backend = new FakeBackend();
    backend.onClose = async () => void workspace.calls.push("closed");
    const order = { ...workspaceFirst, workspace: { root: "/" }, config: { env: { GIVEN: "yes" } } };
    const options = checking("test $GIVEN = yes && echo fine");
    const { receipt } = await finishRun(backend, { workspace, order, options });
    expect(workspace.calls).toEqual(["stage", "closed", "after", "save", "check", "apply /", "remove"]);
    expect(receipt.observed?.check).toMatchObject({ exit_code: 0, output_tail: "fine\n" });
    expect([receipt.outcome, receipt.verification.harness_ok]).toEqual(["complete", true]);
    expect(workspace.started).toMatchObject({ cwd: workspace.runsDir, mark: receipt.meta.run_id });
  });

  it("is partial and not applied if the check fails", async () => {
    const options = checking("echo broken; exit 1");
    const { receipt, error, patch } = await finishRun(new FakeBackend(), {
      workspace,
      order: workspaceFirst,
      options,
    });
    expect([receipt.outcome, receipt.verification.harness_ok, error]).toEqual(["partial", false, undefined]);
    expect(receipt.observed?.check).toMatchObject({ exit_code: 1, output_tail: "broken\n" });
    expect(workspace.calls.some((call) => call.startsWith("apply"))).toBe(false);
    expect(patch).toBeDefined();
    expect(receipt.observed?.workspace).not.toHaveProperty("applied");
    expect(receipt.reported?.[0]?.outcome).toBe("complete");
  });

  it("is checked also if nothing changed, and if nothing is applied", async () => {
    workspace.changes = [];
    const { receipt } = await finishRun(new FakeBackend(), { workspace, options: checking("exit 0") });
    expect(receipt.observed?.check?.exit_code).toBe(0);
    expect(receipt.outcome).toBe("complete");
  });

  it("is not checked if the agent failed, or changed what the policy denies", async () => {
    const failed = new FakeBackend(async function* () {
      yield [];
      return { ...report, outcome: "failed" };
    });
    const denied = { policy: { deny_write: ["a"] } };
    const results = [
      await finishRun(failed, { workspace, options: checking("true") }),
      await finishRun(new FakeBackend(), { workspace, order: denied, options: checking("true") }),
    ];
    for (const { receipt } of results) expect(receipt.observed).not.toHaveProperty("check");
    expect(workspace.calls).not.toContain("check");
  });

  it("keeps the outcome of an agent that said it is partial", async () => {
    const partial = new FakeBackend(async function* () {
      yield [];
      return { ...report, outcome: "partial", harnessOk: false };
    });
    const { receipt } = await finishRun(partial, { workspace, options: checking("exit 0") });
    expect([receipt.outcome, receipt.verification.harness_ok]).toEqual(["partial", false]);
  });

  it("is cancelled if the caller cancels its check, and is not applied", async () => {
    const run = startRun(new FakeBackend(), {
      workspace,
      order: workspaceFirst,
      options: {
        ...checking("touch started; sleep 1000"),
        onStep: (step) => {
          if (step === "verify") void cancelWhenChecked();
        },
      },
    });
    const cancelWhenChecked = async () => {
      const isStarted = () => existsSync(join(workspace.runsDir, "started"));
      while (!isStarted()) await new Promise((resolve) => setTimeout(resolve, 5));
      run.cancel("enough");
    };
    const receipt = await run.receipt;
    expect(receipt.termination).toMatchObject({ reason: "cancelled", code: "run_cancelled" });
    expect(receipt.observed?.check).toMatchObject({ exit_code: null } satisfies Partial<CheckRecord>);
    expect(workspace.calls.some((call) => call.startsWith("apply"))).toBe(false);
  });

  it("is checked in the sandbox of the agent", async () => {
    const backend = new FakeBackend();
    const closed: string[] = [];
    backend.confine = async ({ cwd }) =>
      ({
        wrap: (plan: object) => ({ ...plan, args: ["-c", `echo confined; test ${cwd} = "$PWD"`] }),
        close: async () => closed.push("closed"),
      }) as unknown as Sandbox;
    const { receipt } = await finishRun(backend, { workspace, options: checking("true") });
    expect(receipt.observed?.check).toMatchObject({ exit_code: 0, output_tail: "confined\n" });
    expect(closed).toEqual(["closed"]);
  });

  it("says that it was not checked if the backend works on no files", async () => {
    const { receipt } = await finishRun(new FakeBackend(), { options: checking("true") });
    expect(receipt.observed?.warnings).toEqual(["the result was not checked: the backend works on no files"]);
    expect((await finishRun(new FakeBackend())).receipt.observed).not.toHaveProperty("warnings");
  });
});
