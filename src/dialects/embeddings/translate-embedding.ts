import { AbpError, type LossEntry, type LossReport } from "../../contract/index.ts";
import { isWaived } from "../features/waiver.ts";
import type { Members } from "../members/members.ts";
import type {
  EmbeddingCodec,
  EmbeddingReply,
  EmbeddingRequest,
  VendorEmbeddings,
  WrittenEmbedding,
} from "./embedding.ts";

/** The part of a dialect that embeddings need. */
type EmbeddingDialect = VendorEmbeddings & { readonly id: string };

/** How a request for embeddings is translated. */
export interface EmbeddingOptions {
  /** The model of the path, for dialects that put it there. */
  readonly pathModel: string | undefined;
  /** The model to request in place of the caller's. */
  readonly targetModel: string | undefined;
  /** Whether a loss is refused. */
  readonly strict: boolean;
  /** The losses that strict mode discloses all the same. */
  readonly waived: readonly string[];
}

/** A translated request for embeddings, and its losses. */
export interface TranslatedEmbedding {
  readonly request: WrittenEmbedding;
  /** As the caller put it. */
  readonly asked: EmbeddingRequest;
  readonly model: string;
  readonly report: LossReport;
}

/**
 * Translates a request for embeddings. Throws `mapping_unsupported_capability` if one of the dialects has no embeddings or the
 * input is no text, `mapping_lossy_conversion` for a loss in strict mode, and `contract_schema_violation`.
 *
 * @example
 * import { findDialect, translateEmbedding } from "agent-backplane/dialects";
 * const options = { pathModel: undefined, targetModel: "gemini-embedding-001", strict: false, waived: [] };
 * const { request } = translateEmbedding(findDialect("openai"), findDialect("gemini"), body, options);
 */
export function translateEmbedding(
  from: EmbeddingDialect,
  to: EmbeddingDialect,
  body: unknown,
  { pathModel, targetModel, strict, waived }: EmbeddingOptions,
): TranslatedEmbedding {
  const source = codecOf(from);
  const target = codecOf(to);
  const asked = source.readRequest(body, pathModel);
  const model = targetModel ?? asked.model;
  if (model === undefined || model === "")
    throw new AbpError("contract_schema_violation", "$.model is required", { where: "$.model" });
  const refused = strict ? asked.losses.find((loss) => isRefused(loss, waived)) : undefined;
  if (refused !== undefined) {
    const { path, reason } = refused;
    throw new AbpError("mapping_lossy_conversion", `${path}: ${reason}`, { where: path });
  }
  const report: LossReport = { from: from.id, to: to.id, direction: "request", entries: [...asked.losses] };
  return { request: target.writeRequest(asked, model), asked, model, report };
}

/** What the caller's answer needs besides the engine's. */
export interface EmbeddingReplyOptions {
  readonly asked: EmbeddingRequest;
  readonly model: string;
  /** Counts the tokens of the inputs if the engine does not. */
  readonly estimate: (inputs: readonly string[]) => number;
}

/** A translated answer with vectors, and its losses. */
export interface TranslatedVectors {
  readonly body: Members;
  readonly reply: EmbeddingReply;
  /** Whether the number of tokens in the answer is an estimate. */
  readonly isEstimated: boolean;
  readonly report: LossReport;
}

/**
 * Translates vectors. Throws `contract_schema_violation` if the answer is none, or has not one vector for each input.
 *
 * @example
 * import { findDialect, type TranslatedEmbedding, translateVectors } from "agent-backplane/dialects";
 * function answer(sent: TranslatedEmbedding) {
 *   const options = { asked: sent.asked, model: sent.model, estimate: () => 0 };
 *   return translateVectors(findDialect("gemini"), findDialect("openai"), body, options).body;
 * }
 */
export function translateVectors(
  engine: EmbeddingDialect,
  caller: EmbeddingDialect,
  body: unknown,
  { asked, model, estimate }: EmbeddingReplyOptions,
): TranslatedVectors {
  const target = codecOf(caller);
  const reply = codecOf(engine).readReply(body);
  const { vectors, inputTokens } = reply;
  if (vectors.length !== asked.inputs.length) {
    const message = `${vectors.length} vectors came for ${asked.inputs.length} inputs`;
    throw new AbpError("contract_schema_violation", message, { where: "$" });
  }
  const isEstimated = inputTokens === undefined && target.statesUsage;
  const answer = {
    request: asked,
    model,
    inputTokens: inputTokens ?? (isEstimated ? estimate(asked.inputs) : 0),
  };
  const entries: LossEntry[] =
    inputTokens === undefined || target.statesUsage
      ? []
      : [
          {
            path: "$.usage",
            disposition: "disclosed",
            reason: `${caller.id} states no tokens of embeddings`,
          },
        ];
  return {
    body: target.writeReply(reply, answer),
    reply,
    isEstimated,
    report: { from: engine.id, to: caller.id, direction: "response", entries },
  };
}

function codecOf({ id, embeddings }: EmbeddingDialect): EmbeddingCodec {
  if (embeddings !== undefined) return embeddings;
  const message = `${id} has no embeddings. Route the model to an engine that has them, or name one in X-ABP-Engine.`;
  throw new AbpError("mapping_unsupported_capability", message, { where: "$.model" });
}

function isRefused(loss: LossEntry, waived: readonly string[]): boolean {
  return loss.disposition === "disclosed" && !isWaived(loss, waived);
}
