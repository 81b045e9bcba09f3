import { capabilityName } from "../catalogue/index.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { EmulationStrategy } from "./strategy.ts";

/** One thing that was done in place of a capability. */
export interface EmulationEntry {
  readonly capability: CapabilityId;
  readonly strategy: EmulationStrategy;
}

/**
 * Exactly what was done to a call: every prompt that was injected, word for word, and every change that is
 * made to its reply. What is not listed was not done.
 */
export interface EmulationReport {
  readonly applied: readonly EmulationEntry[];
  readonly warnings: readonly string[];
}

/** How much an emulated call may differ from a native one. */
export type FidelityLoss = "none" | "minor" | "major" | "critical";

/** Whether nothing was done and nothing is to be said. */
export function isEmpty(report: EmulationReport): boolean {
  return report.applied.length === 0 && report.warnings.length === 0;
}

/** Whether a capability that was asked for could not be emulated. */
export function hasUnemulatable(report: EmulationReport): boolean {
  return report.warnings.some((warning) => unemulatedPattern.test(warning));
}

const unemulatedPattern = /^Capability \S+ not emulated: /;

/** The warning for a capability that is not emulated. */
export function unemulatedWarning(capability: CapabilityId, reason: string): string {
  return `Capability ${capabilityName(capability)} not emulated: ${reason}`;
}

/**
 * How close the call stays to a native one, from 1 down to 0.
 * Each injected prompt costs 0.15, each change to the reply 0.10, each capability left out 0.25.
 */
export function fidelityScore(report: EmulationReport): number {
  const costs = report.applied.map(({ strategy }) => strategyCost[strategy.type]);
  const missing = report.warnings.filter((warning) => unemulatedPattern.test(warning)).length;
  const total = costs.reduce((sum, cost) => sum + cost, missing * strategyCost.disabled);
  // In hundredths, because 1 - 0.15 - 0.1 is not 0.75 in binary.
  return Math.max(0, 100 - total) / 100;
}

const strategyCost = { system_prompt_injection: 15, post_processing: 10, disabled: 25 } as const;

/** The name for a score. */
export function fidelityLoss(score: number): FidelityLoss {
  if (score >= 1) return "none";
  if (score >= 0.7) return "minor";
  return score >= 0.4 ? "major" : "critical";
}
