import { AbpError, type BodyDigest, type LossReport } from "../../../contract/index.ts";
import {
  type Dialect,
  type Observation,
  type TranslatedEmbedding,
  translateVectors,
} from "../../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../../engines/index.ts";
import type { ByteBudget, HeaderList } from "../../../lib/index.ts";
import { estimateText } from "../../../telemetry/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import type { PlainResponse } from "../../exchange/plain-response.ts";
import type { ResponseFacts } from "../../facts/response-facts.ts";
import { addLossHeader } from "../../mapping/loss-header.ts";
import type { SliceQueue } from "../../slices/slice-queue.ts";
import type { WholeBody } from "../../slices/whole-body.ts";
import type { AttemptOwner, ResponseHandler } from "../response-handler.ts";
import { parseFailure, translateFailure } from "../whole/failed-answer.ts";
import { type AnswerTaker, jsonHeaders, WholeAnswer, writeFor } from "../whole/whole-answer.ts";

/** What an answer with vectors knows of its call. */
export interface EmbeddingCall {
  readonly owner: AttemptOwner;
  readonly dialect: Dialect;
  readonly engine: Engine;
  readonly translation: Omit<TranslatedEmbedding, "request">;
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly heldBytes: ByteBudget;
  readonly slices: SliceQueue;
}

/** The largest answer that is translated: some thousand vectors of the usual length. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

/** Translates the vectors of an engine of another dialect, once they are complete. */
export class EmbeddingResponse implements ResponseHandler, AnswerTaker {
  readonly mode = "mapped";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string;
  isReleased = false;
  readonly #call: EmbeddingCall;
  readonly #collected: WholeAnswer;
  readonly #mapping: LossReport[];
  readonly #warnings: string[] = [];
  readonly #headers: string[] = [];
  #observed: Observation = {};
  #upstreamResponse: BodyDigest | undefined;
  #response: BodyDigest | undefined;

  constructor(call: EmbeddingCall) {
    this.#call = call;
    this.request = call.request;
    this.upstreamRequest = call.upstreamRequest;
    this.upstreamModel = call.translation.model;
    this.#mapping = [call.translation.report];
    this.#collected = new WholeAnswer(call.heldBytes, MAX_RESPONSE_BYTES);
  }

  onHead(status: number, headers: HeaderList): void {
    this.#collected.begin(status, headers);
  }

  onData(chunk: Uint8Array): boolean {
    if (this.#collected.add(chunk)) return true;
    this.onFailure(
      new AbpError("backend_unavailable", "the engine's vectors are too large to be translated"),
    );
    return false;
  }

  onEnd(): void {
    this.#collected.readFor(this, this.#call.slices);
  }

  take({ body, digest }: WholeBody, value: unknown): void {
    this.#upstreamResponse = digest;
    if (this.#collected.status >= 400) this.#answerFailure(parseFailure(body, this.#call.engine));
    else this.#translate(value, body.length);
  }

  onFailure(error: AbpError): void {
    const { owner } = this.#call;
    if (!owner.fallBack(error)) owner.finished(error);
  }

  facts(): ResponseFacts {
    return {
      observed: this.#observed,
      upstreamResponse: this.#upstreamResponse,
      response: this.#response,
      mapping: this.#mapping,
      negotiation: undefined,
      warnings: this.#warnings,
    };
  }

  release(): void {
    this.isReleased = true;
    this.#collected.release();
  }

  #translate(value: unknown, bytes: number): void {
    const { dialect, engine, translation } = this.#call;
    const { asked, model } = translation;
    let vectors: ReturnType<typeof translateVectors>;
    try {
      vectors = translateVectors(engine.dialect, dialect, value, { asked, model, estimate });
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      const message = `the engine's vectors cannot be read: ${error.message}`;
      this.onFailure(new AbpError("backend_unavailable", message));
      return;
    }
    const { reply, report, isEstimated } = vectors;
    this.#mapping.push(report);
    this.#observed = {
      model,
      ...(reply.inputTokens === undefined ? {} : { usage: { input: reply.inputTokens, output: 0 } }),
      end: "complete",
    };
    if (isEstimated)
      this.#warnings.push("the engine counts no tokens of embeddings; the count is an estimate");
    if (isEstimated) this.#headers.push("x-abp-estimate", "true");
    writeFor(this, vectors.body, bytes, this.#call.slices);
  }

  send({ body, digest }: WholeBody): void {
    const { owner, translation } = this.#call;
    this.#response = digest;
    owner.head(200, addLossHeader([...jsonHeaders(body), ...this.#headers], translation.report));
    owner.end(body);
    owner.finished(undefined);
  }

  #answerFailure(value: unknown): void {
    const failed = translateFailure(this.#call, this.#collected, value);
    if (failed === undefined) return;
    this.#mapping.push(failed.report);
    this.#answer(failed.answer, failed.report);
    this.#call.owner.finished(failed.error);
  }

  #answer(answer: PlainResponse, ofError?: LossReport): void {
    const { owner, translation } = this.#call;
    this.#response = digestBody(Buffer.from(answer.body));
    owner.head(answer.status, addLossHeader([...answer.headers], translation.report, ofError));
    owner.end(answer.body);
  }
}

function estimate(inputs: readonly string[]): number {
  return Math.ceil(inputs.reduce((sum, text) => sum + estimateText(text), 0));
}
