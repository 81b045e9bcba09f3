import { type CapabilityId, type Claim, type Evidence, readClaim } from "./claim.ts";
import { clampClaim, supportRank } from "./clamp.ts";
import { type Manifest, makeManifest } from "./manifest.ts";
import { compareText, type Target } from "./target.ts";

/** A fact from a probe or an observation. Only such facts can raise a claim. */
export interface LearntFact {
  readonly capability: CapabilityId;
  /** A claim with other evidence than `probed` or `observed` is ignored. */
  readonly claim: Claim;
}

/** A declaration above the catalogue's claim. */
export interface Overstatement {
  readonly capability: CapabilityId;
  readonly aspect: "support" | "limit" | "kinds";
  readonly declared: Claim;
  readonly catalogued: Claim;
}

export interface SupplyParts {
  readonly target: Target;
  /** The target's own, untrusted manifest. */
  readonly declared?: Manifest;
  /** The catalogue's manifest. */
  readonly catalogued?: Manifest;
  readonly learnt?: readonly LearntFact[];
  /** The current time in milliseconds since 1970. */
  readonly now: number;
  /** The maximum age of a learnt fact in milliseconds, and the maximum time by which it may lie in the future. */
  readonly maxAge?: number;
}

/** The manifest to judge by, and the declarations that were too high. */
export interface Supply {
  readonly manifest: Manifest;
  readonly overstatements: readonly Overstatement[];
}

/** The default maximum age of a learnt fact: one day, in milliseconds. */
export const LEARNT_MAX_AGE = 24 * 60 * 60 * 1000;

/**
 * Combines declarations, catalogue and learnt facts: declarations are clamped by the catalogue, then facts override
 * both.
 */
export function assembleSupply(parts: SupplyParts): Supply {
  const { target, declared, catalogued } = parts;
  const claims: Record<CapabilityId, Claim> = Object.fromEntries(
    [...namesOf(declared), ...namesOf(catalogued)].map((name) => [
      name,
      clampedClaim(name, declared, catalogued)!,
    ]),
  );
  for (const fact of freshFacts(parts)) {
    const before = Object.hasOwn(claims, fact.capability) ? claims[fact.capability] : undefined;
    Object.assign(claims, Object.fromEntries([[fact.capability, overrideClaim(before, fact.claim)]]));
  }
  // If one list is complete, the combined list is: a capability that it denies cannot be raised by the other.
  const closed = declared?.closed === true || catalogued?.closed === true;
  return {
    manifest: makeManifest({ target, closed, claims }),
    overstatements: listOverstatements(declared, catalogued),
  };
}

/** Whether a learnt claim differs from the claim that was judged. */
export function contradicts(claim: Claim, learnt: Claim): boolean {
  return (
    claim.support !== learnt.support ||
    (learnt.limit !== undefined && learnt.limit !== claim.limit) ||
    (learnt.kinds !== undefined && !sameKinds(learnt.kinds, claim.kinds))
  );
}

function namesOf(manifest: Manifest | undefined): readonly CapabilityId[] {
  return manifest === undefined ? [] : Object.keys(manifest.claims);
}

function clampedClaim(
  name: CapabilityId,
  declared: Manifest | undefined,
  catalogued: Manifest | undefined,
): Claim | undefined {
  const said = claimOf(declared, name, "declared");
  const known = claimOf(catalogued, name, "catalog");
  return said === undefined || known === undefined ? (said ?? known) : clampClaim(said, known);
}

function claimOf(manifest: Manifest | undefined, name: CapabilityId, evidence: Evidence): Claim | undefined {
  if (manifest === undefined) return undefined;
  if (Object.hasOwn(manifest.claims, name)) return readClaim(manifest.claims[name]);
  if (!manifest.closed) return undefined;
  return { support: "unsupported", reason: "not listed", evidence, at: "" };
}

/** The facts that are fresh, the most trusted last, so that it overrides the others. */
function freshFacts({ learnt = [], now, maxAge = LEARNT_MAX_AGE }: SupplyParts): readonly LearntFact[] {
  const isFresh = (claim: Claim): boolean =>
    (claim.evidence === "probed" || claim.evidence === "observed") &&
    // An unreadable time gives NaN, which is never fresh. The clocks of two machines may differ in both directions.
    Math.abs(now - Date.parse(claim.at)) <= maxAge;
  return learnt
    .map(({ capability, claim }) => ({ capability, claim: readClaim(claim) }))
    .filter(({ claim }) => isFresh(claim))
    .sort(
      (left, right) =>
        Date.parse(left.claim.at) - Date.parse(right.claim.at) ||
        Number(left.claim.evidence === "observed") - Number(right.claim.evidence === "observed"),
    );
}

function overrideClaim(before: Claim | undefined, learnt: Claim): Claim {
  return {
    ...(before?.limit === undefined ? {} : { limit: before.limit }),
    ...(before?.kinds === undefined ? {} : { kinds: before.kinds }),
    ...learnt,
  };
}

function listOverstatements(
  declared: Manifest | undefined,
  catalogued: Manifest | undefined,
): readonly Overstatement[] {
  return [...namesOf(declared)].sort(compareText).flatMap((capability) => {
    const said = readClaim(declared?.claims[capability]);
    const known = claimOf(catalogued, capability, "catalog");
    // An unknown claim in the catalogue does not show that the declaration is too high.
    if (known === undefined || known.support === "unknown") return [];
    return overstatedAspects(said, known).map((aspect) => ({
      capability,
      aspect,
      declared: said,
      catalogued: known,
    }));
  });
}

function overstatedAspects(said: Claim, known: Claim): readonly Overstatement["aspect"][] {
  const aspects: Overstatement["aspect"][] = [];
  if (said.support !== "unknown" && supportRank(said.support) > supportRank(known.support)) {
    aspects.push("support");
  }
  if ((said.limit ?? 0) > (known.limit ?? Number.POSITIVE_INFINITY)) aspects.push("limit");
  if (said.kinds?.some((kind) => known.kinds !== undefined && !known.kinds.includes(kind)))
    aspects.push("kinds");
  return aspects;
}

function sameKinds(left: readonly string[], right: readonly string[] | undefined): boolean {
  if (right === undefined) return false;
  return left.every((kind) => right.includes(kind)) && right.every((kind) => left.includes(kind));
}
