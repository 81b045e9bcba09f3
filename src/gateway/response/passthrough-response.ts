import { AbpError, type BodyDigest } from "../../contract/index.ts";
import type { Dialect } from "../../dialects/index.ts";
import type { UpstreamRequest } from "../../engines/index.ts";
import { findHeader, type HeaderList } from "../../lib/index.ts";
import { addResponseHeaders } from "../answer/forwarded-headers.ts";
import { engineError, streamError } from "./engine-error.ts";
import { FirstContent } from "./first-content.ts";
import type { AttemptOwner, ResponseFacts, ResponseHandler } from "./response-handler.ts";
import { type Observed, ResponseObserver } from "./response-observer.ts";

/** What a passthrough needs to know of its call. */
export interface PassthroughCall {
  readonly host: AttemptOwner;
  readonly dialect: Dialect;
  readonly request: UpstreamRequest;
  readonly digest: BodyDigest;
  /** What was changed on the way, such as a model's alias; empty when the bytes are the caller's. */
  readonly changes: readonly string[];
  readonly upstreamModel: string | undefined;
}

const SERVER_ERROR = 500;
const TOO_MANY = 429;
/** What is held back of an answer at most, for want of a first word. */
const HELD_LIMIT = 64 * 1024;

/** The engine speaks the caller's dialect: its bytes reach the caller as they are, and are observed beside the way. */
export class PassthroughResponse implements ResponseHandler {
  readonly mode = "passthrough";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly #call: PassthroughCall;
  #status = 0;
  #isStream = false;
  #headers: string[] = [];
  /** Set while nothing has reached the caller, so that another engine can still take over. */
  #firstWord: FirstContent | undefined;
  #observer: ResponseObserver | undefined;
  #facts: ResponseFacts | undefined;

  constructor(call: PassthroughCall) {
    this.#call = call;
    this.request = call.request;
    this.upstreamModel = call.upstreamModel;
    this.upstreamRequest = call.digest;
  }

  onHead(status: number, headers: HeaderList): void {
    const { host, dialect } = this.#call;
    if ((status >= SERVER_ERROR || status === TOO_MANY) && host.canFallBack) {
      const failure = dialect.readError(status, undefined);
      if (host.fallBack(new AbpError(failure.code, `the engine answered with status ${status}`))) return;
    }
    this.#status = status;
    // What is packed cannot be looked into: it is known by its digest alone.
    this.#isStream =
      isEventStream(findHeader(headers, "content-type")) &&
      findHeader(headers, "content-encoding") === undefined;
    this.#observer = new ResponseObserver(dialect, this.#isStream);
    const kept = addResponseHeaders(["x-abp-mode", "passthrough"], headers);
    this.#headers = this.#isStream ? withoutLength(kept) : kept;
    // While another engine could take over, nothing is the caller's before the first word.
    if (this.#isStream && host.canFallBack) this.#firstWord = new FirstContent(dialect);
    else host.head(status, this.#headers);
  }

  onData(chunk: Uint8Array): boolean {
    this.#observer!.push(chunk);
    return this.#firstWord === undefined
      ? this.#call.host.write(chunk)
      : this.#holdBack(chunk, this.#firstWord);
  }

  onEnd(): void {
    const { host } = this.#call;
    if (!this.#isStream) {
      host.end();
      host.over({ error: undefined });
      return;
    }
    const { error } = this.facts();
    if (this.#firstWord !== undefined) {
      if (error !== undefined && host.fallBack(error)) return;
      this.#release(this.#firstWord);
    }
    // Nothing may be put into the stream, but its transfer can say that it is not whole.
    if (error?.code === "stream_closed") host.break();
    else host.end();
    host.over({ error });
  }

  onFailure(error: AbpError): void {
    const { host } = this.#call;
    const hasBegun = this.#observer !== undefined && this.#firstWord === undefined;
    if (!hasBegun && host.fallBack(error)) return;
    if (hasBegun) host.break();
    host.over({ error });
  }

  facts(): ResponseFacts {
    this.#facts ??= this.#look();
    // Of what is held back the caller got nothing.
    return this.#firstWord === undefined ? this.#facts : { ...this.#facts, response: undefined };
  }

  #holdBack(chunk: Uint8Array, first: FirstContent): boolean {
    const { host } = this.#call;
    first.push(chunk);
    const { failure, held, hasCome } = first;
    if (failure !== undefined && !hasCome) {
      if (host.fallBack(streamError(failure.code, failure.message))) return true;
    } else if (!hasCome && held.length < HELD_LIMIT) return true;
    return this.#release(first);
  }

  #release({ held }: FirstContent): boolean {
    const { host } = this.#call;
    this.#firstWord = undefined;
    host.head(this.#status, this.#headers);
    return held.length === 0 || host.write(held.view());
  }

  #look(): ResponseFacts {
    const observed = this.#observer?.finish();
    return {
      seen: observed?.seen ?? {},
      upstreamResponse: observed?.digest,
      response: observed?.digest,
      mapping: [],
      negotiation: undefined,
      warnings: this.#call.changes,
      error: observed === undefined ? undefined : this.#errorOf(observed),
    };
  }

  #errorOf({ seen, value }: Observed): AbpError | undefined {
    const { dialect } = this.#call;
    if (this.#status >= 400) {
      const failure = dialect.readError(this.#status, value);
      return engineError(failure.code, failure.message, this.#status);
    }
    if (seen.end === "failed")
      return new AbpError("backend_unavailable", "the engine ended its stream with an error");
    if (this.#isStream && seen.end === undefined) {
      return new AbpError("stream_closed", "the engine's stream ended without its last event");
    }
    return undefined;
  }
}

function isEventStream(contentType: string | undefined): boolean {
  return contentType !== undefined && /^text\/event-stream\b/i.test(contentType);
}

// A transfer that states its length is whole with its last byte, and could not say that the stream lacks its end.
function withoutLength(headers: readonly string[]): string[] {
  return headers.filter((_, at) => headers[at - (at % 2)]!.toLowerCase() !== "content-length");
}
