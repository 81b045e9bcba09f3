import { capabilityName } from "../catalogue/capabilities.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { EmulationStrategy } from "./strategy.ts";

/** One change made in place of a capability. */
export interface EmulationEntry {
  readonly capability: CapabilityId;
  readonly strategy: EmulationStrategy;
}

/** Every injected prompt, word for word, and every change to the reply. A change that is not listed was not made. */
export interface EmulationReport {
  readonly applied: readonly EmulationEntry[];
  readonly warnings: readonly string[];
}

/** How far an emulated call may differ from a native one. */
export type FidelityLoss = "none" | "minor" | "major" | "critical";

/**
 * Whether the report has no changes and no warnings.
 *
 * @example
 * import { applyEmulation, isEmpty } from "agent-backplane/negotiation";
 * isEmpty(applyEmulation(new Map(), [], conversation).report); // true
 */
export function isEmpty(report: EmulationReport): boolean {
  return report.applied.length === 0 && report.warnings.length === 0;
}

/**
 * Whether a requested capability could not be emulated.
 *
 * @example
 * import { applyEmulation, hasUnemulatable } from "agent-backplane/negotiation";
 * const { report } = applyEmulation(new Map(), ["code_execution"], conversation);
 * hasUnemulatable(report); // true
 */
export function hasUnemulatable(report: EmulationReport): boolean {
  return report.warnings.some((warning) => unemulatedPattern.test(warning));
}

const unemulatedPattern = /^Capability \S+ not emulated: /;

export function unemulatedWarning(capability: CapabilityId, reason: string): string {
  return `Capability ${capabilityName(capability)} not emulated: ${reason}`;
}
