import { joinDemand } from "../demand/demand.ts";
import { type EmulatorRef, judge, type Mode } from "../judgement/judge.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { Manifest } from "../supply/manifest.ts";

/** The reason why a capability stops a mapped request. */
export interface MappingFault {
  readonly kind: "RequiresNative" | "UnsupportedCapability";
  readonly capability: CapabilityId;
}

export interface CompatibilityCheck {
  readonly ok: boolean;
  readonly faults: readonly MappingFault[];
  /** The capabilities to emulate. */
  readonly emulated: readonly CapabilityId[];
}

/**
 * Checks the capabilities of a request. Strict mode requires native support; best effort refuses only unsupported
 * capabilities.
 *
 * @example
 * import { checkCompatibility } from "agent-backplane/negotiation";
 * const { ok, faults } = checkCompatibility(manifest, ["vision", "tool_use"], "strict");
 */
export function checkCompatibility(
  manifest: Manifest,
  capabilities: readonly CapabilityId[],
  mode: Mode,
  emulators: readonly EmulatorRef[] = [],
): CompatibilityCheck {
  const by = { kind: "dialect", id: "request" } as const;
  const demand = joinDemand(
    capabilities.map((capability) => ({ capability, need: "required", floor: "emulated", by })),
  );
  const findings = demand.map((requirement) =>
    judge(requirement, manifest, { mode, lane: "mapped", emulators }),
  );
  const faults = findings
    .filter(({ outcome }) => outcome === "missing")
    .map(({ requirement: { capability }, reason }): MappingFault => {
      return { kind: reason === "below_floor" ? "RequiresNative" : "UnsupportedCapability", capability };
    });
  const emulated = findings
    .filter(({ outcome }) => outcome === "emulated" || outcome === "restricted")
    .map(({ requirement }) => requirement.capability);
  return { ok: faults.length === 0, faults, emulated: faults.length === 0 ? emulated : [] };
}
