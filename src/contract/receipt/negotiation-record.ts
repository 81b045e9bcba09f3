import { z } from "zod";
import { CompatibilityMode, ExecutionMode } from "../execution.ts";

/** One requirement and what became of it. */
export const FindingRecord = z
  .looseObject({
    capability: z.string(),
    need: z.enum(["required", "preferred", "on_use"]),
    outcome: z.enum(["satisfied", "emulated", "restricted", "deferred", "degraded", "missing"]),
    reason: z.string(),
    required_by: z.string(),
  })
  .meta({ id: "FindingRecord" });
export type FindingRecord = z.infer<typeof FindingRecord>;

/** An emulation that was really applied, by name. */
export const EmulationRecord = z
  .looseObject({
    capability: z.string(),
    emulator: z.string(),
    fidelity: z.string(),
    /** How it was done, with the text that was added. */
    strategy: z.looseObject({ type: z.string() }).optional(),
  })
  .meta({ id: "EmulationRecord" });
export type EmulationRecord = z.infer<typeof EmulationRecord>;

/** The decision that let the run begin, as far as a reader of the receipt needs it. */
export const NegotiationRecord = z
  .looseObject({
    decision_id: z.string(),
    verdict: z.enum(["accept", "accept_degraded", "reject"]),
    mode: CompatibilityMode,
    lane: ExecutionMode,
    findings: z.array(FindingRecord),
    emulations: z.array(EmulationRecord),
    warnings: z.array(z.string()),
    demand_sha256: z.string(),
    manifest_sha256: z.string(),
  })
  .meta({ id: "NegotiationRecord" });
export type NegotiationRecord = z.infer<typeof NegotiationRecord>;
