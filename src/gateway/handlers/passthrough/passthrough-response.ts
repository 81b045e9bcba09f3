import { AbpError, type BodyDigest, type NegotiationRecord } from "../../../contract/index.ts";
import type { Operation } from "../../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../../engines/index.ts";
import { findHeader, type HeaderList } from "../../../lib/index.ts";
import { BodyHash } from "../../bytes/body-digest.ts";
import { isEncoded } from "../../bytes/content-decoding.ts";
import { AnswerWatch } from "../../enforcement/answer-watch.ts";
import type { CallJudge } from "../../enforcement/call-judge.ts";
import { engineError, streamError } from "../../facts/engine-error.ts";
import type { ResponseFacts } from "../../facts/response-facts.ts";
import { addResponseHeaders } from "../../headers/forwarded-headers.ts";
import { UNBUFFERED } from "../../headers/unbuffered.ts";
import type { IdWatches } from "../../id-owners/id-watches.ts";
import { allowsFallback } from "../fallback-rule.ts";
import type { AttemptOwner, ResponseHandler } from "../response-handler.ts";
import type { AnswerEcho } from "./answer-echo.ts";
import { FirstContent } from "./first-content.ts";
import { type Observed, READ_BYTES, ResponseObserver } from "./response-observer.ts";

/** What a passthrough response knows of its call. */
export interface PassthroughCall extends IdWatches {
  readonly owner: AttemptOwner;
  readonly engine: Engine;
  readonly operation: Operation;
  readonly request: UpstreamRequest;
  readonly digest: BodyDigest;
  /** Whether the caller asked for a stream. */
  readonly streams?: boolean;
  /** What was changed in the request, such as the model; empty if the bytes are the caller's. */
  readonly changes: readonly string[];
  readonly upstreamModel: string | undefined;
  /** What the gateway knows of the model before the call. */
  readonly negotiation?: NegotiationRecord | undefined;
  /** Set if a policy has rules for tools. */
  readonly judge?: CallJudge | undefined;
  /** Puts back into the answer what the gateway took out of the request. */
  readonly openEcho?: ((isStream: boolean) => AnswerEcho) | undefined;
}

/** Statuses whose answers have no body. */
const NO_CONTENT = new Set([204, 304]);

const NO_BYTES = new Uint8Array(0);

const NO_REASON = "the engine's stream came to its last event and gave no reason for its end";

/** A stream is held back for a possible fallback up to this size. */
const MAX_HELD_BYTES = 64 * 1024;

/** Passes the response of an engine that speaks the caller's dialect on, byte for byte, and observes it beside that. */
export class PassthroughResponse implements ResponseHandler {
  readonly mode = "passthrough";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly #call: PassthroughCall;
  #status = 0;
  #isStream = false;
  #headers: string[] = [];
  /** Set while the stream is held back, so that another engine can still take over. */
  #firstContent: FirstContent | undefined;
  #observer: ResponseObserver | undefined;
  #watch: AnswerWatch | undefined;
  /** Set if the answer is changed on its way; `#sent` then hashes what the caller gets. */
  #echo: AnswerEcho | undefined;
  readonly #sent = new BodyHash();
  #facts: ResponseFacts | undefined;

  constructor(call: PassthroughCall) {
    this.#call = call;
    this.request = call.request;
    this.upstreamModel = call.upstreamModel;
    this.upstreamRequest = call.digest;
  }

