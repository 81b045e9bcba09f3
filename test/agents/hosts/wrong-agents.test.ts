import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BackendEntry } from "../../../src/backends/index.ts";
import type { Receipt, WorkOrderOptions } from "../../../src/contract/index.ts";
import type { RunResult } from "../../../src/runtime/index.ts";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { hasPython, verifyWithPython } from "../../runs/fixtures/machine.ts";
import { HostedWorkplace, sumUsage } from "./hosted-workplace.ts";
import { processesOf } from "./processes.ts";

const isConfined = hasLevel3();
if (!isConfined) console.warn("Wrong agents are not run: this needs bwrap and user namespaces.");

/** What an agent does wrong, and how its run ends. */
interface WrongAgent {
  readonly fault: string;
  readonly order?: WorkOrderOptions;
  readonly outcome: Receipt["outcome"];
  readonly reason: string;
  readonly error?: RegExp;
}

const complete = { outcome: "complete", reason: "completed" } as const;
const failed = { outcome: "failed", reason: "failed" } as const;
const timedOut = { outcome: "failed", reason: "timed_out", error: /./ } as const;

/** Agents that speak ACP and make one model call before they go wrong. */
const acpAgents: readonly WrongAgent[] = [
  { fault: "crash before it answers", ...failed, error: /exit code 9/ },
  { fault: "crash in the middle", ...failed, error: /SIGSEGV/ },
  { fault: "hang", order: { timeoutMs: 3000 }, ...timedOut },
  { fault: "hang after a signal", order: { limits: { idle_ms: 2500 } }, ...timedOut },
  { fault: "flood of events", order: { limits: { output_bytes: 3_000_000 } }, ...failed, error: /more than/ },
  { fault: "flood of one line", ...failed, error: /line/ },
  { fault: "no protocol", order: { timeoutMs: 3000 }, ...timedOut },
  { fault: "edit without asking", ...failed, error: /deploy\.yml/ },
  { fault: "children left behind", ...complete },
  { fault: "an answer twice", ...complete },
  { fault: "true usage", ...complete },
  { fault: "false usage", ...complete },
];

/** Agents that speak like Claude Code and make no model call. */
const claudeAgents: readonly WrongAgent[] = [
  { fault: "usage of no call", ...complete },
  { fault: "exit without a result", ...failed, error: /without a result/ },
  { fault: "failure after its result", outcome: "partial", reason: "completed" },
  { fault: "no exit after its result", ...complete },
  { fault: "a tool without a question", ...failed, error: /against the policy/ },
];

const fixtures = new URL("fixtures", import.meta.url).pathname;
const acpBackend = ({ fault }: WrongAgent): BackendEntry => ({
  type: "agent",
  agent: "acp",
  command: process.execPath,
  args: [join(fixtures, "wrong-acp-agent.mjs"), fault],
  read_only: [fixtures],
});
const claudeBackend = ({ fault }: WrongAgent): BackendEntry => ({
  type: "agent",
  agent: "claude",
  command: join(fixtures, "wrong-claude.mjs"),
  env: [`WRONG_FAULT=${fault}`],
  read_only: [fixtures],
});

describe.skipIf(!isConfined)("an agent that does something wrong, at L3", () => {
  let place: HostedWorkplace;
  const results = new Map<string, RunResult>();
  beforeAll(async () => {
    place = await HostedWorkplace.open(
      Object.fromEntries([
        ...acpAgents.map((agent) => [agent.fault, acpBackend(agent)]),
        ...claudeAgents.map((agent) => [agent.fault, claudeBackend(agent)]),
      ]),
    );
  });
  afterAll(() => place.close());

  /** Runs the agent, and checks what holds for every ending. */
  async function run({ fault, order = {}, outcome, reason, error }: WrongAgent): Promise<RunResult> {
    const started = await place.start({
      agent: fault,
      engine: "sim-claude",
      model: undefined,
      policy: { deny_write: ["deploy.yml"], disallowed_tools: ["Write"] },
      task: () => "Do it.",
      order,
    });
    const result = await started.result;
    const { receipt, verification } = result;
    results.set(fault, result);
    expect([receipt.outcome, receipt.termination?.reason]).toEqual([outcome, reason]);
    if (error === undefined) expect(result.error).toBeUndefined();
    else expect(result.error?.message).toMatch(error);
    expect(verification.ok).toBe(true);
    if (hasPython()) expect(await verifyWithPython(place.root, await place.proof(receipt))).toBe("ok");
    expect(await place.receiptsOf(started.runId)).toHaveLength(1);
    const stages = place.stages().filter((name) => name.includes(started.runId));
    expect([stages, processesOf(started.runId)]).toEqual([[], []]);
    return result;
  }

  // Most of them are waited for.
  it.concurrent.each(acpAgents)("that speaks ACP ends in one true receipt: $fault", async (agent) => {
    const { receipt, patch } = await run(agent);
    // The call that it made is metered, whatever became of it. On a slow machine a time limit can come first.
    const calls = await place.callReceipts(receipt.meta.run_id);
    if (agent.reason !== "timed_out") expect(calls).toHaveLength(1);
    expect(receipt.observed?.model_calls?.calls).toBe(calls.length);
    if (calls.length > 0) expect(receipt.observed?.model_calls?.usage).toMatchObject(sumUsage(calls));
    expect(patch).toBeUndefined();
  });

  it.concurrent.each(claudeAgents)(
    "that speaks like Claude Code ends in one true receipt: $fault",
    async (agent) => {
      const { receipt } = await run(agent);
      expect(receipt.observed?.model_calls).toMatchObject({ calls: 0, receipts: [] });
    },
  );

  it("leaves no stage and no process", () => {
    expect([place.stages(), processesOf(place.root)]).toEqual([[], []]);
  });

  it("has a false report of its usage flagged, and a true one not", () => {
    const recordOf = (fault: string) => results.get(fault)?.receipt.observed?.model_calls;
    const { input_tokens, output_tokens } = recordOf("false usage")!.usage;
    expect(recordOf("true usage")?.mismatch).toBeUndefined();
    expect(recordOf("false usage")?.mismatch).toEqual([
      { member: "input_tokens", reported: 1, metered: input_tokens },
      { member: "output_tokens", reported: 1, metered: output_tokens },
    ]);
    expect(recordOf("usage of no call")?.mismatch).toEqual([
      { member: "input_tokens", reported: 500, metered: 0 },
      { member: "output_tokens", reported: 60, metered: 0 },
    ]);
  });

  it("has a tool that it used without a question recorded as a violation", () => {
    expect(results.get("a tool without a question")?.receipt.observed?.policy_decisions).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ verdict: "violation", subject: "Write" })]),
    );
  });
});
