import type { CapabilityManifest, CapabilityRequirements } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import { countRequirements, type NegotiationResult, negotiate } from "../reports/negotiation-result.ts";
import { type Fidelity, type FidelityRequest, rateFidelity } from "./fidelity.ts";
import type { ProjectionWeights } from "./weights.ts";

export interface ProjectionBackend {
  readonly id: string;
  readonly manifest: CapabilityManifest;
  readonly dialect: string;
  readonly priority: number;
}

/** One term of a score, with its inputs and an explanation. */
export interface ScoreTerm {
  readonly term: "coverage" | "fidelity" | "priority" | "passthrough_bonus";
  readonly value: number;
  readonly weight: number;
  /** `value × weight`, the term's share of the total. */
  readonly points: number;
  readonly inputs: Readonly<Record<string, number | string | readonly string[] | null>>;
  readonly words: string;
}

export interface BackendScore {
  readonly id: string;
  readonly total: number;
  readonly compatible: boolean;
  readonly negotiation: NegotiationResult;
  readonly terms: readonly ScoreTerm[];
}

/** The inputs that all backends of one projection share. */
export interface ScoreContext extends Pick<FidelityRequest, "features" | "lookup"> {
  readonly requirements: CapabilityRequirements;
  readonly source?: string;
  readonly passthrough: boolean;
  readonly weights: ProjectionWeights;
  readonly maxPriority: number;
}

/** Added when passthrough is requested and the backend speaks the caller's dialect. */
export const PASSTHROUGH_BONUS = 0.15;

export function scoreBackend(backend: ProjectionBackend, context: ScoreContext): BackendScore {
  const negotiation = negotiate(backend.manifest, context.requirements);
  const terms = [
    coverageTerm(negotiation, context.weights.coverage),
    fidelityTerm(backend, context),
    priorityTerm(backend, context),
    ...bonusTerms(backend, context),
  ];
  return {
    id: backend.id,
    total: terms.reduce((sum, { points }) => sum + points, 0),
    compatible: negotiation.unsupported.length === 0,
    negotiation,
    terms,
  };
}

/** The share of requirements that a backend meets; 1 without requirements. */
export function coverageOf(negotiation: NegotiationResult): number {
  const required = countRequirements(negotiation);
  return required === 0 ? 1 : (negotiation.native.length + negotiation.emulatable.length) / required;
}

function coverageTerm(negotiation: NegotiationResult, weight: number): ScoreTerm {
  const value = coverageOf(negotiation);
  const required = countRequirements(negotiation);
  const { native, emulatable, unsupported } = negotiation;
  const words =
    required === 0
      ? "nothing is required"
      : `${native.length} native and ${emulatable.length} emulated of ${required} required` +
        (unsupported.length === 0 ? "" : `; lacks ${unsupported.join(", ")}`);
  const inputs = { native: native.length, emulated: emulatable.length, required, unsupported };
  return { term: "coverage", value, weight, points: weight * value, inputs, words };
}

function fidelityTerm({ dialect }: ProjectionBackend, context: ScoreContext): ScoreTerm {
  const { source, features, lookup, weights } = context;
  const fidelity = rateFidelity({
    ...(source === undefined ? {} : { source }),
    target: dialect,
    features,
    lookup,
  });
  const { value, rule, lossless, supported } = fidelity;
  const inputs = { source: source ?? null, target: dialect, rule, lossless, supported, features };
  return {
    term: "fidelity",
    value,
    weight: weights.fidelity,
    points: weights.fidelity * value,
    inputs,
    words: describeFidelity(fidelity, textOfJson(source), dialect, features.length),
  };
}

function describeFidelity(
  { rule, lossless, supported }: Fidelity,
  source: string,
  target: string,
  count: number,
): string {
  switch (rule) {
    case "no_source":
      return "the caller names no dialect";
    case "same_dialect":
      return `the backend speaks the caller's dialect, ${target}`;
    case "any_mapping":
      return `there is a mapping from ${source} to ${target}`;
    case "no_mapping":
      return `there is no mapping from ${source} to ${target}`;
    case "features":
      return `from ${source} to ${target}, ${lossless} of ${count} features are lossless and ${supported} supported`;
  }
}

function priorityTerm({ priority }: ProjectionBackend, { weights, maxPriority }: ScoreContext): ScoreTerm {
  const value = priority / Math.max(1, maxPriority);
  return {
    term: "priority",
    value,
    weight: weights.priority,
    points: weights.priority * value,
    inputs: { priority, highest: maxPriority },
    words: `priority ${priority}, the highest being ${maxPriority}`,
  };
}

function bonusTerms(
  { dialect }: ProjectionBackend,
  { passthrough, source }: ScoreContext,
): readonly ScoreTerm[] {
  if (!passthrough || source === undefined || dialect !== source) return [];
  return [
    {
      term: "passthrough_bonus",
      value: 1,
      weight: PASSTHROUGH_BONUS,
      points: PASSTHROUGH_BONUS,
      inputs: { dialect },
      words: `passthrough is asked for and the backend speaks ${dialect}`,
    },
  ];
}
