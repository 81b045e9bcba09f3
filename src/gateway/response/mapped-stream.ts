import type { AbpError, BodyDigest, LossReport } from "../../contract/index.ts";
import { StreamTranslator, translateError } from "../../dialects/index.ts";
import type { UpstreamRequest } from "../../engines/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import { plainJson } from "../answer/error-answer.ts";
import { joinChunks } from "../bytes/join-chunks.ts";
import { RunningDigest } from "../bytes/running-digest.ts";
import { engineError, streamError } from "./engine-error.ts";
import type { Ticking } from "./heartbeat-timer.ts";
import {
  errorHints,
  isEnginesFault,
  type MappedCall,
  mappedHeaders,
  parseFailure,
} from "./mapped-response.ts";
import type { ResponseFacts, ResponseHandler } from "./response-handler.ts";

const STREAM_HEADERS = [
  "content-type",
  "text/event-stream; charset=utf-8",
  "cache-control",
  "no-cache",
  "x-accel-buffering",
  "no",
];
const ARRAY_HEADERS = ["content-type", "application/json; charset=utf-8"];
/** The most pieces of an error answer that are read. */
const ERROR_CHUNKS = 64;

/**
 * The engine speaks another dialect and streams: each event is translated as it comes. The answer begins with the first
 * content, so that what fails before it still gets a real status; after it a failure ends the stream in the caller's words.
 */
export class MappedStream implements ResponseHandler, Ticking {
  readonly mode = "mapped";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly #call: MappedCall;
  readonly #translator: StreamTranslator;
  readonly #upstream = new RunningDigest();
  readonly #response = new RunningDigest();
  #status = 0;
  #headers: HeaderList = [];
  #errorChunks: Uint8Array[] | undefined;
  #heldBack = "";
  #hasBegun = false;
  #isOver = false;
  #lastWrite: number;

  constructor(call: MappedCall) {
    this.#call = call;
    this.request = call.request;
    this.upstreamRequest = call.upstreamRequest;
    this.upstreamModel = call.upstreamModel;
    this.#translator = new StreamTranslator(call.engine.dialect, call.dialect, call.reply);
    this.#lastWrite = call.now();
  }

  onHead(status: number, headers: HeaderList): void {
    this.#status = status;
    this.#headers = headers;
    if (status >= 400) this.#errorChunks = [];
  }

  onData(chunk: Uint8Array): boolean {
    this.#upstream.push(chunk);
    if (this.#errorChunks !== undefined) {
      if (this.#errorChunks.length < ERROR_CHUNKS) this.#errorChunks.push(chunk);
      return true;
    }
    if (this.#isOver) return true;
    const text = this.#translator.push(chunk);
    return this.#send(this.#translator.failure === undefined ? text : this.#conceal(text));
  }

  onEnd(): void {
    if (this.#errorChunks !== undefined) this.#answerFailure(joinChunks(this.#errorChunks));
    else if (!this.#isOver) this.#finish(this.#conceal(this.#translator.end()));
  }

  onFailure(error: AbpError): void {
    if (this.#isOver) return;
    if (!this.#hasBegun) {
      this.#isOver = true;
      if (!this.#call.host.fallBack(error)) this.#call.host.over({ error });
      return;
    }
    this.#finish(this.#translator.fail(error), error);
  }

  /** Keeps the caller's patience: a silent stream says that it is alive. */
  tick(now: number): void {
    const { heartbeatMs, dialect } = this.#call;
    if (this.#isOver || now - this.#lastWrite < heartbeatMs) return;
    if (this.#hasBegun) {
      if (dialect.transport.heartbeat !== "" && this.#call.framing === "sse")
        this.#write(dialect.transport.heartbeat);
    } else if (this.#heldBack !== "") {
      // The engine has begun and thinks for long: the caller may see the beginning, and then heartbeats.
      this.#begin();
    } else return;
    this.#lastWrite = now;
  }

  facts(): ResponseFacts {
    const { usage, model, id, failure, isComplete } = this.#translator;
    const end = failure !== undefined ? "failed" : isComplete ? "complete" : undefined;
    const mapping: LossReport[] = [this.#call.translation.report];
    if (this.#status < 400 && !this.#upstream.isEmpty) mapping.push(this.#translator.report());
    return {
      seen: {
        ...(usage === undefined ? {} : { usage }),
        ...(model === undefined ? {} : { model }),
        ...(id === undefined ? {} : { id }),
        ...(end === undefined ? {} : { end }),
      },
      upstreamResponse: this.#status === 0 ? undefined : this.#upstream.finish(),
      response: this.#response.isEmpty ? undefined : this.#response.finish(),
      mapping,
      negotiation: this.#call.translation.negotiation,
      warnings: [...(this.#call.translation.emulation?.report.warnings ?? [])],
    };
  }

  #send(text: string): boolean {
    if (this.#hasBegun) {
      if (text === "") return true;
      this.#lastWrite = this.#call.now();
      return this.#write(text);
    }
    this.#heldBack += text;
    if (this.#translator.failure !== undefined) return this.#failEarly();
    if (!this.#translator.hasContent) return true;
    return this.#begin();
  }

  #begin(): boolean {
    const { host, translation, framing } = this.#call;
    this.#hasBegun = true;
    host.head(
      200,
      mappedHeaders([...(framing === "sse" ? STREAM_HEADERS : ARRAY_HEADERS)], translation.report),
    );
    const text = this.#heldBack;
    this.#heldBack = "";
    this.#lastWrite = this.#call.now();
    return text === "" ? true : this.#write(text);
  }

  #write(text: string): boolean {
    const bytes = Buffer.from(text);
    this.#response.push(bytes);
    return this.#call.host.write(bytes);
  }

  // Nothing has reached the caller: a failure in the stream's first events is a failed call with a status.
  #failEarly(): boolean {
    const { host } = this.#call;
    this.#isOver = true;
    const failure = this.#translator.failure!;
    const error = streamError(failure.code, this.#conceal(failure.message));
    if (!host.fallBack(error)) host.over({ error });
    return true;
  }

  #conceal(text: string): string {
    const { engine } = this.#call;
    return engine.conceal === undefined ? text : engine.conceal(text);
  }

  #finish(text: string, cause?: AbpError): void {
    const { host } = this.#call;
    if (!this.#hasBegun) {
      this.#heldBack += text;
      if (this.#translator.failure !== undefined) {
        this.#failEarly();
        return;
      }
      this.#begin();
    } else if (text !== "") this.#write(text);
    this.#isOver = true;
    host.end();
    const { failure } = this.#translator;
    host.over({
      error: cause ?? (failure === undefined ? undefined : streamError(failure.code, failure.message)),
    });
  }

  #answerFailure(body: Buffer): void {
    const { host, dialect, engine, translation } = this.#call;
    this.#isOver = true;
    const {
      failure,
      status,
      body: written,
    } = translateError(engine.dialect, dialect, this.#status, parseFailure(body, engine));
    const error = engineError(failure.code, failure.message, this.#status);
    if (isEnginesFault(this.#status) && host.fallBack(error)) return;
    const answer = plainJson(status, written, errorHints(this.#headers, failure.code));
    this.#response.push(Buffer.from(answer.body));
    host.head(answer.status, mappedHeaders([...answer.headers], translation.report));
    host.end(answer.body);
    host.over({ error });
  }
}
