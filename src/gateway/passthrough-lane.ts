import { AbpError, type BodyDigest } from "../contract/index.ts";
import type { Dialect } from "../dialects/index.ts";
import type { UpstreamRequest } from "../engines/index.ts";
import { AnswerObserver, type Observed } from "./answer-observer.ts";
import { engineSaid } from "./engine-words.ts";
import { addResponseHeaders, type HeaderList, headerOf } from "./header-list.ts";
import type { Lane, LaneFacts, LaneHost } from "./lane.ts";

/** What a passthrough needs to know of its call. */
export interface PassthroughCall {
  readonly host: LaneHost;
  readonly dialect: Dialect;
  readonly request: UpstreamRequest;
  readonly digest: BodyDigest;
  /** What was changed on the way, such as a model's alias; empty when the bytes are the caller's. */
  readonly changes: readonly string[];
  readonly upstreamModel: string | undefined;
}

const SERVER_ERROR = 500;
const TOO_MANY = 429;

/** The engine speaks the caller's dialect: its bytes reach the caller as they are, and are observed beside the way. */
export class PassthroughLane implements Lane {
  readonly mode = "passthrough";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly #call: PassthroughCall;
  #status = 0;
  #isStream = false;
  #observer: AnswerObserver | undefined;
  #facts: LaneFacts | undefined;

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
      isEventStream(headerOf(headers, "content-type")) && headerOf(headers, "content-encoding") === undefined;
    this.#observer = new AnswerObserver(dialect, this.#isStream);
    const kept = addResponseHeaders(["x-abp-mode", "passthrough"], headers);
    host.head(status, this.#isStream ? withoutLength(kept) : kept);
  }

  onData(chunk: Uint8Array): boolean {
    this.#observer!.push(chunk);
    return this.#call.host.write(chunk);
  }

  onEnd(): void {
    const { host } = this.#call;
    if (!this.#isStream) {
      host.end();
      host.over({ error: undefined });
      return;
    }
    const { error } = this.facts();
    // Nothing may be put into the stream, but its transfer can say that it is not whole.
    if (error?.code === "stream_closed") host.break();
    else host.end();
    host.over({ error });
  }

  onFailure(error: AbpError): void {
    const { host } = this.#call;
    if (this.#observer === undefined && host.fallBack(error)) return;
    if (this.#observer !== undefined) host.break();
    host.over({ error });
  }

  facts(): LaneFacts {
    this.#facts ??= this.#look();
    return this.#facts;
  }

  #look(): LaneFacts {
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
      return engineSaid(failure.code, failure.message, this.#status);
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
