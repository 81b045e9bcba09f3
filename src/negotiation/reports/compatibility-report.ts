import type { CapabilityManifest } from "../../contract/index.ts";
import { capabilityName } from "../catalogue/capabilities.ts";
import type { CapabilityId } from "../supply/claim.ts";
import {
  ADAPTER_STRATEGY,
  checkCapability,
  isCompatible,
  type NegotiationResult,
  type ReportedSupport,
} from "./negotiation-result.ts";

/** A negotiation result with counts and a summary. */
export interface CompatibilityReport {
  readonly compatible: boolean;
  readonly native_count: number;
  readonly emulated_count: number;
  readonly unsupported_count: number;
  readonly summary: string;
  readonly details: readonly (readonly [name: string, support: ReportedSupport])[];
}

/**
 * Writes a report. With the manifest, a restricted capability is reported with its reason.
 *
 * @example
 * import { generateReport, negotiate } from "agent-backplane/negotiation";
 * const report = generateReport(negotiate(capabilities, order.requirements), capabilities);
 */
export function generateReport(
  result: NegotiationResult,
  manifest?: CapabilityManifest,
): CompatibilityReport {
  const { native, emulatable, unsupported } = result;
  const compatible = isCompatible(result);
  const emulated = (name: CapabilityId): ReportedSupport => {
    const support = manifest === undefined ? undefined : checkCapability(manifest, name);
    return support?.level === "emulated" ? support : { level: "emulated", strategy: ADAPTER_STRATEGY };
  };
  return {
    compatible,
    native_count: native.length,
    emulated_count: emulatable.length,
    unsupported_count: unsupported.length,
    summary:
      `${native.length} native, ${emulatable.length} emulatable, ${unsupported.length} unsupported — ` +
      (compatible ? "fully compatible" : "incompatible"),
    details: [
      ...native.map((name) => [capabilityName(name), { level: "native" }] as const),
      ...emulatable.map((name) => [capabilityName(name), emulated(name)] as const),
      ...unsupported.map((name) => [capabilityName(name), { level: "unsupported" }] as const),
    ],
  };
}
