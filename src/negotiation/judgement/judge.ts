import type { Requirement } from "../demand/requirement.ts";
import { type CapabilityId, type Claim, readClaim, unknownClaim } from "../supply/claim.ts";
import type { Manifest } from "../supply/manifest.ts";
import type { Finding, FindingOutcome, FindingReason } from "./finding.ts";

/** `strict` raises the floor of every required clause to native. */
export type Mode = "strict" | "best_effort";

/** `passthrough` forwards bytes unchanged. `mapped` translates, so it can emulate. */
export type Lane = "passthrough" | "mapped";

/** The part of an emulator that the judge reads. */
export interface EmulatorRef {
  readonly id: string;
  readonly capability: CapabilityId;
  readonly fidelity: string;
}

export interface JudgeOptions {
  readonly mode: Mode;
  readonly lane: Lane;
  readonly emulators: readonly EmulatorRef[];
  /** Why a capability is not emulated, by its id. */
  readonly disabled?: ReadonlyMap<CapabilityId, string> | undefined;
}

/** The verdict for a whole demand. */
export type Verdict = "accept" | "accept_degraded" | "reject";

/** A manifest with unchecked claims. */
export type Judged = Pick<Manifest, "closed"> & { readonly claims: Readonly<Record<CapabilityId, unknown>> };

/** Judges one requirement. Never throws. A malformed claim satisfies nothing. */
export function judge(requirement: Requirement, manifest: Judged, options: JudgeOptions): Finding {
  const taken = takeClaim(requirement.capability, manifest);
  const claim = emulate(requirement.capability, taken.claim, options);
  const reason = findFault(requirement, claim, options.mode) ?? "ok";
  const unemulated = reason === "unsupported" ? options.disabled?.get(requirement.capability) : undefined;
  return {
    requirement,
    claim,
    outcome: outcomeOf(requirement, claim, reason, options.mode),
    reason: reason === "unsupported" && !taken.listed ? "unlisted" : reason,
    ...(unemulated === undefined ? {} : { unemulated }),
  };
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some((finding) => finding.outcome === "missing")) return "reject";
  if (findings.some((finding) => finding.outcome === "degraded")) return "accept_degraded";
  return "accept";
}

function takeClaim(capability: CapabilityId, manifest: Judged): { claim: Claim; listed: boolean } {
  if (Object.hasOwn(manifest.claims, capability)) {
    return { claim: readClaim(manifest.claims[capability]), listed: true };
  }
  // Only a closed manifest denies a capability that it does not list. `closed` must be exactly `true`, because
  // manifests are untrusted.
  const claim: Claim =
    manifest.closed === true
      ? { support: "unsupported", reason: "not listed", evidence: "declared", at: "" }
      : unknownClaim("not listed");
  return { claim, listed: false };
}

function emulate(capability: CapabilityId, claim: Claim, { lane, emulators }: JudgeOptions): Claim {
  const own = emulators.filter((emulator) => emulator.capability === capability);
  if (lane === "passthrough") {
    // Passthrough does not run our emulators, so a claim that depends on one is void.
    const rests = claim.support === "emulated" && own.some((emulator) => emulator.id === claim.via);
    return rests ? { ...claim, support: "unsupported", reason: "passthrough never emulates" } : claim;
  }
  const first = own[0];
  return claim.support === "unsupported" && first !== undefined
    ? { ...claim, support: "emulated", via: first.id }
    : claim;
}

function findFault(requirement: Requirement, claim: Claim, mode: Mode): FindingReason | undefined {
  const { min, kinds, need } = requirement;
  if (claim.support === "unknown") return "unknown";
  if (claim.support === "unsupported") return "unsupported";
  if (min !== undefined) {
    if (claim.limit === undefined) return "unknown";
    // In this form a minimum of NaN fails.
    if (!(claim.limit >= min)) return "below_minimum";
  }
  if (kinds !== undefined && kinds.length > 0) {
    if (claim.kinds === undefined) return "unknown";
    if (!kinds.every((kind) => claim.kinds?.includes(kind))) return "kind_missing";
  }
  const floor = mode === "strict" && need === "required" ? "native" : requirement.floor;
  return floor === "native" && claim.support !== "native" ? "below_floor" : undefined;
}

function outcomeOf({ need }: Requirement, claim: Claim, reason: FindingReason, mode: Mode): FindingOutcome {
  if (reason === "ok") {
    return claim.support === "emulated" || claim.support === "restricted" ? claim.support : "satisfied";
  }
  if (need === "on_use") return "deferred";
  if (reason === "unknown") return need === "required" && mode === "strict" ? "missing" : "deferred";
  return need === "required" ? "missing" : "degraded";
}
