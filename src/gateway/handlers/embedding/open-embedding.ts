import { type TranslatedEmbedding, translateEmbedding } from "../../../dialects/index.ts";
import type { ByteBudget } from "../../../lib/index.ts";
import { withoutMapped } from "../../record/call-receipt.ts";
import type { CallRequest } from "../../request/call-request.ts";
import type { Target } from "../../routing/target.ts";
import type { LaterBodies } from "../../slices/later-bodies.ts";
import type { SliceQueue } from "../../slices/slice-queue.ts";
import type { AttemptRules } from "../attempt-rules.ts";
import type { AttemptOwner } from "../response-handler.ts";
import { translatedRequest } from "../upstream-request.ts";
import { EmbeddingResponse } from "./embedding-response.ts";

/** Embeddings that are about to be asked of an engine. */
export interface EmbeddingQuestion {
  readonly owner: AttemptOwner;
  readonly context: { readonly heldBytes: ByteBudget; readonly slices: SliceQueue };
  readonly request: CallRequest;
  readonly target: Target;
  readonly plan: AttemptRules;
  readonly later?: LaterBodies | undefined;
}

/** Opens the handler of vectors from an engine of another dialect. Throws as `translateEmbedding`. */
export function openEmbedding({
  owner,
  context,
  request,
  target,
  plan,
  later,
}: EmbeddingQuestion): EmbeddingResponse {
  const { dialect, admission } = request;
  const { engine } = target;
  const translation: TranslatedEmbedding = translateEmbedding(dialect, engine.dialect, request.value, {
    pathModel: admission.recognised.parameters["model"],
    targetModel: target.model,
    strict: plan.compatibility === "strict",
    waived: plan.waived,
  });
  const { request: written, report, ...rest } = translation;
  return new EmbeddingResponse({
    owner,
    dialect,
    engine,
    translation: { ...rest, report: withoutMapped(report) },
    ...translatedRequest(request, target, { request: written, report }, later, owner.canFallBack),
    heldBytes: context.heldBytes,
    slices: context.slices,
  });
}
