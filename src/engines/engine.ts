import type { AbpError } from "../contract/index.ts";
import type { CloudForm, Dialect, EndpointMethod, ListedModel } from "../dialects/index.ts";
import type { HeaderList } from "../lib/index.ts";
import type { EngineSocket, SocketHandler, SocketRequest } from "./engine-socket.ts";
import type { Fallback } from "./fallback.ts";

/** A request to an engine. The engine adds its credential and its own headers. */
export interface UpstreamRequest {
  readonly method: EndpointMethod;
  /** In the dialect's form, such as `/v1/messages?beta=true`. The engine appends it to its base URL. */
  readonly path: string;
  /**
   * An origin that the engine itself named in an earlier answer, such as that of an upload. `path` is then the whole path there.
   * One that is not of the engine's vendor is refused.
   */
  readonly origin?: string;
  /** Without hop-by-hop headers and credentials. */
  readonly headers: HeaderList;
  readonly body?: Uint8Array | string;
  /** A body that is sent while it is received, in place of `body`. */
  readonly upload?: Upload;
  /** The vendor credential that the caller sent. Only engines with `usesCallerKey` send it on. */
  readonly callerCredential?: string;
  /** Whether sending it twice does no harm beyond its price. False if the engine runs tools in this turn. */
  readonly repeatable: boolean;
  /** Whether another engine takes over at once if this one asks to wait before the next try. */
  readonly hasFallback?: boolean;
  /** Set for requests beside the generation itself: token counts and model lists. They do not affect the circuit breaker. */
  readonly isAuxiliary?: boolean;
}

/** A body that is not held in memory. It is read once, as fast as the engine takes it, and is never sent again. */
export interface Upload {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** In bytes; without it, the body is sent in chunks. */
  readonly length: number | undefined;
}

/**
 * Receives an engine's answer piece by piece. Exactly one of `onEnd` and `onFailure` comes last. If a method throws, the
 * engine closes the call's connection and calls `onFailure`.
 */
export interface UpstreamHandler {
  /** Headers as on the wire. */
  onHead(status: number, headers: HeaderList): void;
  /** The engine does not reuse the bytes, so the handler may keep them. Returning false pauses the call. */
  onData(chunk: Uint8Array): boolean;
  onEnd(): void;
  onFailure(error: AbpError): void;
}

/** A call that an engine has not finished yet. */
export interface UpstreamCall {
  /** Continues a paused call. */
  resume(): void;
  /** Ends the call and closes its connection. The handler receives nothing more. */
  abort(): void;
}

/** The result of checking an engine. */
export interface EngineHealth {
  readonly ok: boolean;
  readonly latencyMs: number;
  readonly error?: AbpError;
}

/** A named model endpoint: one dialect, one location, one credential. */
export interface Engine {
  readonly name: string;
  readonly dialect: Dialect;
  /** The vendor that bills for it, as price lists name vendors: `anthropic`, `openai`, `google`… */
  readonly provider: string;
  /** The base URL without credentials, or a description. Shown to people. */
  readonly location: string;
  /** Globs of the models it serves. */
  readonly models: readonly string[];
  /** The model for agents whose own models it does not serve, if one is configured or the preset has one. */
  readonly defaultModel?: string | undefined;
  /** Whether the gateway marks the prefix of translated requests for the vendor's prompt cache. */
  readonly promptCache?: "auto" | undefined;
  /** The engines to try in order when this one fails before the caller received anything. */
  readonly fallback: readonly Fallback[];
  /** Whether the gateway itself makes up the answers. */
  readonly isSimulated: boolean;
  /** Whether the endpoint itself keeps responses that later calls may continue. */
  readonly keepsResponses: boolean;
  /** Whether the endpoint itself serves searches without a conversation. */
  readonly servesSearch?: boolean;
  /** Whether calls carry the caller's own vendor key in place of a configured one. */
  readonly usesCallerKey: boolean;
  /** Set if a cloud serves the dialect in a form of its own. Requests are brought into it before they are dispatched. */
  readonly cloud?: CloudForm | undefined;
  /** Headers that the vendor wants for what stands in a conversation. */
  readonly turnHeaders?: Dialect["turnHeaders"];
  /** The engine as it serves a model: at another API of the vendor if this one does not have the model. */
  servedBy?(model: string): Engine;
  /** Replaces the engine's own secrets in a text that the engine wrote. Absent if the engine has no secrets. */
  conceal?(text: string): string;
  /** Sends a request. The engine may retry before the first byte of an answer, so the handler sees one answer. */
  dispatch(request: UpstreamRequest, handler: UpstreamHandler): UpstreamCall;
  /** Opens a WebSocket at the endpoint. Absent if it has none. The handler receives nothing before this returns. */
  connect?(request: SocketRequest, handler: SocketHandler): EngineSocket;
  /** Whether its circuit breaker admits all calls. Absent if it has none. */
  readonly isBreakerClosed?: boolean;
  /** Asks the endpoint for its models. */
  listModels(signal: AbortSignal): Promise<readonly ListedModel[]>;
  check(signal: AbortSignal): Promise<EngineHealth>;
  close(): Promise<void>;
}
