import type { Dialect } from "../../../dialects/index.ts";
import type { ByteBudget } from "../../../lib/index.ts";
import type { Translation } from "../../mapping/translation.ts";
import { addressedRequest, digestOf, negotiationOf, type PassedQuestion } from "../passed-request.ts";
import type { AttemptOwner } from "../response-handler.ts";
import { passthroughRequest, translatedRequest } from "../upstream-request.ts";
import { TokenCount } from "./token-count.ts";

/** A request whose tokens are to be counted. */
export interface CountQuestion extends PassedQuestion {
  readonly owner: AttemptOwner;
  readonly context: {
    readonly limits: PassedQuestion["context"]["limits"] & { readonly estimateTokens: boolean };
    readonly heldBytes: ByteBudget;
  };
}

/** Opens an estimate, if the engine has no counter and the configuration allows one; else undefined. */
export function openEstimate(question: CountQuestion): TokenCount | undefined {
  const isEstimated = !hasCounter(question.target.engine.dialect) && question.context.limits.estimateTokens;
  return isEstimated ? new TokenCount({ ...countCall(question), mapping: [] }) : undefined;
}

/** Opens a count by an engine of the caller's dialect. Throws as `addressRequest` and `spliceForCloud`. */
export function openPassedCount(question: CountQuestion): TokenCount {
  const { request, target } = question;
  const { body, path, changes } = addressedRequest(question);
  return new TokenCount({
    ...countCall(question),
    request: passthroughRequest(request, target, path, body),
    upstreamRequest: digestOf(question, body),
    changes,
    mapping: [],
    negotiation: negotiationOf(question),
  });
}

/** Opens a count by an engine of another dialect. */
export function openMappedCount(question: CountQuestion, translation: Translation): TokenCount {
  return new TokenCount({
    ...countCall(question),
    ...translatedRequest(
      question.request,
      question.target,
      translation,
      question.later,
      question.owner.canFallBack,
    ),
    mapping: [translation.report],
    negotiation: translation.negotiation,
  });
}

function hasCounter({ endpoints }: Dialect): boolean {
  return endpoints.some(({ operation }) => operation === "count_tokens");
}

function countCall({ owner, context, request, target }: CountQuestion) {
  // A long body was parsed in slices, and is not parsed again.
  const parsed = request.isLong ? request.value : undefined;
  return {
    owner,
    dialect: request.dialect,
    engine: target.engine,
    upstreamModel: target.model ?? request.model,
    parse: parsed === undefined ? () => request.value : () => parsed,
    mayEstimate: context.limits.estimateTokens,
    pathModel: request.admission.recognised.parameters["model"],
    heldBytes: context.heldBytes,
  };
}
