import type { CompatibilityMode } from "../contract/index.ts";
import type { Dialect, Endpoint } from "../dialects/index.ts";

/** The head of a call as it came; the body follows when the call is admitted. */
export interface CallHead {
  readonly method: string;
  /** Path and query, prefixes included. */
  readonly target: string;
  /** Names and values in turn, as on the wire. */
  readonly headers: readonly string[];
}

/** Who calls. */
export interface Caller {
  /** The key's name in the configuration. */
  readonly name: string;
  readonly tenant: string;
  readonly mode: CompatibilityMode | undefined;
  /** Whether the caller may use an engine. */
  readonly mayUse: (engine: string) => boolean;
  readonly maxConcurrent: number;
}

/** What a call's path says. */
export interface Recognised {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The path and query below every prefix, as the dialect's own server would get them. */
  readonly path: string;
  /** The run that the call belongs to, from `/r/<run id>/`. */
  readonly parentRun: string | undefined;
  /** Other dialects that have the same path, where no prefix named the dialect: the body may fit one of them better. */
  readonly alternatives: readonly Dialect[];
}

/** A call that may go on. */
export interface Admission {
  readonly head: CallHead;
  readonly caller: Caller;
  readonly recognised: Recognised;
  readonly maxBodyBytes: number;
  /**
   * Whether the call counts against its key's limit. Calls of a model do; listings, and the calls that fetch or cancel a
   * response, do not: a key whose limit is used up by background calls must still be able to watch and cancel them.
   */
  readonly countsAgainstLimit: boolean;
}

/** A whole answer that needs no engine. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Where an answer comes from. */
export interface AnswerSource {
  /** Goes on after a pause. */
  resume(): void;
}

/** What takes the answer to a call. It belongs to the caller's side: a socket, a stream, a test. */
export interface ResponseSink {
  /** Comes once, before anything else; names and values in turn. */
  head(status: number, headers: readonly string[]): void;
  /** Answers false when no more should come until the source was told to resume. */
  write(chunk: Uint8Array | string): boolean;
  end(chunk?: Uint8Array | string): void;
  /** Breaks the answer off, so that nobody can take it for a whole one. */
  break(): void;
  /**
   * Set by the gateway; told by the sink's owner when more can be taken. An object and not a function: a closure for each
   * call doubled what the garbage collector has to do.
   */
  source: AnswerSource | undefined;
}

/** Why an answer is not waited for any longer. */
export type LeaveReason = "client_gone" | "client_stalled" | "shutting_down";

/** A call under way. */
export interface OpenCall {
  readonly runId: string;
  /** Says that the answer is not waited for any longer; the engine's connection is closed at once. */
  leave(reason: LeaveReason): void;
  /** Settles when the receipt is durable; for those who wait, never for the answer. */
  readonly recorded: Promise<void>;
  /**
   * Set where the work goes on after the answer has ended; settles when the work is done. Until then the call counts
   * against its key's limit, and `leave("shutting_down")` stops it.
   */
  readonly background?: Promise<void> | undefined;
}
