import type { CapabilityManifest, CapabilityRequirements } from "../../contract/index.ts";
import { capabilitiesWith, type Decision } from "../decision/decision.ts";
import { requirementsFromWire } from "../demand/wire-requirement.ts";
import { judge } from "../judgement/judge.ts";
import type { CapabilityId, Claim } from "../supply/claim.ts";
import { manifestFromWire } from "../supply/manifest.ts";
import { anonymousOrigin, wireOptions } from "./support-matching.ts";

/** What a manifest gives of what is required, in three buckets. */
export interface NegotiationResult {
  readonly native: readonly CapabilityId[];
  readonly emulatable: readonly CapabilityId[];
  readonly unsupported: readonly CapabilityId[];
}

/** A support level as a report tells it: what is restricted is told as emulated, with the reason. */
export type ReportedSupport =
  | { readonly level: "native" }
  | { readonly level: "emulated"; readonly strategy: string }
  | { readonly level: "unsupported" };

/** How a report says that a backend emulates by itself, without saying how. */
export const ADAPTER_STRATEGY = "adapter";

/** Sorts every requirement into its bucket; one whose minimum is not reached counts as unsupported. */
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
    // A level that cannot be read is no support either: this vocabulary has no word for unknown.
    unsupported: bucket("missing", "degraded", "deferred"),
  };
}

/** Classifies one capability by what a manifest says of it, whatever is required. */
export function checkCapability(manifest: CapabilityManifest, capability: CapabilityId): ReportedSupport {
  const { claims } = manifestFromWire(manifest, anonymousOrigin);
  const claim = Object.hasOwn(claims, capability) ? claims[capability] : undefined;
  return reportSupport(claim);
}

/** Whether nothing is unsupported. */
export function isCompatible(result: NegotiationResult): boolean {
  return result.unsupported.length === 0;
}

/** How many requirements were sorted. */
export function countRequirements(result: NegotiationResult): number {
  return result.native.length + result.emulatable.length + result.unsupported.length;
}

/** A decision in three buckets; what it degrades or defers is neither there nor refused, so it is left out. */
export function resultFromDecision(decision: Pick<Decision, "findings">): NegotiationResult {
  return {
    native: capabilitiesWith(decision, "satisfied"),
    emulatable: capabilitiesWith(decision, "emulated", "restricted"),
    unsupported: capabilitiesWith(decision, "missing"),
  };
}

/** A claim in the words of a report. */
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