  onHead(status: number, headers: HeaderList): void {
    const { owner, engine } = this.#call;
    if (owner.canFallBack && allowsFallback(status, engine)) {
      const failure = engine.dialect.readError(status, undefined);
      if (owner.fallBack(new AbpError(failure.code, `the engine answered with status ${status}`))) return;
    }
    this.#status = status;
    // A compressed response can be read only when it is whole.
    const encoding = findHeader(headers, "content-encoding");
    const hasEncoding = isEncoded(encoding);
    const hasEvents = isEventStream(findHeader(headers, "content-type"));
    this.#isStream = hasEvents && !hasEncoding;
    this.#observer = new ResponseObserver(engine.dialect, this.#isStream, hasEncoding ? encoding : undefined);
    if (status < 400) this.#call.idWatch?.start(this.#isStream);
    if (status < 400) this.#call.madeIds?.start(hasEvents, hasEncoding ? encoding : undefined);
    const { judge } = this.#call;
    if (judge !== undefined && status < 400)
      this.#watch = new AnswerWatch(engine.dialect, judge, this.#isStream);
    if (status < 400 && !hasEncoding) this.#echo = this.#call.openEcho?.(this.#isStream);
    const kept = addResponseHeaders([], headers);
    // The server marks a stream of events itself.
    if (this.#call.streams === true && status < 400 && !hasEvents) kept.push(...UNBUFFERED);
    this.#headers = this.#isStream || this.#echo !== undefined ? withoutLength(kept) : kept;
    // The status of a failed response has decided already whether another engine takes over.
    const isHeldBack = this.#isStream && owner.canFallBack && status < 400;
    if (isHeldBack) this.#firstContent = new FirstContent(engine.dialect);
    else owner.head(status, this.#headers);
  }

  onData(chunk: Uint8Array): boolean {
    this.#observer!.push(chunk);
    this.#call.idWatch?.push(chunk);
    this.#call.madeIds?.push(chunk);
    this.#watch?.push(chunk);
    return this.#echo === undefined ? this.#pass(chunk) : this.#passEdited(this.#echo.push(chunk));
  }

  onEnd(): void {
    const { owner, idWatch, madeIds, keepItems } = this.#call;
    madeIds?.end();
    if (this.#echo !== undefined) this.#passEdited(this.#echo.end());
    if (idWatch?.isSearching === true) idWatch.end(this.facts().observed.id);
    if (keepItems !== undefined && this.#status < 400) keepItems(this.facts().observed.items ?? []);
    if (!this.#isStream) {
      owner.end();
      owner.finished(undefined);
      return;
    }
    const { error } = this.facts();
    if (this.#firstContent !== undefined) {
      if (error !== undefined && owner.fallBack(error)) return;
      this.#release(this.#firstContent);
    }
    // Nothing may be added to the stream, but its transfer can show that it is incomplete.
    if (error?.code === "stream_closed") owner.break();
    else owner.end();
    owner.finished(error);
  }

  onFailure(error: AbpError): void {
    const { owner } = this.#call;
    const hasBegun = this.#observer !== undefined && this.#firstContent === undefined;
    this.#echo?.abandon();
    if (!hasBegun && owner.fallBack(error)) return;
    if (hasBegun) owner.break();
    owner.finished(error);
  }

  facts(): ResponseFacts {
    this.#facts ??= this.#observe();
    // The caller received nothing of what is held back.
    return this.#firstContent === undefined ? this.#facts : { ...this.#facts, response: undefined };
  }

  #pass(chunk: Uint8Array): boolean {
    return this.#firstContent === undefined
      ? this.#call.owner.write(chunk)
      : this.#holdBack(chunk, this.#firstContent);
  }

  #passEdited(bytes: Uint8Array): boolean {
    if (bytes.length === 0) return true;
    this.#sent.update(bytes);
    return this.#pass(bytes);
  }

  #holdBack(chunk: Uint8Array, first: FirstContent): boolean {
    const { owner } = this.#call;
    first.push(chunk);
    const { failure, held, hasCome } = first;
    if (failure !== undefined && !hasCome) {
      if (owner.fallBack(streamError(failure.code, failure.message))) return true;
    } else if (!hasCome && held.length < MAX_HELD_BYTES) return true;
    return this.#release(first);
  }

  #release({ held }: FirstContent): boolean {
    const { owner } = this.#call;
    this.#firstContent = undefined;
    owner.head(this.#status, this.#headers);
    return held.length === 0 || owner.write(held.view());
  }

  #observe(): ResponseFacts {
    const observed = this.#observer?.finish();
    this.#watch?.finish(observed?.value);
    const { changes } = this.#call;
    const lacksReason =
      this.#isStream && observed?.ending === "complete" && observed.observation.end === undefined;
    return {
      observed: observed?.observation ?? {},
      toolCalls: observed?.toolCalls,
      events: this.#status < 400 ? observed?.events : undefined,
      upstreamResponse: observed?.digest,
      response: this.#echo === undefined ? observed?.digest : this.#sent.finish(NO_BYTES),
      mapping: [],
      negotiation: this.#call.negotiation,
      warnings: lacksReason ? [...changes, NO_REASON] : changes,
      error: observed === undefined ? undefined : this.#errorOf(observed),
    };
  }

  #errorOf({ observation, value, ending, digest }: Observed): AbpError | undefined {
    const { dialect } = this.#call.engine;
    if (this.#status >= 400) {
      const failure = dialect.readError(this.#status, value);
      return engineError(failure.code, failure.message, this.#status);
    }
    if (observation.end === "failed")
      return new AbpError("backend_unavailable", "the engine ended its stream with an error");
    if (this.#isStream && ending === "incomplete") {
      return new AbpError("stream_closed", "the engine's stream ended without its last event");
    }
    if (digest.bytes === 0 && NO_CONTENT.has(this.#status)) return undefined;
    if (ending === "incomplete") return new AbpError("stream_closed", "the engine's answer ended early");
    // JSON in which the dialect finds nothing is no answer either.
    const isNoAnswer =
      this.#call.operation === "generate" && digest.bytes <= READ_BYTES && isEmpty(observation);
    if (ending === "unreadable" || isNoAnswer)
      return new AbpError("answer_unreadable", "the engine's answer could not be read as one of its API");
    return undefined;
  }
}

function isEmpty(observation: object): boolean {
  for (const _ in observation) return false;
  return true;
}

function isEventStream(contentType: string | undefined): boolean {
  return contentType !== undefined && /^text\/event-stream\b/i.test(contentType);
}

// A response that states its length is complete with its last byte, and could not show that the stream lacks its end.
function withoutLength(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)]!.toLowerCase() !== "content-length");
}
