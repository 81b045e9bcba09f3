import { capabilityName } from "../catalogue/capabilities.ts";
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
