import type { Backend } from "../backends/index.ts";
import {
  type AgentEvent,
  buildReceipt,
  type ClockRecord,
  type Observed,
  type Receipt,
  type WorkOrder,
} from "../contract/index.ts";
import { canonicalize, sha256Hex } from "../lib/index.ts";
import { type Decision, negotiationRecord } from "../negotiation/index.ts";
import { describePolicy, type Policy } from "../policy/index.ts";
import type { RunEnd } from "./run-end.ts";

/** Everything about a run that its receipt states, except how it ended. */
export interface RunFacts {
  readonly order: WorkOrder;
  readonly runId: string;
  readonly startedAt: Date;
  readonly backend: Backend;
  readonly policy: Policy;
  readonly decision: Decision;
  readonly software: { readonly name: string; readonly version: string };
}

/** When a run ended, and whether the clock stepped back during it. */
export interface RunFinish {
  readonly at: Date;
  readonly clock: ClockRecord | undefined;
}

/** Builds the receipt of a run: complete except for its position in a log and its hash. */
export function buildRunReceipt(
  facts: RunFacts,
  { report, termination, error }: RunEnd,
  trace: readonly AgentEvent[],
  finish: RunFinish,
): Receipt {
  const { order, runId, startedAt, backend, decision } = facts;
  return buildReceipt(
    {
      runId,
      workOrderId: order.id,
      startedAt,
      finishedAt: finish.at,
      clock: finish.clock,
      backend: backend.identity,
      outcome: error === undefined ? report.outcome : "failed",
      capabilities: backend.capabilities,
      usage: report.usage,
      usageRaw: report.usageRaw,
      trace: [...trace],
      artifacts: report.artifacts,
      verification: { harness_ok: report.harnessOk },
    },
    {
      termination,
      observed: observe(facts),
      reported: [{ by: backend.identity.id, outcome: report.outcome, usage_raw: report.usageRaw ?? null }],
      decision_id: decision.id,
      negotiation: negotiationRecord(decision),
    },
  );
}

function observe({ order, policy, software }: RunFacts): Observed {
  return {
    work_order_sha256: sha256Hex(canonicalize(order)),
    policy_sha256: sha256Hex(canonicalize(policy.layers.map((layer) => layer.profile))),
    policy: describePolicy(policy) === "open" ? "open" : "advisory",
    sandbox_level: "L0",
    software: { ...software },
  };
}
