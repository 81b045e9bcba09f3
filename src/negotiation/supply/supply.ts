import { type CapabilityId, type Claim, type Evidence, readClaim } from "./claim.ts";
import { clampClaim, supportRank } from "./clamp.ts";
import { type Manifest, makeManifest } from "./manifest.ts";
import { compareText, type Target } from "./target.ts";

/** Something learnt by trying: the only kind of fact that may raise a claim. */
export interface LearntFact {
  readonly capability: CapabilityId;
  /** Its evidence is `probed` or `observed`; any other is ignored. */
  readonly claim: Claim;
}

/** A declaration that promises more than the catalogue knows to be true. */
export interface Overstatement {
  readonly capability: CapabilityId;
  readonly aspect: "support" | "limit" | "kinds";
  readonly declared: Claim;
  readonly catalogued: Claim;
}

/** What the supply of a target is made from. */
export interface SupplyParts {
  readonly target: Target;
  /** What the target says of itself: untrusted. */
  readonly declared?: Manifest;
  /** What our catalogue knows of it. */
  readonly catalogued?: Manifest;
  readonly learnt?: readonly LearntFact[];
  /** The present, in milliseconds since 1970. */
  readonly now: number;
  /** How old a learnt fact may be, in milliseconds. */
  readonly maxAge?: number;
}

/** The manifest to judge by, and what had to be taken back from the declarations. */
export interface Supply {
  readonly manifest: Manifest;
  readonly overstatements: readonly Overstatement[];
}

/** How long a probe or an observation counts when nothing else is asked: one day. */
export const LEARNT_MAX_AGE = 24 * 60 * 60 * 1000;

/** Joins what is declared, catalogued and learnt into the supply of one target. */
export function assembleSupply(parts: SupplyParts): Supply {
  const { target, declared, catalogued } = parts;
  const claims: Record<CapabilityId, Claim> = Object.fromEntries(
    [...namesOf(declared), ...namesOf(catalogued)].flatMap((name): [CapabilityId, Claim][] => {
      const claim = clampedClaim(name, declared, catalogued);
      return claim === undefined ? [] : [[name, claim]];
    }),
  );
  for (const fact of freshFacts(parts)) {
    const before = Object.hasOwn(claims, fact.capability) ? claims[fact.capability] : undefined;
    Object.assign(claims, Object.fromEntries([[fact.capability, overrideClaim(before, fact.claim)]]));
  }
  // Either list being complete makes the joint list complete: what one denies, the other cannot raise.
  const closed = declared?.closed === true || catalogued?.closed === true;
  return {
    manifest: makeManifest({ target, closed, claims }),
    overstatements: listOverstatements(declared, catalogued),
  };
}

/** Whether a learnt fact says other than the claim that was judged by. */
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

/** The facts that count, the most trustworthy last so that it wins. */
function freshFacts({ learnt = [], now, maxAge = LEARNT_MAX_AGE }: SupplyParts): readonly LearntFact[] {
  const isFresh = (claim: Claim): boolean =>
    (claim.evidence === "probed" || claim.evidence === "observed") &&
    // A time that cannot be read gives NaN, which is never fresh; clocks of two machines may differ either way.
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
    const said = claimOf(declared, capability, "declared");
    const known = claimOf(catalogued, capability, "catalog");
    // Where the catalogue does not know, nothing shows that the declaration is too high.
    if (said === undefined || known === undefined || known.support === "unknown") return [];
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
