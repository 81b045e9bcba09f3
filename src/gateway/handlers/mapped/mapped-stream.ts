import { AbpError, type BodyDigest, type LossReport, type StreamEvent } from "../../../contract/index.ts";
import { StreamTranslator, translateError } from "../../../dialects/index.ts";
import type { UpstreamRequest } from "../../../engines/index.ts";
import type { HeaderList } from "../../../lib/index.ts";
import { BodyCollector } from "../../bytes/body-collector.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { RunningDigest } from "../../bytes/running-digest.ts";
import { engineError, streamError } from "../../facts/engine-error.ts";
import type { ResponseFacts } from "../../facts/response-facts.ts";
import { ToolCallLog } from "../../facts/tool-call-log.ts";
import { UNBUFFERED } from "../../headers/unbuffered.ts";
import { addLossHeader, LOSS, lossHeader } from "../../mapping/loss-header.ts";
import { withSearch } from "../../mapping/ran-emulations.ts";
import { asAbpError, failureOf, plainJson } from "../../plain-answers/error-answer.ts";
import type { RoundLoop } from "../../rounds/round-loop.ts";
import { StreamOutput } from "../../slices/stream-output.ts";
import { allowsFallback } from "../fallback-rule.ts";
import type { ResponseHandler } from "../response-handler.ts";
import { errorHints, parseFailure } from "../whole/failed-answer.ts";
import { learnFromFailure, type MappedCall } from "./mapped-response.ts";

const STREAM_HEADERS = [
  "content-type",
  "text/event-stream; charset=utf-8",
  "cache-control",
  "no-cache",
  ...UNBUFFERED,
];
const ARRAY_HEADERS = ["content-type", "application/json; charset=utf-8", ...UNBUFFERED];
/** How much of a failed response is read; the rest is dropped. */
const MAX_ERROR_BYTES = 1024 * 1024;

/**
 * Translates a stream event by event. The answer begins with the first content, so that an earlier failure still has a
 * real status and a fallback. A later failure ends the stream with an error event in the caller's dialect.
 */
export class MappedStream implements ResponseHandler {
  readonly mode = "mapped";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly #call: MappedCall;
  readonly #translator: StreamTranslator;
  readonly #calls = new ToolCallLog();
  #upstream = new RunningDigest();
  /** The digest of the first response, if further rounds followed it. */
  #firstResponse: BodyDigest | undefined;
  #isReleased = false;
  readonly #output: StreamOutput;
  #status = 0;
  #headers: HeaderList = [];
  /** Collects the body of a failed response. */
  #errorBody: BodyCollector | undefined;
  /** The losses of a failed response. */
  #errorReport: LossReport | undefined;
  /** The digest of the answer to a failed response. */
  #errorResponse: BodyDigest | undefined;
  #held = "";
  #hasBegun = false;
  #isOver = false;
  /** Whether the engine has ended, though an approval may still be open. */
  #hasEnded = false;
  #lastWrite: number;

