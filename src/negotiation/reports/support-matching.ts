import type {
  CapabilityManifest,
  CapabilityRequirements,
  MinSupport,
  SupportLevel,
} from "../../contract/index.ts";
import { requirementsFromWire } from "../demand/wire-requirement.ts";
import { type JudgeOptions, judge } from "../judgement/judge.ts";
import { manifestFromWire } from "../supply/manifest.ts";

export interface MatchFailure {
  readonly capability: string;
  readonly min_support: MinSupport;
  /** The level in the manifest; null when it does not list the capability. */
  readonly level: SupportLevel | null;
}

/** Whether all requirements are met, and those that are not. */
export interface MatchResult {
  readonly satisfied: boolean;
  readonly failures: readonly MatchFailure[];
}

/** abp/v0.1 matches without emulators and without strict mode. */
export const wireOptions: JudgeOptions = { mode: "best_effort", lane: "mapped", emulators: [] };

/** The origin of a manifest without a target. */
export const anonymousOrigin = { target: { provider: "", model: "" }, at: "" };

/**
 * Whether a level meets a minimum by abp/v0.1. `any` accepts every level.
 *
 * @example
 * import { satisfies } from "agent-backplane/negotiation";
 * satisfies("emulated", "native"); // false
 */
export function satisfies(level: SupportLevel, minimum: MinSupport): boolean {
  if (minimum === "any") return true;
  return matchRequirements({ it: level }, [{ capability: "it", min_support: minimum }]).satisfied;
}

/**
 * Matches requirements against a manifest and lists every failure. A capability that is not listed fails.
 *
 * @example
 * import { matchRequirements } from "agent-backplane/negotiation";
 * const result = matchRequirements(capabilities, [{ capability: "streaming", min_support: "native" }]);
 */
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
