/** The quality of translating a feature from one dialect to another. */
export type MappingQuality = "lossless" | "lossy" | "unsupported";

/** Finds the quality of a translation; undefined without a rule. */
export type MappingLookup = (source: string, target: string, feature: string) => MappingQuality | undefined;

export interface FidelityRequest {
  readonly source?: string;
  readonly target: string;
  /** The features to rate. If empty, only the translation of tool use is rated. */
  readonly features: readonly string[];
  readonly lookup: MappingLookup;
}

/** A rating from 0 to 1, and the rule that gave it. */
export interface Fidelity {
  readonly value: number;
  readonly rule: "no_source" | "same_dialect" | "any_mapping" | "no_mapping" | "features";
  readonly lossless: number;
  readonly supported: number;
}

/** The rating when only the existence of a translation is known. */
const KNOWN_WAY = 0.8;

/** Rates the translation from the caller's dialect to a backend's, by the rules of abp/v0.1. */
export function rateFidelity({ source, target, features, lookup }: FidelityRequest): Fidelity {
  const none = { lossless: 0, supported: 0 };
  if (source === undefined) return { value: 1, rule: "no_source", ...none };
  if (source === target) return { value: 1, rule: "same_dialect", ...none };
  const isSupported = (quality: MappingQuality | undefined): boolean =>
    quality !== undefined && quality !== "unsupported";
  if (features.length === 0) {
    const known = isSupported(lookup(source, target, "tool_use"));
    return known
      ? { value: KNOWN_WAY, rule: "any_mapping", ...none }
      : { value: 0, rule: "no_mapping", ...none };
  }
  const qualities = features.map((feature) => lookup(source, target, feature));
  const lossless = qualities.filter((quality) => quality === "lossless").length;
  const supported = qualities.filter(isSupported).length;
  const value = 0.7 * (lossless / features.length) + 0.3 * (supported / features.length);
  return { value, rule: "features", lossless, supported };
}
