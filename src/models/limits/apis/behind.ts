import type { FamilyLimits, LimitRow } from "../limit-row.ts";

/** The rows of one API. */
export function behind(api: string, families: readonly FamilyLimits[]): readonly LimitRow[] {
  return families.map((family) => ({ api, ...family }));
}

/**
 * What stays true of another vendor's models if an API relays them: the vendor's own check of sampling, lengths,
 * choices and turns. How thinking is asked for is the relay's own.
 */
export function relayed(families: readonly FamilyLimits[]): readonly FamilyLimits[] {
  return families.flatMap((family) => {
    const { sampling, output, choice, turns } = family.limits;
    const limits = {
      ...(sampling === undefined ? {} : { sampling }),
      ...(output === undefined ? {} : { output }),
      ...(choice === undefined ? {} : { choice }),
      ...(turns === undefined ? {} : { turns }),
    };
    return Object.keys(limits).length === 0 ? [] : [{ ...family, limits }];
  });
}
