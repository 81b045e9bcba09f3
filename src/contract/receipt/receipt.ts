import { z } from "zod";
import { BackendIdentity } from "../backend-identity.ts";
import { CapabilityManifest } from "../capability.ts";
import { LossReport } from "../conversation/loss.ts";
import { AgentEvent } from "../event.ts";
import { ExecutionMode, Outcome } from "../execution.ts";
import { Count, FreeJson, NullableText, Timestamp, Uuid } from "../scalars.ts";
import { ArtifactRef } from "./artifact.ts";
import { ChainPosition } from "./chain.ts";
import { Cost } from "./cost.ts";
import { NegotiationRecord } from "./negotiation-record.ts";
import { Observed } from "./observed.ts";
import { Reported } from "./reported.ts";
import { Termination } from "./termination.ts";
import { Usage } from "./usage.ts";
import { VerificationReport } from "./verification.ts";

/** Which run of which work order, and when. */
export const RunMetadata = z
  .looseObject({
    run_id: Uuid,
    work_order_id: Uuid,
    contract_version: z.string(),
    started_at: Timestamp,
    finished_at: Timestamp,
    duration_ms: Count,
  })
  .meta({ id: "RunMetadata" });
export type RunMetadata = z.infer<typeof RunMetadata>;

/** How `receipt_sha256` was computed; abp/v0.1 receipts do not say, and use their own byte form. */
export const HashAlgorithm = z.enum(["jcs-sha256"]);
export type HashAlgorithm = z.infer<typeof HashAlgorithm>;

/** The record of one run: the eleven members of abp/v0.1, and ours as optional ones. */
export const Receipt = z
  .looseObject({
    meta: RunMetadata,
    backend: BackendIdentity,
    capabilities: CapabilityManifest,
    mode: ExecutionMode.default("mapped"),
    usage_raw: FreeJson,
    usage: Usage,
    trace: z.array(AgentEvent),
    artifacts: z.array(ArtifactRef),
    verification: VerificationReport,
    outcome: Outcome,
    receipt_sha256: NullableText,
    hash_alg: HashAlgorithm.optional(),
    termination: Termination.optional(),
    observed: Observed.optional(),
    reported: z.array(Reported).optional(),
    decision_id: z.string().optional(),
    negotiation: NegotiationRecord.optional(),
    mapping: z.array(LossReport).optional(),
    cost: Cost.optional(),
    chain: ChainPosition.optional(),
  })
  .meta({ id: "Receipt", title: "Receipt", description: "The record of one run." });
export type Receipt = z.infer<typeof Receipt>;
