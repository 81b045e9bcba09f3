import type { Agent } from "../../agents/index.ts";
import { restoreJson } from "../../lib/index.ts";
import type { RunResult } from "../../runtime/index.ts";
import type { RunEnd } from "../../stand-in/index.ts";
import { modelUses } from "./model-uses.ts";

/** The end of a run, as protocols of vendors state it. Metered figures are preferred to those of the agent. */
export function runEnd(
  { receipt, error }: Pick<RunResult, "receipt" | "error">,
  agent?: Pick<Agent, "readModelFacts">,
): RunEnd {
  const calls = receipt.observed?.model_calls;
  const usage = calls?.usage ?? receipt.usage;
  const said = agent?.readModelFacts?.(restoreJson(receipt.usage_raw)) ?? {};
  return {
    outcome: receipt.outcome,
    error,
    usage,
    costUsd: usage.estimated_cost_usd ?? receipt.cost?.usd ?? null,
    durationMs: receipt.meta.duration_ms,
    modelCalls: calls?.calls,
    models: calls === undefined ? [] : modelUses(calls, said),
    structuredOutput: restoreJson(
      receipt.reported?.find(({ structured_output: output }) => output !== undefined)?.structured_output,
    ),
    hasSession: receipt.reported?.some(({ session }) => session !== undefined) === true,
  };
}
