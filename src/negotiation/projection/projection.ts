import type { CapabilityRequirements, WorkOrder } from "../../contract/index.ts";
import { ADAPTER_STRATEGY } from "../reports/negotiation-result.ts";
import type { CapabilityId } from "../supply/claim.ts";
import { compareText } from "../supply/target.ts";
import type { MappingLookup } from "./fidelity.ts";
import { type BackendScore, coverageOf, type ProjectionBackend, scoreBackend } from "./score.ts";
import { checkWeights, defaultWeights, type ProjectionWeights } from "./weights.ts";

export interface ProjectionRequest {
  readonly requirements: CapabilityRequirements;
  readonly backends: readonly ProjectionBackend[];
  /** The caller's dialect. */
  readonly source?: string;
  readonly passthrough?: boolean;
  readonly weights?: ProjectionWeights;
  /** The features whose translation is rated. */
  readonly features?: readonly string[];
  readonly lookup?: MappingLookup;
}

/** The chosen backend, with every score and its explanation. */
export type Projection =
  | {
      readonly outcome: "selected";
      readonly selected: BackendScore;
      /** The capabilities that the selected backend emulates. */
      readonly requiredEmulations: readonly {
        readonly capability: CapabilityId;
        readonly strategy: string;
      }[];
      /** All other backends, best first. They are listed, never tried automatically. */
      readonly fallbackChain: readonly string[];
      readonly scores: readonly BackendScore[];
      readonly words: string;
    }
  | {
      readonly outcome: "no_suitable_backend";
      readonly scores: readonly BackendScore[];
      readonly words: string;
    };

/**
 * Ranks backends by score, then id, and selects the first that lacks nothing. If all lack something, selects the
 * first overall, unless it covers none of the requirements. The judge still decides on the selected backend.
 */
export function projectRequirements(request: ProjectionRequest): Projection {
  const { requirements, backends, source, passthrough = false, features = [] } = request;
  const weights = checkWeights(request.weights ?? defaultWeights);
  const lookup = request.lookup ?? (() => undefined);
  const maxPriority = backends.reduce((highest, { priority }) => Math.max(highest, priority), 0);
  const context = { requirements, passthrough, features, lookup, weights, maxPriority };
  const scores = backends
    .map((backend) => scoreBackend(backend, source === undefined ? context : { ...context, source }))
    .sort((left, right) => right.total - left.total || compareText(left.id, right.id));
  const selected = scores.find(({ compatible }) => compatible) ?? scores[0];
  if (selected === undefined) {
    return { outcome: "no_suitable_backend", scores, words: "no backend is registered" };
  }
  if (coverageOf(selected.negotiation) === 0) {
    return { outcome: "no_suitable_backend", scores, words: "no backend has anything of what is required" };
  }
  return {
    outcome: "selected",
    selected,
    requiredEmulations: selected.negotiation.emulatable.map((capability) => ({
      capability,
      strategy: ADAPTER_STRATEGY,
    })),
    fallbackChain: scores.filter((score) => score !== selected).map(({ id }) => id),
    scores,
    words: describeChoice(selected, scores),
  };
}

/** Reads requirements, dialect and passthrough from a work order. */
export function projectionOfOrder(
  order: Pick<WorkOrder, "requirements" | "config">,
): Pick<ProjectionRequest, "requirements" | "source" | "passthrough"> {
  const settings = order.config.vendor["abp"];
  const member = (name: string): unknown =>
    typeof settings === "object" && settings !== null && Object.hasOwn(settings, name)
      ? (settings as Record<string, unknown>)[name]
      : undefined;
  const source = member("source_dialect");
  return {
    requirements: order.requirements,
    passthrough: member("mode") === "passthrough",
    ...(typeof source === "string" ? { source } : {}),
  };
}

/**
 * @example
 * import { projectOrder } from "agent-backplane/negotiation";
 * const backends = [{ id: "mine", manifest: capabilities, dialect: "claude", priority: 1 }];
 * const { outcome, words } = projectOrder(order, backends);
 */
export function projectOrder(
  order: Pick<WorkOrder, "requirements" | "config">,
  backends: readonly ProjectionBackend[],
  options: Omit<ProjectionRequest, "requirements" | "backends"> = {},
): Projection {
  return projectRequirements({ ...projectionOfOrder(order), ...options, backends });
}

function describeChoice(selected: BackendScore, scores: readonly BackendScore[]): string {
  const points = selected.total.toFixed(3);
  if (!selected.compatible) {
    return `${selected.id} scores ${points}, but lacks ${selected.negotiation.unsupported.join(", ")}: no backend has everything`;
  }
  const skipped = scores.slice(0, scores.indexOf(selected)).map(({ id }) => id);
  const because =
    skipped.length === 0
      ? "the highest score"
      : `the highest of those that lack nothing (${skipped.join(", ")} scored higher)`;
  return `${selected.id} scores ${points}, ${because}`;
}
