import type { AbpError } from "../../contract/index.ts";
import type { Dialect } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { AnswerSource, ResponseSink, Trailers } from "../exchange/response-sink.ts";
import { addCallIds, addEngineHeaders, MODE } from "../headers/call-ids.ts";
import { EventFollower, type FollowedResponse } from "../kept-content/event-follower.ts";
import type { KeepingSink } from "../kept-content/keeping-sink.ts";
import { answerError, plainJson } from "../plain-answers/error-answer.ts";
import type { Attempt } from "./attempt.ts";

/** The one answer that the caller receives, whichever attempt gives it. */
export class CallerAnswer {
  readonly #runId: string;
  readonly #sink: ResponseSink;
  readonly #now: () => number;
  #keeping: KeepingSink | undefined;
  /** The HTTP status, once the answer has begun. */
  status: number | undefined;
  /** Whether the caller received the end of the answer. */
  isEnded = false;
  /** When the first byte of an engine's answer was passed on, in milliseconds since the epoch. */
  firstByteAt: number | undefined;

  constructor(runId: string, sink: ResponseSink, source: AnswerSource, now: () => number) {
    this.#runId = runId;
    this.#sink = sink;
    this.#now = now;
    sink.source = source;
  }

  /** Sets what keeps the answer on its way to the caller, if anything does. Called before each attempt. */
  keepWith(open: ((sink: ResponseSink) => KeepingSink) | undefined): void {
    this.#keeping = open?.(this.#sink);
  }

  /** Begins the answer of an attempt, with the headers that every answer has. */
  begin(
    dialect: Dialect,
    status: number,
    headers: string[],
    { target: { engine }, response: { mode } }: Attempt,
    isFallback: boolean,
  ): void {
    this.status = status;
    this.firstByteAt = this.#now();
    addEngineHeaders(headers, dialect, this.#runId, { mode, engine, isFallback });
    (this.#keeping ?? this.#sink).head(status, headers);
  }

  write(chunk: Uint8Array | string): boolean {
    return (this.#keeping ?? this.#sink).write(chunk);
  }

  end(chunk?: Uint8Array | string, trailers?: Trailers): void {
    this.isEnded = true;
    (this.#keeping ?? this.#sink).end(chunk, trailers);
  }

  break(): void {
    (this.#keeping ?? this.#sink).break();
  }

  /** Answers at once that the call is worked on in the background, as the run `runId`. */
  acknowledge(dialect: Dialect, pending: unknown, runId: string): void {
    const { status, headers, body } = plainJson(200, pending, addCallIds([], dialect, runId));
    this.#sink.head(status, headers);
    this.#sink.end(body);
  }

  /** Answers with the events of a response that is worked on in the background, once the follower runs. */
  follow(followed: FollowedResponse): EventFollower {
    return new EventFollower(followed, this.#sink);
  }

  /** Answers with an error in the caller's dialect; only before the answer has begun. `planned` is the engine of a call without attempt. */
  refuse(dialect: Dialect, error: AbpError, attempt: Attempt | undefined, planned?: Engine): void {
    const { status, headers, body } = answerError(
      dialect,
      error,
      this.#runId,
      attempt?.target.engine ?? planned,
    );
    this.status = status;
    this.isEnded = true;
    (this.#keeping ?? this.#sink).head(
      status,
      attempt === undefined ? headers : [...headers, MODE, attempt.response.mode],
    );
    (this.#keeping ?? this.#sink).end(body);
  }

  /** Lets go of the call, which the sink would otherwise keep alive for as long as its connection. */
  release(): void {
    this.#sink.source = undefined;
    this.#keeping?.abandon();
  }
}
