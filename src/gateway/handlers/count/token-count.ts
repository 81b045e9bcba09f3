import {
  AbpError,
  type BodyDigest,
  type LossReport,
  type NegotiationRecord,
} from "../../../contract/index.ts";
import { type Dialect, type Members, Origins } from "../../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../../engines/index.ts";
import type { ByteBudget, HeaderList } from "../../../lib/index.ts";
import { estimateTokens } from "../../../telemetry/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import type { PlainResponse } from "../../exchange/plain-response.ts";
import type { ResponseFacts } from "../../facts/response-facts.ts";
import { addResponseHeaders } from "../../headers/forwarded-headers.ts";
import { plainJson } from "../../plain-answers/error-answer.ts";
import type { AttemptOwner, ResponseHandler } from "../response-handler.ts";
import { parseAnswer, parseFailure, translateFailure } from "../whole/failed-answer.ts";
import { WholeAnswer } from "../whole/whole-answer.ts";

/** What a token count knows of its call. */
export interface CountCall {
  readonly owner: AttemptOwner;
  readonly dialect: Dialect;
  readonly engine: Engine;
  /** Absent if the engine has no counter; the tokens are then estimated. */
  readonly request?: UpstreamRequest;
  readonly upstreamRequest?: BodyDigest;
  /** What was changed in the caller's request, for the receipt. */
  readonly changes?: readonly string[];
  readonly upstreamModel: string | undefined;
  readonly mapping: readonly LossReport[];
  readonly negotiation?: NegotiationRecord | undefined;
  readonly parse: () => Members;
  readonly pathModel: string | undefined;
  readonly mayEstimate: boolean;
  readonly heldBytes: ByteBudget;
}

/** The statuses of engines that have no counter. */
const NO_COUNTER: readonly number[] = [404, 405, 501];

/** A count is a few bytes; a larger response is none. */
const MAX_COUNT_BYTES = 1024 * 1024;

/** Counts tokens: by the engine, or by an estimate that is marked as one. */
export class TokenCount implements ResponseHandler {
  readonly mode: ResponseHandler["mode"];
  readonly request: UpstreamRequest | undefined;
  readonly upstreamRequest: BodyDigest | undefined;
  readonly upstreamModel: string | undefined;
  readonly #call: CountCall;
  readonly #collected: WholeAnswer;
  readonly #warnings: string[];
  #upstreamResponse: BodyDigest | undefined;
  #response: BodyDigest | undefined;

  constructor(call: CountCall) {
    this.#call = call;
    this.#warnings = [...(call.changes ?? [])];
    this.#collected = new WholeAnswer(call.heldBytes, MAX_COUNT_BYTES);
    this.mode = call.engine.dialect === call.dialect ? "passthrough" : "mapped";
    this.request = call.request === undefined ? undefined : { ...call.request, isAuxiliary: true };
    this.upstreamRequest = call.upstreamRequest;
    this.upstreamModel = call.upstreamModel;
  }

  onHead(status: number, headers: HeaderList): void {
    this.#collected.begin(status, headers);
  }

  onData(chunk: Uint8Array): boolean {
    if (this.#collected.add(chunk)) return true;
    this.onFailure(new AbpError("backend_unavailable", "the engine's token count is too large to be read"));
    return false;
  }

  onEnd(): void {
    const { owner, dialect, engine, mayEstimate } = this.#call;
    if (this.request === undefined) {
      this.#estimate();
      return;
    }
    const { status } = this.#collected;
    const { body, digest } = this.#collected.join();
    this.#upstreamResponse = digest;
    if (NO_COUNTER.includes(status) && mayEstimate) {
      this.#estimate();
      return;
    }
    if (status >= 400) {
      this.#answerFailure(body);
    } else if (engine.dialect === dialect) {
      this.#passOn(body);
      owner.finished(this.#faultOf(body));
    } else this.#translate(body);
  }

  onFailure(error: AbpError): void {
    if (!this.#call.owner.fallBack(error)) this.#call.owner.finished(error);
  }

  facts(): ResponseFacts {
    return {
      observed: {},
      upstreamResponse: this.#upstreamResponse,
      response: this.#response,
      mapping: this.#call.mapping,
      negotiation: this.#call.negotiation,
      warnings: this.#warnings,
    };
  }

  release(): void {
    this.#collected.release();
  }

  #translate(body: Buffer): void {
    const { owner, dialect, engine } = this.#call;
    let count: number;
    try {
      count = engine.dialect.readTokenCount(parseAnswer(body));
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      const message = `the engine's token count cannot be read: ${error.message}`;
      this.onFailure(new AbpError("backend_unavailable", message));
      return;
    }
    this.#answer(plainJson(200, dialect.writeTokenCount(count), []));
    owner.finished(undefined);
  }

  // The caller has the answer already; the record says whether it is a count.
  #faultOf(body: Buffer): AbpError | undefined {
    try {
      this.#call.engine.dialect.readTokenCount(parseAnswer(body));
      return undefined;
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      return new AbpError("answer_unreadable", `the engine's token count cannot be read: ${error.message}`);
    }
  }

  #answerFailure(body: Buffer): void {
    const { owner, dialect, engine } = this.#call;
    const failed = translateFailure(this.#call, this.#collected, parseFailure(body, engine));
    if (failed === undefined) return;
    if (engine.dialect === dialect) this.#passOn(body);
    else this.#answer(failed.answer);
    owner.finished(failed.error);
  }

  #passOn(body: Buffer): void {
    const { owner } = this.#call;
    this.#response = this.#upstreamResponse;
    const { status, headers } = this.#collected;
    owner.head(status, addResponseHeaders([], headers));
    owner.end(body);
  }

  #estimate(): void {
    const { owner, dialect, pathModel } = this.#call;
    let count: number;
    try {
      const conversation = dialect.readRequest(this.#call.parse(), {
        origins: new Origins(),
        ...(pathModel === undefined ? {} : { model: pathModel }),
      });
      count = estimateTokens(conversation);
    } catch (error) {
      // The request itself is at fault, so no other engine could count it either.
      if (!AbpError.is(error)) throw error;
      owner.finished(error);
      return;
    }
    this.#warnings.push("the engine cannot count tokens; the count is an estimate");
    this.#answer(plainJson(200, dialect.writeTokenCount(count), ["x-abp-estimate", "true"]));
    owner.finished(undefined);
  }

  #answer(answer: PlainResponse): void {
    const { owner } = this.#call;
    this.#response = digestBody(Buffer.from(answer.body));
    owner.head(answer.status, [...answer.headers]);
    owner.end(answer.body);
  }
}
