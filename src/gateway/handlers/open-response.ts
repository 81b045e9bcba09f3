import { type CountQuestion, openEstimate, openMappedCount, openPassedCount } from "./count/open-count.ts";
import { type EmbeddingQuestion, openEmbedding } from "./embedding/open-embedding.ts";
import { type MappedQuestion, openMapped } from "./mapped/open-mapped.ts";
import { translateAttempt } from "./mapped/translate-attempt.ts";
import { openPassthrough, type PassthroughQuestion } from "./passthrough/open-passthrough.ts";
import type { ResponseHandler } from "./response-handler.ts";
import { openStandaloneSearch } from "./standalone-search/open-standalone-search.ts";

/** An attempt that is about to be made. */
export type AttemptQuestion = PassthroughQuestion & MappedQuestion & CountQuestion & EmbeddingQuestion;

/**
 * Opens the handler for one attempt: passthrough if the engine speaks the caller's dialect, else mapped. Throws if
 * the request cannot be honoured; nothing was sent then.
 */
export function openResponse(question: AttemptQuestion): ResponseHandler {
  const { engine } = question.target;
  const { dialect, admission } = question.request;
  const { operation } = admission.recognised.endpoint;
  if (dialect.search !== undefined) return openStandaloneSearch(question, dialect.search);
  const isCount = operation === "count_tokens";
  const estimate = isCount ? openEstimate(question) : undefined;
  if (estimate !== undefined) return estimate;
  if (engine.dialect === dialect) return isCount ? openPassedCount(question) : openPassthrough(question);
  const named = withDefaultModel(question);
  if (operation === "embed") return openEmbedding(named);
  const translation = translateAttempt(named);
  return isCount ? openMappedCount(named, translation) : openMapped(named, translation);
}

// A caller that names no model gets the engine's default.
function withDefaultModel(question: AttemptQuestion): AttemptQuestion {
  const { request, target } = question;
  const { defaultModel } = target.engine;
  if (defaultModel === undefined || (target.model ?? request.model ?? "") !== "") return question;
  return { ...question, target: { ...target, model: defaultModel } };
}
