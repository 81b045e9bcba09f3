import type { Disposition } from "../../contract/index.ts";
import { type Feature, features } from "./feature.ts";
import type { FeatureDialect } from "./feature-set.ts";
import type { FeatureSupport } from "./feature-support.ts";
import { type ReplyFeature, replyFeatures } from "./reply-feature.ts";

/** How well a feature survives from one dialect to another. */
export type Fidelity = "lossless" | "lossy" | "unsupported";

/** One row of the register: a feature, its place in both dialects, and its fate. */
export interface RegisterRow {
  readonly feature: string;
  readonly group: string;
  readonly title: string;
  /** Where the source has it; undefined when the source cannot say it at all. */
  readonly from: string | undefined;
  /** Where the target has it. */
  readonly to: string | undefined;
  readonly disposition: Disposition;
  readonly fidelity: Fidelity;
  readonly note: string;
}

/** The register of one ordered pair: requests from caller to engine, replies from engine to caller. */
export interface Register {
  readonly from: string;
  readonly to: string;
  readonly request: readonly RegisterRow[];
  readonly reply: readonly RegisterRow[];
}

/**
 * The fate of every feature on a route from one dialect to another.
 *
 * @example
 * import { findDialect, registerOf } from "agent-backplane/dialects";
 * const { request, reply } = registerOf(findDialect("claude"), findDialect("gemini"));
 */
export function registerOf(source: FeatureDialect, target: FeatureDialect): Register {
  return {
    from: source.id,
    to: target.id,
    request: features.map((feature) => requestRow(feature, source, target)),
    reply: replyFeatures.map((feature) => replyRow(feature, target, source)),
  };
}

function requestRow(feature: Feature, source: FeatureDialect, target: FeatureDialect): RegisterRow {
  const own = source.features[feature.id];
  const support = target.features[feature.id];
  const same = source.id === target.id;
  const fallback = feature.class === "contract" ? "refused" : "disclosed";
  return row(
    feature,
    own,
    same && (own.is !== "none" || own.at !== undefined) ? { is: "native", at: placeOf(own) ?? "" } : support,
    fallback,
  );
}

function replyRow(feature: ReplyFeature, engine: FeatureDialect, caller: FeatureDialect): RegisterRow {
  return row(feature, engine.replyFeatures[feature.id], caller.replyFeatures[feature.id], "disclosed");
}

function row(
  feature: Feature | ReplyFeature,
  own: FeatureSupport,
  support: FeatureSupport,
  fallback: "refused" | "disclosed",
): RegisterRow {
  const disposition = dispositionOf(support, fallback);
  return {
    feature: feature.id,
    group: feature.group,
    title: feature.title,
    from: placeOf(own),
    to: support.is === "none" ? undefined : placeOf(support),
    disposition,
    fidelity: disposition === "mapped" ? "lossless" : disposition === "refused" ? "unsupported" : "lossy",
    note: support.note ?? "",
  };
}

function dispositionOf(support: FeatureSupport, fallback: "refused" | "disclosed"): Disposition {
  if (support.is === "emulated") return "emulated";
  if (support.is === "none") return support.disposition ?? fallback;
  return "mapped";
}

function placeOf(support: FeatureSupport): string | undefined {
  return "at" in support ? support.at : undefined;
}
