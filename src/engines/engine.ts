import type { AbpError } from "../contract/index.ts";
import type { Dialect, ListedModel } from "../dialects/index.ts";
import type { Fallback } from "./fallback.ts";

/** A call as it goes to an engine; the engine adds its credential and its own headers. */
export interface UpstreamRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** In the dialect's own form, such as `/v1/messages?beta=true`; the engine puts it below its base URL. */
  readonly path: string;
  /** Names and values in turn, without hop-by-hop headers and credentials. */
  readonly headers: readonly string[];
  readonly body?: Uint8Array | string;
  /** What the caller sent as its vendor credential, for engines that send it on. */
  readonly callerCredential?: string;
  /** Whether sending it twice does no harm beyond its price: false for turns in which the engine runs tools. */
  readonly repeatable: boolean;
  /** Whether it is beside the work itself, as counting tokens and listing models are: its end says nothing of the engine's health. */
  readonly isAuxiliary?: boolean;
}

/** What takes an engine's answer, piece by piece. Exactly one of `onEnd` and `onFailure` comes last. */
export interface UpstreamHandler {
  /** Names and values in turn, as on the wire. */
  onHead(status: number, headers: readonly string[]): void;
  /** The engine's own bytes; they are not reused, so they may be kept. Answers false to pause. */
  onData(chunk: Uint8Array): boolean;
  onEnd(): void;
  onFailure(error: AbpError): void;
}

/** A call under way. */
export interface UpstreamCall {
  /** Goes on after a pause. */
  resume(): void;
  /** Breaks the call off and closes its connection; nothing is handed over any more. */
  abort(): void;
}

/** What a check of an engine found. */
export interface EngineHealth {
  readonly ok: boolean;
  readonly latencyMs: number;
  readonly error?: AbpError;
}

/** A model endpoint under a name: one dialect, one location, one credential. */
export interface Engine {
  readonly name: string;
  readonly dialect: Dialect;
  /** Who bills for it, as price lists name vendors: `anthropic`, `openai`, `google`… */
  readonly provider: string;
  /** For people: the base URL without credentials, or what it is instead. */
  readonly location: string;
  /** Globs of the models it serves. */
  readonly models: readonly string[];
  /** The engines to try in order when this one fails before the caller received anything. */
  readonly fallback: readonly Fallback[];
  /** Whether its answers are made up by us. */
  readonly isSimulated: boolean;
  /** Whether the endpoint itself keeps responses that later calls may continue. */
  readonly keepsResponses: boolean;
  /** Whether calls carry the caller's own vendor key in place of a configured one. */
  readonly usesCallerKey: boolean;
  /** Hides the engine's own secrets in a text that it wrote; absent where it has none. */
  conceal?(text: string): string;
  /** Sends a call. Retries happen in here, before the first byte only; the handler sees one answer. */
  dispatch(request: UpstreamRequest, handler: UpstreamHandler): UpstreamCall;
  /** The models that the endpoint lists. */
  listModels(signal: AbortSignal): Promise<readonly ListedModel[]>;
  check(signal: AbortSignal): Promise<EngineHealth>;
  close(): Promise<void>;
}
