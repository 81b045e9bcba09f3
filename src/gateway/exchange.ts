import type { CompatibilityMode } from "../contract/index.ts";
import type { Dialect, Endpoint, Members } from "../dialects/index.ts";
import type { KeyPolicies } from "./enforcement/call-policy.ts";
import type { CallAccount } from "./runs/call-account.ts";

/** The head of a request. The body is read after the call was admitted. */
export interface CallHead {
  readonly method: string;
  /** Path and query, prefixes included. */
  readonly target: string;
  /** Names and values in turn, as on the wire. */
  readonly headers: readonly string[];
}

/** The caller, identified by its key. */
export interface Caller {
  /** The key's name in the configuration. */
  readonly name: string;
  /** The tenant whose log gets the receipts. */
  readonly tenant: string;
  /**
   * Whom the caller's responses, reasoning and receipts belong to: `tenant:<tenant>` if the key names a tenant, so that
   * such keys share them, else `key:<name>`.
   */
  readonly owner: string;
  /** Whether no other key is configured, so that everything in the store was made with this one. */
  readonly isOnlyKey: boolean;
  /**
   * Whether it is the owner of the machine, in this very process, and so holds the account of each vendor. It may use every
   * endpoint, and every id that is not recorded as another key's.
   */
  readonly holdsAccount?: boolean;
  /**
   * Whether the caller may read what has no recorded owner. True for the only key, and in the log of a tenant that keys
   * name: only keys of that tenant write there.
   */
  readonly readsUnowned: boolean;
  readonly mode: CompatibilityMode | undefined;
  /** The losses that its strict mode discloses; undefined if the key has no list of its own. */
  readonly allowLoss?: readonly string[] | undefined;
  /** Whether the caller may use an engine: for calls of a model, if one is given, else at all. */
  readonly mayUse: (engine: string, model?: string | undefined) => boolean;
  /** The engine for calls that name none: that of the run. */
  readonly engine?: string | undefined;
  /** The groups of vendor endpoints that it may use besides those that keep nothing. */
  readonly endpoints?: readonly string[] | undefined;
  readonly maxConcurrent: number;
  /** Undefined if no policy restricts its calls. */
  readonly policies?: KeyPolicies | undefined;
}

/** The endpoint that a path names. */
export interface Recognised {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The path and query without our prefixes, as the vendor's own server would receive them. */
  readonly path: string;
  /** The run that the call belongs to, from `/r/<run id>/`; a UUID in lower case, or another label as it was written. */
  readonly parentRun: string | undefined;
  /** Other dialects with the same path, if no prefix names the dialect. The body may fit one of them better. */
  readonly alternatives: readonly Dialect[];
}

/** A call whose endpoint and caller are known. */
export interface Admission {
  readonly head: CallHead;
  readonly caller: Caller;
  readonly recognised: Recognised;
  readonly maxBodyBytes: number;
  /** Whether the body is passed on while it is received. Such a call is served by `transfer`. */
  readonly streamsBody?: boolean;
  /** Set if the call was admitted with the key of a run, which pays for it. */
  readonly account?: CallAccount | undefined;
  /**
   * Whether the call counts against its key's limit. Calls of a model do; listings, and the calls that fetch or cancel a
   * response, do not: a key whose limit is used up by background calls must still be able to watch and cancel them.
   */
  readonly countsAgainstLimit: boolean;
  /**
   * Members that the connection took out of the caller's request, because it put in what they stand for. The answer repeats
   * them.
   */
  readonly repeats?: Members | undefined;
}

/** A complete answer that needs no engine. */
export interface PlainResponse<Body extends string | Uint8Array = string> {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Body;
}

/** The call behind an answer, as the sink sees it. */
export interface AnswerSource {
  /** Continues after a pause. */
  resume(): void;
}

/** Headers that are sent behind the body; a sink without trailers drops them. */
export type Trailers = Readonly<Record<string, string>>;

/** Receives the answer to a call: a socket, an in-process stream, or a test. */
export interface ResponseSink {
  /** Called once, before anything else, with names and values in turn. */
  head(status: number, headers: readonly string[]): void;
  /** Returns false if the call must pause until the sink's owner calls `source.resume`. */
  write(chunk: Uint8Array | string): boolean;
  end(chunk?: Uint8Array | string, trailers?: Trailers): void;
  /** Breaks the answer off, so that the caller cannot take it for a complete one. */
  break(): void;
  /**
   * Set by the gateway. The sink's owner calls it when the caller can take more. It is an object and not a function,
   * because a closure per call doubled the work of the garbage collector.
   */
  source: AnswerSource | undefined;
}

/** Why a call is ended before its answer is complete. */
export type LeaveReason = "client_gone" | "client_stalled" | "shutting_down" | "run_ended";

/** A call in progress. */
export interface OpenCall {
  readonly runId: string;
  /** Ends the call and closes the engine's connection at once. */
  leave(reason: LeaveReason): void;
  /** Settles when the receipt is durable. The answer never waits for it. */
  readonly recorded: Promise<void>;
  /**
   * Set if the work goes on after the answer has ended; settles when the work is done. Until then the call counts
   * against its key's limit, and `leave("shutting_down")` stops it.
   */
  readonly background?: Promise<void> | undefined;
}

/** The caller's side of a WebSocket that passes through. Until `accept` or `refuse`, its handshake is not answered. */
export interface SocketSink {
  /** Answers the handshake; `protocol` is empty if none was chosen. Returns false if the caller is gone. */
  accept(protocol: string, headers: readonly string[]): boolean;
  /** Answers the handshake with an HTTP answer. */
  refuse(answer: PlainResponse): void;
  /** Returns false if the session must pause until its `resume` is called. */
  send(data: Uint8Array, isBinary: boolean): boolean;
  /** Takes messages again, after the session returned false for one. */
  takeMore(): void;
  /** Starts the closing handshake; `code` is undefined if none is to be sent. */
  close(code: number | undefined, reason: string): void;
  /** Cuts the connection. */
  break(): void;
}

/** A WebSocket session that passes through. */
export interface OpenSession extends OpenCall {
  /** Takes a message of the caller; returns false if no more should come until `takeMore`. */
  fromCaller(data: Buffer, isBinary: boolean): boolean;
  /** The caller closed its side, with 1005 if it gave no code and 1006 if the connection broke off. */
  callerClosed(code: number, reason: string): void;
  /** The caller can take more. */
  resume(): void;
}
