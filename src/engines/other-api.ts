import { type Dialect, dialects } from "../dialects/index.ts";
import { limitsFor } from "../models/index.ts";
import type { Engine, UpstreamCall, UpstreamHandler, UpstreamRequest } from "./engine.ts";

/** Opens an engine at another API of its vendor. */
type OpenAtApi = (dialect: Dialect) => Engine;

/**
 * Finds the API that serves a model, for an engine whose vendor serves its models by several; undefined for other engines. Each
 * API is opened once, when a call first needs it.
 */
export function openServedBy(engine: Engine, open: OpenAtApi): ((model: string) => Engine) | undefined {
  if (engine.dialect.otherApis === undefined) return undefined;
  const opened = new Map<string, Engine>();
  return (model) => {
    const id = limitsFor(engine.dialect.id, model).api?.servedBy;
    if (id === undefined) return engine;
    let found = opened.get(id);
    if (found === undefined) {
      found = open(dialects.find((one) => one.id === id)!);
      opened.set(id, found);
    }
    return found;
  };
}

/** An engine at another API of its vendor, with the credential, the limits and the connections of the engine itself. */
export class EngineAtOtherApi implements Engine {
  readonly name: string;
  readonly dialect: Dialect;
  readonly provider: string;
  readonly location: string;
  readonly models: readonly string[];
  readonly defaultModel: string | undefined;
  readonly promptCache: "auto" | undefined;
  readonly fallback: Engine["fallback"];
  readonly isSimulated: boolean;
  readonly keepsResponses = false;
  readonly usesCallerKey: boolean;
  readonly turnHeaders: Engine["turnHeaders"];
  readonly #engine: Engine;
  readonly #withoutPrefix: string;

  constructor(engine: Engine, dialect: Dialect) {
    this.name = engine.name;
    this.dialect = dialect;
    this.provider = engine.provider;
    this.location = engine.location;
    this.models = engine.models;
    this.defaultModel = engine.defaultModel;
    this.promptCache = engine.promptCache;
    this.fallback = engine.fallback;
    this.isSimulated = engine.isSimulated;
    this.usesCallerKey = engine.usesCallerKey;
    this.turnHeaders = engine.turnHeaders;
    this.#engine = engine;
    this.#withoutPrefix = engine.dialect.otherApis?.withoutPrefix ?? "";
  }

  conceal(text: string): string {
    return this.#engine.conceal?.(text) ?? text;
  }

  dispatch(request: UpstreamRequest, handler: UpstreamHandler): UpstreamCall {
    const prefix = `${this.#withoutPrefix}/`;
    const path = request.path.startsWith(prefix) ? request.path.slice(prefix.length - 1) : request.path;
    return this.#engine.dispatch({ ...request, path }, handler);
  }

  listModels(signal: AbortSignal): ReturnType<Engine["listModels"]> {
    return this.#engine.listModels(signal);
  }

  check(signal: AbortSignal): ReturnType<Engine["check"]> {
    return this.#engine.check(signal);
  }

  async close(): Promise<void> {
    // The engine itself holds the connections.
  }
}
