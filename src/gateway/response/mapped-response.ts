import { hash } from "node:crypto";
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
import { findHeader, type HeaderList } from "../../lib/index.ts";
import { plainJson } from "../answer/error-answer.ts";
import { joinChunks } from "../bytes/join-chunks.ts";
import { lossHeader } from "../mapping/loss-header.ts";
import type { Translation } from "../mapping/translation.ts";
import { engineError } from "./engine-error.ts";
import type { AttemptOwner, ResponseFacts, ResponseHandler } from "./response-handler.ts";

/** What a mapped lane needs to know of its call. */
export interface MappedCall {
  readonly host: AttemptOwner;
  readonly dialect: Dialect;
  readonly engine: Engine;
  /** What is left to know of the translation once the request is written; the rest would be carried along for nothing. */
  readonly translation: Pick<Translation, "report" | "emulation" | "negotiation">;
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly reply: ReplyOptions;
  /** How the caller wants a stream framed. */
  readonly framing: "sse" | "array";
  readonly heartbeatMs: number;
  readonly now: () => number;
}

/** What an error without a status of its own is taken for. */
const BAD_GATEWAY = 502;
/** The largest answer that is taken whole. */
const ANSWER_LIMIT = 64 * 1024 * 1024;

/** The engine speaks another dialect and answers whole: its answer is translated when it is complete. */
export class MappedResponse implements ResponseHandler {
  readonly mode = "mapped";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly #call: MappedCall;
  readonly #chunks: Uint8Array[] = [];
  readonly #mapping: LossReport[];
  readonly #warnings: string[] = [];
  #bytes = 0;
  #status = 0;
  #headers: HeaderList = [];
  #seen: Observation = {};
  #upstreamResponse: BodyDigest | undefined;
  #response: BodyDigest | undefined;

  constructor(call: MappedCall) {
    this.#call = call;
    this.request = call.request;
    this.upstreamRequest = call.upstreamRequest;
    this.upstreamModel = call.upstreamModel;
    this.#mapping = [call.translation.report];
    this.#warnings.push(...(call.translation.emulation?.report.warnings ?? []));
  }

  onHead(status: number, headers: HeaderList): void {
    this.#status = status;
    this.#headers = headers;
  }

  onData(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= ANSWER_LIMIT) return true;
    this.#chunks.length = 0;
    this.onFailure(new AbpError("backend_unavailable", "the engine's answer is too large"));
    return false;
  }

  onEnd(): void {
    const body = joinChunks(this.#chunks, this.#bytes);
    this.#upstreamResponse = { bytes: body.length, sha256: hash("sha256", body) };
    const { engine } = this.#call;
    if (this.#status >= 400) {
      this.#answerFailure(parseFailure(body, engine), this.#status);
      return;
    }
    const value = parseAnswer(body);
    const observed = isMembers(value) ? engine.dialect.observe(value) : {};
    // Some servers put their errors under the status of a success.
    if (observed.end === "failed") this.#answerFailure(parseFailure(body, engine), BAD_GATEWAY);
    else this.#answer(value, observed);
  }

  onFailure(error: AbpError): void {
    const { host } = this.#call;
    if (host.fallBack(error)) return;
    host.over({ error });
  }

  facts(): ResponseFacts {
    return {
      seen: this.#seen,
      upstreamResponse: this.#upstreamResponse,
      response: this.#response,
      mapping: this.#mapping,
      negotiation: this.#call.translation.negotiation,
      warnings: this.#warnings,
    };
  }

  #answer(value: unknown, observed: Observation): void {
    const { host, dialect, engine, reply, translation } = this.#call;
    if (value === undefined) {
      this.onFailure(new AbpError("backend_unavailable", "the engine's answer is not JSON"));
      return;
    }
    let translated: ReturnType<typeof translateReply>;
    try {
      translated = translateReply(engine.dialect, dialect, value, reply);
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      this.onFailure(
        new AbpError("backend_unavailable", `the engine's answer cannot be read: ${error.message}`),
      );
      return;
    }
    if (
      observed.end === undefined &&
      translated.reply.candidates.every(({ content }) => content.length === 0)
    ) {
      this.onFailure(
        new AbpError("backend_unavailable", "the engine's answer has neither content nor a reason to end"),
      );
      return;
    }
    this.#mapping.push(translated.report);
    this.#seen = { ...observed, end: "complete" };
    const text = Buffer.from(JSON.stringify(translated.body));
    this.#response = { bytes: text.length, sha256: hash("sha256", text) };
    const headers = ["content-type", "application/json", "content-length", String(text.length)];
    host.head(this.#status, mappedHeaders(headers, translation.report));
    host.end(text);
    host.over({ error: undefined });
  }

  #answerFailure(value: unknown, engineStatus: number): void {
    const { host, dialect, engine, translation } = this.#call;
    const { failure, status, body } = translateError(engine.dialect, dialect, engineStatus, value);
    const error = engineError(failure.code, failure.message, this.#status);
    if (isEnginesFault(engineStatus) && host.fallBack(error)) return;
    const answer = plainJson(status, body, errorHints(this.#headers, failure.code));
    this.#response = { bytes: Buffer.byteLength(answer.body), sha256: hash("sha256", answer.body) };
    host.head(answer.status, mappedHeaders([...answer.headers], translation.report));
    host.end(answer.body);
    host.over({ error });
  }
}

/** Whether another engine could do better: what is wrong with the call itself would be wrong there too. */
export function isEnginesFault(status: number): boolean {
  return status === 429 || status >= 500 || status === 401 || status === 403;
}

/** The headers of every mapped answer. */
export function mappedHeaders(headers: string[], report: LossReport): string[] {
  headers.push("x-abp-mode", "mapped");
  const loss = lossHeader(report);
  if (loss !== undefined) headers.push("x-abp-loss", loss);
  return headers;
}

/** What an engine says about trying again; where it says nothing, agents would try a hopeless call for minutes. */
export function errorHints(headers: HeaderList, code: ErrorCode): string[] {
  const after = findHeader(headers, "retry-after");
  const again = findHeader(headers, "x-should-retry") ?? String(errorRow(code).retryable);
  return ["x-should-retry", again, ...(after === undefined ? [] : ["retry-after", after])];
}

/** Parses an engine's account of a failure, in which it may repeat the credential that it was sent. */
export function parseFailure(body: Buffer, engine: Engine): unknown {
  return parseAnswer(
    engine.conceal === undefined ? body : Buffer.from(engine.conceal(body.toString("utf8"))),
  );
}

/** Parses an engine's answer; undefined when it is no JSON. */
export function parseAnswer(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // Proxies answer in HTML and plain text; the status says what matters.
    return body.length === 0 ? undefined : body.toString("utf8", 0, 2000);
  }
}
