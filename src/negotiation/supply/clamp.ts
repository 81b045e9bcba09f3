import type { Claim, Support } from "./claim.ts";

// An unknown capability may still turn out to be supported, so it ranks above unsupported.
const ranks: Readonly<Record<Support, number>> = {
  unsupported: 0,
  unknown: 1,
  restricted: 2,
  emulated: 3,
  native: 4,
};

export function supportRank(support: Support): number {
  return ranks[support];
}

/** The claim with the lower support, the smaller limit and the common kinds. */
export function clampClaim(claim: Claim, bound: Claim): Claim {
  const lower = supportRank(bound.support) < supportRank(claim.support);
  const { limit: _limit, kinds: _kinds, ...base } = lower ? bound : claim;
  const limit = smaller(claim.limit, bound.limit);
  const kinds = common(claim.kinds, bound.kinds);
  return {
    ...base,
    ...(limit === undefined ? {} : { limit }),
    ...(kinds === undefined ? {} : { kinds }),
  };
}

function smaller(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}

function common(
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
): readonly string[] | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left.filter((kind) => right.includes(kind));
}
