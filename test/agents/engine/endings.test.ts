import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/contract/index.ts";
import { openChatVendor } from "../chat-vendor.ts";
import { type HostedRun, HostedWorkplace } from "../hosts/hosted-workplace.ts";
import { commandsWith, processesOf } from "../hosts/processes.ts";
import { isConfined, models } from "./engine-place.ts";

const lastMessage = (trace: readonly AgentEvent[]) =>
  trace.flatMap((event) => (event.type === "assistant_message" ? [event.text] : [])).at(-1);

describe.skipIf(!isConfined)("a run of the engine backend", () => {
  let place: HostedWorkplace;
  let vendor: Awaited<ReturnType<typeof openChatVendor>>;
  beforeAll(async () => {
    vendor = await openChatVendor(() => ({ calls: "list" }));
    place = await HostedWorkplace.open(
      {},
      {
        openai: { preset: "sim", dialect: "openai" },
        costly: { preset: "compatible", base_url: vendor.url, allow_private: true },
      },
      { dear: { input: 1000, output: 1000 } },
    );
  });
  afterAll(async () => {
    await place?.close();
    vendor?.close();
  });

  const start = (task: string, more: Partial<HostedRun> = {}) =>
    place.start({ agent: "engine", engine: "openai", model: models.openai, task: () => task, ...more });
  const finish = async (task: string, more: Partial<HostedRun> = {}) => {
    const run = await start(task, more);
    return { ...(await run.result), calls: (await place.callReceipts(run.runId)).length };
  };

  it("that is cancelled while a command runs leaves no process, and a receipt that says so", async () => {
    // Nothing else on the machine sleeps for exactly so long.
    const duration = `${3600 + process.pid}.${Date.now()}`;
    const command = `trap '' TERM; sleep ${duration} & sleep ${duration}`;
    const run = await start(`sim: call run ${JSON.stringify({ command })}\nsim: say This is never said.`);
    let isOver = false;
    void run.result.finally(() => {
      isOver = true;
    });
    while (commandsWith(duration).length === 0 && !isOver) await sleep(50);
    run.cancel("nobody needs it");
    const { receipt, error, verification } = await run.result;
    expect([receipt.termination?.reason, error?.code, verification.ok]).toEqual([
      "cancelled",
      "run_cancelled",
      true,
    ]);
    expect([commandsWith(duration), processesOf(place.root), place.stages()]).toEqual([[], [], []]);
  });

  it("ends at the turns of its order before it asks the model again", async () => {
    const twice = "sim: call list {}\nsim: call list {}\nsim: call list {}\nsim: say never";
    const { error, calls } = await finish(twice, {
      order: { workspace: { root: place.repository }, config: { model: models.openai, max_turns: 2 } },
    });
    expect([error?.code, error?.message, calls]).toEqual([
      "run_turns_exceeded",
      "the run began turn 3 of 2",
      2,
    ]);
  });

  it("ends at its budget, which the gateway meters", async () => {
    const { error, calls } = await finish("Go on.", {
      engine: "costly",
      order: { workspace: { root: place.repository }, config: { model: "dear", max_budget_usd: 0.5 } },
    });
    expect(error?.code).toBe("run_budget_exceeded");
    expect(calls).toBe(1);
  });

  it("takes messages of the user while it works", async () => {
    const run = await start('sim: call run {"command":"sleep 1"}\nsim: say First.');
    for await (const event of run.events) {
      if (event.type === "tool_call") expect(run.steer("sim: say Second.")).toBe(true);
    }
    const { receipt } = await run.result;
    expect(lastMessage(receipt.trace)).toBe("Second.");
  });
});
