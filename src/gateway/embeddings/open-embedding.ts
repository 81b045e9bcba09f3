import { type TranslatedEmbedding, translateEmbedding } from "../../dialects/index.ts";
import { withoutMapped } from "../record/call-receipt.ts";
import type { AttemptQuestion } from "../response/attempt-question.ts";
import { translatedRequest } from "../response/upstream-request.ts";
import { EmbeddingResponse } from "./embedding-response.ts";

/** Opens the handler of vectors from an engine of another dialect. Throws as `translateEmbedding`. */
export function openEmbedding({ owner, context, request, target, plan }: AttemptQuestion): EmbeddingResponse {
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
    ...translatedRequest(request, target, { request: written, report }),
    heldBytes: context.heldBytes,
  });
}
