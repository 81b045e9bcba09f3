import { z } from "zod";
import { SandboxLevel } from "../sandbox-level.ts";
import { Count, Sha256, Timestamp } from "../scalars.ts";
import { CallRecord } from "./call-record.ts";
import { ClockRecord } from "./clock-record.ts";
import { BudgetRecord } from "./run/budget-record.ts";
import { CheckRecord } from "./run/check-record.ts";
import { EnforcementRecord } from "./run/enforcement-record.ts";
import { ModelCallsRecord } from "./run/model-calls-record.ts";
import { SidecarRecord } from "./run/sidecar-record.ts";
import { TraceRecord } from "./run/trace-record.ts";
import { WorkspaceRecord } from "./run/workspace-record.ts";
import { SearchRecord, UpstreamCallRecord } from "./search-record.ts";
import { TransferRecord } from "./transfer-record.ts";
import { Usage } from "./usage.ts";

/** A body that passed through our hands, by digest: large or secret content itself stays out of the receipt. */
export const BodyDigest = z.looseObject({ sha256: Sha256, bytes: Count }).meta({ id: "BodyDigest" });
export type BodyDigest = z.infer<typeof BodyDigest>;

/** One policy decision that was not a plain allow. */
export const PolicyDecisionRecord = z
  .looseObject({
    ts: Timestamp,
    /**
     * Of a model call: `denied`, `approved`, `approval_denied`, `approval_asked` (the call ended before the answer came),
     * `violation` (seen in an answer that passes through unchanged) or `unjudged` (the answer could not be read).
     */
    verdict: z.string(),
    subject: z.string(),
    /** The place of the rule, such as `keys.ci.policy.disallowed_tools[0]`, or a built-in rule. */
    rule: z.string(),
    /** The glob that the rule holds. */
    pattern: z.string().optional(),
    /**
     * What was to be done: `offer_tool`, `call_tool`, `request_model` or `use_engine` of a model call; `use_tool`,
     * `write_path` or `connect` of a run.
     */
    operation: z.string().optional(),
    /** The place in the caller's request. */
    where: z.string().optional(),
    reason: z.string().optional(),
  })
  .meta({ id: "PolicyDecisionRecord" });
export type PolicyDecisionRecord = z.infer<typeof PolicyDecisionRecord>;

/** Facts that the backplane observed itself. No sidecar or engine can write here. */
export const Observed = z
  .looseObject({
    work_order_sha256: Sha256.optional(),
    policy_sha256: Sha256.optional(),
    /** `open` when the profile allows everything. */
    policy: z.enum(["open", "enforced", "advisory"]).optional(),
    sandbox_level: SandboxLevel.optional(),
    enforcement: EnforcementRecord.optional(),
    software: z.looseObject({ name: z.string(), version: z.string() }).optional(),
    workspace: WorkspaceRecord.optional(),
    trace: TraceRecord.optional(),
    sidecar: SidecarRecord.optional(),
    /** Why this backend was chosen, if the work order left the choice to the backplane. */
    projection: z.string().optional(),
    call: CallRecord.optional(),
    /** Present if the wall clock stepped back during the run. */
    clock: ClockRecord.optional(),
    request: BodyDigest.optional(),
    response: BodyDigest.optional(),
    upstream_request: BodyDigest.optional(),
    upstream_response: BodyDigest.optional(),
    /** Present if one answer took several calls of the engine; the digests above are those of the first. */
    upstream_calls: z.array(UpstreamCallRecord).optional(),
    /** The web searches that the gateway ran for the model. */
    searches: z.array(SearchRecord).optional(),
    /** Present for a call of an endpoint that passes through as it is. */
    transfer: TransferRecord.optional(),
    usage: Usage.optional(),
    exit: z
      .looseObject({ code: z.int().nullable().optional(), signal: z.string().nullable().optional() })
      .optional(),
    policy_decisions: z.array(PolicyDecisionRecord).optional(),
    /** The number of decisions that `policy_decisions` does not hold. */
    policy_decisions_omitted: Count.optional(),
    /** Present if the work order has a budget. */
    budget: BudgetRecord.optional(),
    /** Present if the agent got the gateway for its model calls. */
    model_calls: ModelCallsRecord.optional(),
    /** Present if the run was asked to check its result. */
    check: CheckRecord.optional(),
    /** The earlier run whose conversation this run continued. */
    resumed_run: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "Observed" });
export type Observed = z.infer<typeof Observed>;
