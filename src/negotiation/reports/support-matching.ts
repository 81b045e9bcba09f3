import type {
  CapabilityManifest,
  CapabilityRequirements,
  MinSupport,
  SupportLevel,
} from "../../contract/index.ts";
import { requirementsFromWire } from "../demand/wire-requirement.ts";
import { type JudgeOptions, judge } from "../judgement/judge.ts";
import { manifestFromWire } from "../supply/manifest.ts";

/** A requirement that a manifest does not meet. */
export interface MatchFailure {
  readonly capability: string;
  readonly min_support: MinSupport;
  /** What the manifest says; null when it does not list the capability. */
  readonly level: SupportLevel | null;
}

/** Whether every requirement is met, and every one that is not. */
export interface MatchResult {
  readonly satisfied: boolean;
  readonly failures: readonly MatchFailure[];
}

/** The circumstances in which abp/v0.1 matches: it knows no emulators and no strict mode. */
export const wireOptions: JudgeOptions = { mode: "best_effort", lane: "mapped", emulators: [] };

/** The place that a manifest without a target stands for. */
export const anonymousOrigin = { target: { provider: "", model: "" }, at: "" };

/** Whether a support level is enough, as abp/v0.1 says it: `any` accepts every level. */
export function satisfies(level: SupportLevel, minimum: MinSupport): boolean {
  if (minimum === "any") return true;
  return matchRequirements({ it: level }, [{ capability: "it", min_support: minimum }]).satisfied;
}

/** Matches requirements against a manifest; what is not listed fails, and all failures are listed. */
export function matchRequirements(
  manifest: CapabilityManifest,
  requirements: readonly { readonly capability: string; readonly min_support: MinSupport }[],
): MatchResult {
  const judged = manifestFromWire(manifest, anonymousOrigin);
  const clauses = requirementsFromWire({ required: [...requirements] } as CapabilityRequirements, {
    kind: "work_order",
    id: "",
  });
  const failures = requirements.filter((_, index) => {
    const clause = clauses[index];
    return clause === undefined || judge(clause, judged, wireOptions).reason !== "ok";
  });
  return {
    satisfied: failures.length === 0,
    failures: failures.map(({ capability, min_support }) => ({
      capability,
      min_support,
      level: Object.hasOwn(manifest, capability) ? (manifest[capability] ?? null) : null,
    })),
  };
}
