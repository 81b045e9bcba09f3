import { AbpError, type BodyDigest, type LossReport } from "../../contract/index.ts";
import { type Dialect, type Members, Origins, translateError } from "../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../engines/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import { estimateTokens } from "../../telemetry/index.ts";
import { plainJson } from "../answer/error-answer.ts";
import { addResponseHeaders } from "../answer/forwarded-headers.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { joinChunks } from "../bytes/join-chunks.ts";
import { engineError } from "./engine-error.ts";
import { errorHints, parseAnswer, parseFailure } from "./mapped-response.ts";
import type { AttemptOwner, ResponseFacts, ResponseHandler } from "./response-handler.ts";

/** What a count needs to know of its call. */
export interface CountCall {
  readonly host: AttemptOwner;
  readonly dialect: Dialect;
  readonly engine: Engine;
  /** Absent where the engine has no counter: the tokens are then estimated. */
  readonly request?: UpstreamRequest;
  readonly upstreamRequest?: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly mapping: readonly LossReport[];
  readonly parse: () => Members;
  readonly pathModel: string | undefined;
  readonly mayEstimate: boolean;
}

/** What engines answer that have no counter at all. */
const NO_COUNTER: readonly number[] = [404, 405, 501];

/** Counts tokens: the engine's own count, or an estimate that says that it is one. */
export class TokenCount implements ResponseHandler {
  readonly mode: ResponseHandler["mode"];
  readonly request: UpstreamRequest | undefined;
  readonly upstreamRequest: BodyDigest | undefined;
  readonly upstreamModel: string | undefined;
  readonly #call: CountCall;
  readonly #chunks: Uint8Array[] = [];
  readonly #warnings: string[] = [];
  #status = 0;
  #headers: HeaderList = [];
  #upstreamResponse: BodyDigest | undefined;
  #response: BodyDigest | undefined;

  constructor(call: CountCall) {
    this.#call = call;
    this.mode = call.engine.dialect === call.dialect ? "passthrough" : "mapped";
    this.request = call.request === undefined ? undefined : { ...call.request, isAuxiliary: true };
    this.upstreamRequest = call.upstreamRequest;
    this.upstreamModel = call.upstreamModel;
  }

  onHead(status: number, headers: HeaderList): void {
    this.#status = status;
    this.#headers = headers;
  }

  onData(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk);
    return true;
  }

  onEnd(): void {
    const { host, dialect, engine, mayEstimate } = this.#call;
    if (this.request === undefined) {
      this.#estimate();
      return;
    }
    const body = joinChunks(this.#chunks);
    this.#upstreamResponse = digestBody(body);
    if (NO_COUNTER.includes(this.#status) && mayEstimate) {
      this.#estimate();
      return;
    }
    if (engine.dialect === dialect) {
      this.#response = this.#upstreamResponse;
      host.head(this.#status, addResponseHeaders(["x-abp-mode", "passthrough"], this.#headers));
      host.end(body);
      host.over({
        error:
          this.#status < 400
            ? undefined
            : new AbpError(
                dialect.readError(this.#status, undefined).code,
                `the engine answered with status ${this.#status}`,
              ),
      });
    } else if (this.#status >= 400) {
      const {
        failure,
        status,
        body: written,
      } = translateError(engine.dialect, dialect, this.#status, parseFailure(body, engine));
      this.#answer(status, written, errorHints(this.#headers, failure.code));
      host.over({ error: engineError(failure.code, failure.message, this.#status) });
    } else {
      this.#answer(200, dialect.writeTokenCount(engine.dialect.readTokenCount(parseAnswer(body))), []);
      host.over({ error: undefined });
    }
  }

  onFailure(error: AbpError): void {
    if (!this.#call.host.fallBack(error)) this.#call.host.over({ error });
  }

  facts(): ResponseFacts {
    return {
      seen: {},
      upstreamResponse: this.#upstreamResponse,
      response: this.#response,
      mapping: this.#call.mapping,
      negotiation: undefined,
      warnings: this.#warnings,
    };
  }

  #estimate(): void {
    const { host, dialect, pathModel } = this.#call;
    const conversation = dialect.readRequest(this.#call.parse(), {
      origins: new Origins(),
      ...(pathModel === undefined ? {} : { model: pathModel }),
    });
    this.#warnings.push("the engine cannot count tokens; the count is an estimate");
    this.#answer(200, dialect.writeTokenCount(estimateTokens(conversation)), ["x-abp-estimate", "true"]);
    host.over({ error: undefined });
  }

  #answer(status: number, value: unknown, more: readonly string[]): void {
    const { host } = this.#call;
    const answer = plainJson(status, value, more);
    this.#response = digestBody(Buffer.from(answer.body));
    host.head(answer.status, [...answer.headers, "x-abp-mode", this.mode]);
    host.end(answer.body);
  }
}
