import type { CapabilityManifest, CapabilityRequirements } from "../../contract/index.ts";
import { capabilitiesWith, type Decision } from "../decision/decision.ts";
import { requirementsFromWire } from "../demand/wire-requirement.ts";
import { judge } from "../judgement/judge.ts";
import type { CapabilityId, Claim } from "../supply/claim.ts";
import { manifestFromWire } from "../supply/manifest.ts";
import { anonymousOrigin, wireOptions } from "./support-matching.ts";

/** The requirements, grouped by the support in the manifest. */
export interface NegotiationResult {
  readonly native: readonly CapabilityId[];
  readonly emulatable: readonly CapabilityId[];
  readonly unsupported: readonly CapabilityId[];
}

/** A support level in a report. A restricted capability is reported as emulated, with the reason as its strategy. */
export type ReportedSupport =
  | { readonly level: "native" }
  | { readonly level: "emulated"; readonly strategy: string }
  | { readonly level: "unsupported" };

/** The strategy in a report when a backend emulates by itself. */
export const ADAPTER_STRATEGY = "adapter";

/**
 * Groups the requirements. A requirement below its minimum support counts as unsupported.
 *
 * @example
 * import { negotiate } from "agent-backplane/negotiation";
 * const { native, emulatable, unsupported } = negotiate(capabilities, order.requirements);
 */
export function negotiate(
  manifest: CapabilityManifest,
  requirements: CapabilityRequirements,
): NegotiationResult {
  const judged = manifestFromWire(manifest, anonymousOrigin);
  const findings = requirementsFromWire(requirements, { kind: "work_order", id: "" }).map((requirement) =>
    judge(requirement, judged, wireOptions),
  );
  const bucket = (...outcomes: readonly string[]): readonly CapabilityId[] =>
    findings
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map(({ requirement }) => requirement.capability);
  return {
    native: bucket("satisfied"),
    emulatable: bucket("emulated", "restricted"),
    // This format cannot say unknown, so an unreadable level counts as unsupported.
    unsupported: bucket("missing", "deferred"),
  };
}

/**
 * The support of one capability in a manifest, without regard to requirements.
 *
 * @example
 * import { checkCapability } from "agent-backplane/negotiation";
 * const { level } = checkCapability(capabilities, "streaming");
 */
export function checkCapability(manifest: CapabilityManifest, capability: CapabilityId): ReportedSupport {
  const { claims } = manifestFromWire(manifest, anonymousOrigin);
  const claim = Object.hasOwn(claims, capability) ? claims[capability] : undefined;
  return reportSupport(claim);
}

/**
 * @example
 * import { isCompatible, negotiate } from "agent-backplane/negotiation";
 * if (!isCompatible(negotiate(capabilities, order.requirements))) console.log("choose another backend");
 */
export function isCompatible(result: NegotiationResult): boolean {
  return result.unsupported.length === 0;
}

/**
 * @example
 * import { countRequirements, negotiate } from "agent-backplane/negotiation";
 * const count = countRequirements(negotiate(capabilities, order.requirements));
 */
export function countRequirements(result: NegotiationResult): number {
  return result.native.length + result.emulatable.length + result.unsupported.length;
}

/**
 * Groups the findings of a decision. Leaves out degraded and deferred ones, which are neither supported nor refused.
 */
export function resultFromDecision(decision: Pick<Decision, "findings">): NegotiationResult {
  return {
    native: capabilitiesWith(decision, "satisfied"),
    emulatable: capabilitiesWith(decision, "emulated", "restricted"),
    unsupported: capabilitiesWith(decision, "missing"),
  };
}

export function reportSupport(claim: Claim | undefined): ReportedSupport {
  switch (claim?.support) {
    case "native":
      return { level: "native" };
    case "emulated":
      return { level: "emulated", strategy: claim.via ?? ADAPTER_STRATEGY };
    case "restricted":
      return { level: "emulated", strategy: `restricted: ${claim.reason ?? ""}` };
    default:
      return { level: "unsupported" };
  }
}