  constructor(call: MappedCall) {
    this.#call = call;
    this.request = call.request;
    this.upstreamRequest = call.upstreamRequest;
    this.upstreamModel = call.upstreamModel;
    const onEvent = (event: StreamEvent) => this.#calls.addEvent(event);
    this.#translator = new StreamTranslator(call.engine.dialect, call.dialect, { ...call.reply, onEvent });
    this.#lastWrite = call.now();
    const { owner, guard, slices } = call;
    this.#output = new StreamOutput(
      {
        write: (chunk) => owner.write(chunk),
        resume: () => {
          if (guard?.isHolding !== true) owner.resume();
        },
      },
      slices,
    );
    if (guard !== undefined) guard.onDecided = this.#decided;
  }

  onHead(status: number, headers: HeaderList): void {
    this.#status = status;
    this.#headers = headers;
    if (status >= 400) this.#errorBody = new BodyCollector(this.#call.heldBytes, MAX_ERROR_BYTES);
  }

  onData(chunk: Uint8Array): boolean {
    this.#upstream.push(chunk);
    if (this.#errorBody !== undefined) {
      this.#errorBody.add(chunk);
      return true;
    }
    if (this.#isOver) return true;
    const text = this.#translator.push(chunk);
    return this.#obey(this.#send(this.#translator.failure === undefined ? text : this.#conceal(text)));
  }

  onEnd(): void {
    if (this.#errorBody !== undefined) this.#answerFailure(this.#errorBody.join());
    else if (!this.#isOver) this.#end(this.#conceal(this.#translator.end()));
  }

  onFailure(error: AbpError): void {
    if (this.#isOver) return;
    if (!this.#hasBegun) {
      this.#isOver = true;
      if (!this.#call.owner.fallBack(error)) this.#call.owner.finished(error);
      return;
    }
    this.#finish(this.#translator.fail(error), error);
  }

  /** Sends a heartbeat if the engine was silent for `heartbeatMs`. */
  tick(now: number): void {
    const { heartbeatMs, dialect } = this.#call;
    if (this.#isOver || now - this.#lastWrite < heartbeatMs) return;
    if (this.#hasBegun) {
      if (dialect.transport.heartbeat !== "" && this.#call.framing === "sse")
        this.#output.write(dialect.transport.heartbeat);
    } else if (this.#held !== "") {
      // The engine has begun but sent no content yet: the caller gets the beginning, and heartbeats from then on.
      this.#begin();
    } else return;
    this.#lastWrite = now;
  }

  release(): void {
    this.#isReleased = true;
    this.#output.stop();
    this.#call.loop?.stop();
    this.#errorBody?.release();
    if (this.#call.guard !== undefined) this.#call.guard.onDecided = undefined;
  }

  facts(): ResponseFacts {
    const { loop } = this.#call;
    const { model, id, failure, isComplete } = this.#translator;
    const usage = loop?.rounds.usage ?? this.#translator.usage;
    const end = failure !== undefined ? "failed" : isComplete ? "complete" : undefined;
    const mapping: LossReport[] = [this.#call.translation.report];
    if (this.#status < 400 && !this.#upstream.isEmpty) mapping.push(this.#translator.report());
    if (this.#errorReport !== undefined) mapping.push(this.#errorReport);
    return {
      observed: {
        ...(usage === undefined ? {} : { usage }),
        ...(model === undefined ? {} : { model }),
        ...(id === undefined ? {} : { id }),
        ...(end === undefined ? {} : { end }),
      },
      ...(loop === undefined ? {} : { searches: loop.searches, calls: loop.calls }),
      toolCalls: this.#calls.finish(),
      events: this.#status < 400 && this.#status !== 0 ? this.#translator.events : undefined,
      upstreamResponse: this.#firstResponse ?? (this.#status === 0 ? undefined : this.#upstream.finish()),
      response: this.#errorResponse ?? this.#output.digest(),
      mapping,
      negotiation: withSearch(this.#call.translation.negotiation, loop),
      warnings: [
        ...(this.#call.translation.emulation?.report.warnings ?? []),
        ...(this.#call.found?.() ?? []),
      ],
    };
  }

  #send(text: string): boolean {
    if (this.#hasBegun) {
      if (text === "") return true;
      this.#lastWrite = this.#call.now();
      return this.#output.write(text);
    }
    this.#held += text;
    if (this.#translator.failure !== undefined) return this.#failEarly();
    if (!this.#translator.hasContent) return true;
    return this.#begin();
  }

  #end(text: string): void {
    const { loop } = this.#call;
    this.#hasEnded = true;
    if (loop !== undefined) this.#noteRound(loop);
    if (loop?.rounds.isPending === true) {
      this.#obey(this.#send(text));
      if (this.#isOver) return;
      this.#goOn(loop).catch((thrown: unknown) => {
        if (!this.#isReleased) this.onFailure(asAbpError(thrown));
      });
      return;
    }
    this.#close(text);
  }

  #noteRound(loop: RoundLoop): void {
    const digest = this.#upstream.finish();
    this.#firstResponse ??= digest;
    loop.endRound(digest);
    loop.noteUsage();
  }

  // The stream stays open between two rounds; then the engine goes on, or the turn goes to the caller.
  async #goOn(loop: RoundLoop): Promise<void> {
    const next = await loop.next();
    if (this.#isReleased || this.#isOver) return;
    const text = this.#translator.flush();
    if (next === undefined) {
      this.#close(text);
      return;
    }
    this.#send(text);
    this.#translator.reopen();
    this.#hasEnded = false;
    this.#upstream = new RunningDigest();
    loop.startRound(next);
    this.#call.owner.sendAgain(next.request, { usage: loop.rounds.usage, searches: loop.searches });
  }

  #close(text: string): void {
    if (this.#call.guard?.isHolding !== true) this.#finish(text);
    else this.#obey(this.#send(text));
  }

  // Ends an answer that the policy stops, and pauses one that waits for an approval.
  #obey(takesMore: boolean): boolean {
    const { guard } = this.#call;
    if (guard === undefined || this.#isOver) return takesMore;
    if (guard.error !== undefined) this.#stop(guard.error);
    return takesMore && !guard.isHolding;
  }

  // No other engine takes over: the policy would deny the same call of every model.
  #stop(error: AbpError): void {
    if (!this.#hasBegun) {
      this.#isOver = true;
      this.#call.owner.finished(error);
      return;
    }
    this.#finish(this.#translator.fail(new AbpError(error.code, failureOf(error).message)), error);
  }

  readonly #decided = (): void => {
    const { guard, owner } = this.#call;
    if (this.#isOver || guard === undefined) return;
    try {
      const text = this.#translator.flush();
      if (this.#hasEnded && !guard.isHolding) this.#finish(text);
      else if (this.#obey(this.#send(text))) owner.resume();
    } catch (thrown) {
      this.onFailure(asAbpError(thrown));
    }
  };

  #begin(): boolean {
    const { owner, translation, framing } = this.#call;
    this.#hasBegun = true;
    owner.head(
      200,
      addLossHeader([...(framing === "sse" ? STREAM_HEADERS : ARRAY_HEADERS)], translation.report),
    );
    const text = this.#held;
    this.#held = "";
    this.#lastWrite = this.#call.now();
    return text === "" ? true : this.#output.write(text);
  }

  // Nothing has reached the caller, so an error in the first events is a failed call with a status.
  #failEarly(): boolean {
    const { owner } = this.#call;
    this.#isOver = true;
    const error = this.#failure()!;
    if (!owner.fallBack(error)) owner.finished(error);
    return true;
  }

  /** The error that the stream ended with, without the engine's secrets. */
  #failure(): AbpError | undefined {
    const { failure } = this.#translator;
    return failure === undefined ? undefined : streamError(failure.code, this.#conceal(failure.message));
  }

  #conceal(text: string): string {
    const { engine } = this.#call;
    return engine.conceal === undefined ? text : engine.conceal(text);
  }

  #finish(text: string, cause?: AbpError): void {
    const { owner } = this.#call;
    if (!this.#hasBegun) {
      this.#held += text;
      if (this.#translator.failure !== undefined) {
        this.#failEarly();
        return;
      }
      this.#begin();
    } else if (text !== "") this.#output.write(text);
    this.#isOver = true;
    this.#output.finish(() => {
      // The losses of an answer are known at its end.
      const answer = { reports: [this.#translator.report()], warnings: this.#call.found?.() ?? [] };
      const loss = lossHeader(undefined, undefined, answer);
      owner.end(undefined, loss === undefined ? undefined : { [LOSS]: loss });
      owner.finished(cause ?? this.#failure());
    });
  }

  #answerFailure(body: Buffer): void {
    const { owner, dialect, engine, translation, loop } = this.#call;
    if (loop !== undefined) this.#noteRound(loop);
    const answered = parseFailure(body, engine);
    learnFromFailure(this.#call, this.#status, answered);
    const {
      failure,
      status,
      body: written,
      report,
    } = translateError(engine.dialect, dialect, this.#status, answered);
    const error = engineError(failure.code, failure.message, this.#status);
    this.#errorReport = report;
    if (this.#hasBegun) {
      this.#finish(this.#translator.fail(error), error);
      return;
    }
    // From here on nothing fails any more: a failure before reaches the caller by `onFailure`.
    this.#isOver = true;
    if (allowsFallback(this.#status, engine) && owner.fallBack(error)) return;
    const answer = plainJson(status, written, errorHints(this.#headers, failure.code));
    this.#errorResponse = digestBody(answer.body);
    owner.head(answer.status, addLossHeader([...answer.headers], translation.report, report));
    owner.end(answer.body);
    owner.finished(error);
  }
}
