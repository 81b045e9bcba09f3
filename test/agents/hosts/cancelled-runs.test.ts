import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { sampled } from "../../fault-size.ts";
import { scriptedPrompt } from "../agent-cases.ts";
import { findExecutable } from "../installed.ts";
import { agentTools } from "./agent-tools.ts";
import { HostedWorkplace } from "./hosted-workplace.ts";
import { commandsWith, processesOf } from "./processes.ts";

/** Agents that run commands in three different ways; Gemini CLI gives each one a process group of its own, which is hardest to end. */
const names = sampled(["claude", "codex", "gemini"], (agent) => agent === "gemini");
const isConfined = hasLevel3();

for (const tools of agentTools.filter(({ agent }) => names.includes(agent))) {
  const { agent, model, dialect } = tools;
  const isInstalled = findExecutable(agent) !== undefined;

  describe.skipIf(!isInstalled || !isConfined)(`a run of ${agent} that is cancelled`, () => {
    let place: HostedWorkplace;
    beforeAll(async () => {
      place = await HostedWorkplace.open();
    });
    afterAll(() => place.close());

    it("while a command runs leaves no process and no stage, and a receipt that says so", async () => {
      // Nothing else on the machine sleeps for exactly so long.
      const duration = `${3600 + process.pid}.${Date.now()}`;
      const run = await place.start({
        agent,
        engine: dialect === "claude" ? "sim-openai" : "sim-claude",
        model,
        task: () => scriptedPrompt([tools.command(`sleep ${duration}`)], "This is never said."),
      });
      let isOver = false;
      void run.result.finally(() => {
        isOver = true;
      });
      while (commandsWith(duration).length === 0 && !isOver) await sleep(50);
      run.cancel("nobody needs it");
      const { receipt, error, verification, patch } = await run.result;
      expect([receipt.termination?.reason, error?.code, verification.ok]).toEqual([
        "cancelled",
        "run_cancelled",
        true,
      ]);
      expect(patch).toBeUndefined();
      const calls = await place.callReceipts(run.runId);
      expect(calls.length).toBeGreaterThan(0);
      expect(receipt.observed?.model_calls?.calls).toBe(calls.length);
      expect([commandsWith(duration), processesOf(place.root), place.stages()]).toEqual([[], [], []]);
    });
  });
}
