import type { CompatibilityMode } from "../../contract/index.ts";

/** Who asks for strict mode, and the losses that each of them waives. A list that is absent is not the same as an empty one. */
export interface WaiverQuestion {
  readonly key: WaiverSource;
  readonly route: WaiverSource;
  /** The list of the whole gateway. */
  readonly gateway: readonly string[];
}

/** A key or a route. */
export interface WaiverSource {
  readonly mode: CompatibilityMode | undefined;
  readonly allowLoss: readonly string[] | undefined;
}

const NONE: readonly string[] = [];

/**
 * The losses that strict mode discloses. Whoever demands strict mode says what it waives: a strict key is loosened only by its
 * own list, a strict route only by its own, and two strict ones only by what both lists have. The gateway's list stands in
 * if one of them has none. If strict mode comes from the gateway or from the caller's header, all lists count
 * together. No header names waivers.
 */
export function waivedLosses({ key, route, gateway }: WaiverQuestion): readonly string[] {
  const demanding = [key, route].filter(({ mode }) => mode === "strict");
  const [first, second] = demanding.map(({ allowLoss }) => allowLoss ?? gateway);
  if (first !== undefined)
    return second === undefined ? first : first.filter((name) => second.includes(name));
  if (key.allowLoss === undefined && route.allowLoss === undefined) return gateway;
  return [...new Set([...gateway, ...(key.allowLoss ?? NONE), ...(route.allowLoss ?? NONE)])];
}
