import {
  AbpError,
  type BodyDigest,
  type ErrorCode,
  errorRow,
  type LossReport,
} from "../../contract/index.ts";
import {
  type Dialect,
  isMembers,
  type Observation,
  type ReplyOptions,
  translateError,
  translateReply,
} from "../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../engines/index.ts";
import type { ByteBudget } from "../../lib/index.ts";
import { findHeader, type HeaderList } from "../../lib/index.ts";
import { plainJson } from "../answer/error-answer.ts";
import { BodyCollector } from "../bytes/body-collector.ts";
import { digestBody } from "../bytes/body-digest.ts";
import type { AnswerGuard } from "../enforcement/answer-guard.ts";
import { lossHeader } from "../mapping/loss-header.ts";
import type { Translation } from "../mapping/translation.ts";
import { engineError } from "./engine-error.ts";
import { allowsFallback } from "./fallback-rule.ts";
import type { AttemptOwner, ResponseFacts, ResponseHandler } from "./response-handler.ts";

/** What a mapped response knows of its call. */
export interface MappedCall {
  readonly owner: AttemptOwner;
  readonly dialect: Dialect;
  readonly engine: Engine;
  /** The parts of the translation that the response needs; the rest would only occupy memory while the engine works. */
  readonly translation: Pick<Translation, "report" | "emulation" | "negotiation">;
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly reply: ReplyOptions;
  /** How the caller wants a stream framed. */
  readonly framing: "sse" | "array";
  readonly heartbeatMs: number;
  readonly now: () => number;
  readonly heldBytes: ByteBudget;
  /** Set where a policy judges the tool calls of the answer. */
  readonly guard?: AnswerGuard | undefined;
}

/** The status of an error that an engine put into a successful response. */
const BAD_GATEWAY = 502;
/** The largest response that is translated whole. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Translates a response that is not a stream, once it is complete. */
export class MappedResponse implements ResponseHandler {
  readonly mode = "mapped";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly #call: MappedCall;
  readonly #body: BodyCollector;
  readonly #mapping: LossReport[];
  readonly #warnings: string[] = [];
  #status = 0;
  #headers: HeaderList = [];
  #observed: Observation = {};
  #upstreamResponse: BodyDigest | undefined;
  #response: BodyDigest | undefined;

  constructor(call: MappedCall) {
    this.#call = call;
    this.request = call.request;
    this.upstreamRequest = call.upstreamRequest;
    this.upstreamModel = call.upstreamModel;
    this.#body = new BodyCollector(call.heldBytes, MAX_RESPONSE_BYTES);
    this.#mapping = [call.translation.report];
    this.#warnings.push(...(call.translation.emulation?.report.warnings ?? []));
  }

  onHead(status: number, headers: HeaderList): void {
    this.#status = status;
    this.#headers = headers;
  }

  onData(chunk: Uint8Array): boolean {
    if (this.#body.add(chunk)) return true;
    this.onFailure(
      new AbpError("backend_unavailable", "the engine's response is too large to be translated"),
    );
    return false;
  }

  onEnd(): void {
    const body = this.#body.join();
    this.#upstreamResponse = digestBody(body);
    const { engine } = this.#call;
    if (this.#status >= 400) {
      this.#answerFailure(parseFailure(body, engine), this.#status);
      return;
    }
    const value = parseAnswer(body);
    const observed = isMembers(value) ? engine.dialect.observe(value) : {};
    // Some servers send errors with the status of a success.
    if (observed.end === "failed") this.#answerFailure(parseFailure(body, engine), BAD_GATEWAY);
    else this.#answer(value, observed);
  }

  onFailure(error: AbpError): void {
    const { owner } = this.#call;
    if (owner.fallBack(error)) return;
    owner.finished(error);
  }

  release(): void {
    this.#body.release();
    if (this.#call.guard !== undefined) this.#call.guard.onDecided = undefined;
  }

  facts(): ResponseFacts {
    return {
      observed: this.#observed,
      upstreamResponse: this.#upstreamResponse,
      response: this.#response,
      mapping: this.#mapping,
      negotiation: this.#call.translation.negotiation,
      warnings: this.#warnings,
    };
  }

  #answer(value: unknown, observed: Observation): void {
    const { dialect, engine, reply, guard } = this.#call;
    if (value === undefined) {
      this.onFailure(new AbpError("backend_unavailable", "the engine's response is not JSON"));
      return;
    }
    let translated: ReturnType<typeof translateReply>;
    try {
      translated = translateReply(engine.dialect, dialect, value, reply);
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      this.onFailure(
        new AbpError("backend_unavailable", `the engine's response cannot be read: ${error.message}`),
      );
      return;
    }
    if (
      observed.end === undefined &&
      translated.reply.candidates.every(({ content }) => content.length === 0)
    ) {
      this.onFailure(
        new AbpError("backend_unavailable", "the engine's response has neither content nor a reason to end"),
      );
      return;
    }
    this.#mapping.push(translated.report);
    this.#observed = { ...observed, end: "complete" };
    const { body } = translated;
    if (guard?.isWaiting === true) guard.onDecided = () => this.#deliver(body);
    else this.#deliver(body);
  }

  #deliver(body: unknown): void {
    const { owner, translation, guard } = this.#call;
    if (guard?.error !== undefined) {
      owner.finished(guard.error);
      return;
    }
    const text = Buffer.from(JSON.stringify(body));
    this.#response = digestBody(text);
    const headers = ["content-type", "application/json", "content-length", String(text.length)];
    owner.head(this.#status, mappedHeaders(headers, translation.report));
    owner.end(text);
    owner.finished(undefined);
  }

  #answerFailure(value: unknown, engineStatus: number): void {
    const { owner, dialect, engine, translation } = this.#call;
    const { failure, status, body } = translateError(engine.dialect, dialect, engineStatus, value);
    const error = engineError(failure.code, failure.message, this.#status);
    if (allowsFallback(engineStatus, engine) && owner.fallBack(error)) return;
    const answer = plainJson(status, body, errorHints(this.#headers, failure.code));
    this.#response = digestBody(answer.body);
    owner.head(answer.status, mappedHeaders([...answer.headers], translation.report));
    owner.end(answer.body);
    owner.finished(error);
  }
}

/** The headers of every mapped answer. */
export function mappedHeaders(headers: string[], report: LossReport): string[] {
  headers.push("x-abp-mode", "mapped");
  const loss = lossHeader(report);
  if (loss !== undefined) headers.push("x-abp-loss", loss);
  return headers;
}

/** The retry headers of a failed answer: the engine's own, else ours, because agents retry for minutes without them. */
export function errorHints(headers: HeaderList, code: ErrorCode): string[] {
  const after = findHeader(headers, "retry-after");
  const again = findHeader(headers, "x-should-retry") ?? String(errorRow(code).retryable);
  return ["x-should-retry", again, ...(after === undefined ? [] : ["retry-after", after])];
}

/** Parses the body of a failed response without the engine's secrets, which an engine may repeat in it. */
export function parseFailure(body: Buffer, engine: Engine): unknown {
  return parseAnswer(
    engine.conceal === undefined ? body : Buffer.from(engine.conceal(body.toString("utf8"))),
  );
}

/** Parses a body; a text that is not JSON is returned as it is, shortened, and an empty one as undefined. */
export function parseAnswer(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // Proxies answer in HTML and plain text; the status is what matters.
    return body.length === 0 ? undefined : body.toString("utf8", 0, 2000);
  }
}
