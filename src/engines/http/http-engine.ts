import { AbpError } from "../../contract/index.ts";
import type { CloudForm, Dialect, ListedModel } from "../../dialects/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import { allowedKinds, isHostAllowed } from "../address/address-guard.ts";
import { type BaseUrl, readBaseUrl, resolveTarget } from "../address/base-url.ts";
import { isVendorOrigin } from "../address/vendor-origin.ts";
import type { ConnectionPools, ConnectionSettings, SharedPool } from "../connection/connection-pools.ts";
import { TokenCall } from "../credential/token-call.ts";
import { TokenSocket } from "../credential/token-socket.ts";
import type { Engine, EngineHealth, UpstreamCall, UpstreamHandler, UpstreamRequest } from "../engine.ts";
import type { EngineSocket, SocketHandler, SocketRequest } from "../engine-socket.ts";
import { addressDenied, ENGINE_ADVICE, engineError, type TimeLimits } from "../failure/transport-failure.ts";
import type { Fallback } from "../fallback.ts";
import { EngineAtOtherApi, openServedBy } from "../other-api.ts";
import { SocketClient } from "../socket/socket-client.ts";
import type { ActiveCalls } from "./active-calls.ts";
import type { CallContext, RetryNotice } from "./call-context.ts";
import { checkCloud } from "./cloud-check.ts";
import {
  type CredentialHeader,
  type CredentialSource,
  credentialMissing,
  openConcealer,
} from "./credential.ts";
import { HttpCall } from "./http-call.ts";
import { fetchModels } from "./model-list.ts";
import { OtherHostCall } from "./other-host-call.ts";
import { RefusedCall } from "./refused-call.ts";
import { applyHeaders, type HeaderPlan, planHeaders } from "./request-headers.ts";
import { CircuitBreaker } from "./retry/circuit-breaker.ts";
import { RetryBudget } from "./retry/retry-budget.ts";

export interface HttpEngineOptions {
  readonly name: string;
  readonly dialect: Dialect;
  readonly provider: string;
  readonly base: BaseUrl;
  readonly credential: CredentialSource;
  /** The dialect's own header unless it is set. */
  readonly credentialHeader?: CredentialHeader | undefined;
  /** Set if a cloud serves the dialect in a form of its own. */
  readonly cloud?: CloudForm | undefined;
  readonly models: readonly string[];
  readonly defaultModel?: string | undefined;
  readonly promptCache?: "auto" | undefined;
  readonly fallback: readonly Fallback[];
  /** Configured headers. */
  readonly headers: HeaderList;
  /** Credential headers of all dialects. The engine drops them from callers' headers. */
  readonly credentialHeaders: readonly string[];
  readonly keepsResponses: boolean;
  readonly servesSearch?: boolean;
  /** The endpoint's own path for one that another service of the vendor has; undefined if there is none. */
  readonly ownPath?: ((path: string) => string | undefined) | undefined;
  readonly allowPrivate: boolean;
  readonly maxConnections: number;
  readonly retries: number;
  readonly limits: TimeLimits;
}

/** Resources that all HTTP engines of a process share. */
export interface HttpResources {
  readonly pools: ConnectionPools;
  readonly activeCalls: ActiveCalls;
  readonly wallNow: () => number;
  readonly random: () => number;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
}

/** An engine behind an HTTP endpoint. */
export class HttpEngine implements Engine {
  readonly name: string;
  readonly dialect: Dialect;
  readonly provider: string;
  readonly location: string;
  readonly models: readonly string[];
  readonly defaultModel: string | undefined;
  readonly promptCache: "auto" | undefined;
  readonly fallback: readonly Fallback[];
  readonly isSimulated = false;
  readonly keepsResponses: boolean;
  readonly servesSearch: boolean;
  readonly usesCallerKey: boolean;
  readonly cloud: CloudForm | undefined;
  readonly turnHeaders: Engine["turnHeaders"];
  readonly servedBy?: (model: string) => Engine;
  readonly #base: BaseUrl;
  readonly #ownPath: (path: string) => string | undefined;
  readonly #isDenied: boolean;
  readonly #credential: CredentialSource;
  readonly #credentialHeader: string;
  readonly #credentialPrefix: string;
  /** Value of the credential header if a key is configured. */
  readonly #keyValue: string | undefined;
  readonly #plan: HeaderPlan;
  readonly #conceal: (text: string) => string;
  readonly #pools: ConnectionPools;
  readonly #connecting: ConnectionSettings;
  readonly #shared: SharedPool;
  readonly #context: CallContext;
  // Most calls have the same path, so the last one is cached with its result.
  #lastPath: string | undefined;
  #lastTarget = "";

  constructor(options: HttpEngineOptions, resources: HttpResources) {
    const { name, dialect, base, credential, allowPrivate, limits } = options;
    const { header, prefix } = options.credentialHeader ?? dialect.transport.credential;
    this.name = name;
    this.dialect = dialect;
    this.provider = options.provider;
    this.location = base.origin + base.path;
    this.models = options.models;
    this.defaultModel = options.defaultModel;
    this.promptCache = options.promptCache;
    this.fallback = options.fallback;
    this.keepsResponses = options.keepsResponses;
    this.servesSearch = options.servesSearch ?? false;
    this.usesCallerKey = credential.from === "caller";
    this.cloud = options.cloud;
    this.turnHeaders = dialect.turnHeaders;
    const servedBy = openServedBy(this, (other) => new EngineAtOtherApi(this, other));
    if (servedBy !== undefined) this.servedBy = servedBy;
    this.#base = base;
    this.#ownPath = options.ownPath ?? ((path) => path);
    this.#isDenied = !isHostAllowed(base.host, allowedKinds(base.host, allowPrivate));
    this.#credential = credential;
    this.#credentialHeader = header;
    this.#credentialPrefix = prefix;
    this.#keyValue =
      credential.from === "key" && credential.key !== undefined ? prefix + credential.key : undefined;
    this.#plan = planHeaders(dialect.transport.headers, options.headers, options.credentialHeaders);
    this.#conceal = openConcealer(credential, options.headers);
    const { maxConnections, retries } = options;
    this.#connecting = { allowPrivate, maxConnections, connectTimeoutMs: limits.connectMs };
    this.#pools = resources.pools;
    this.#shared = resources.pools.acquire(base, this.#connecting);
    this.#context = {
      name,
      pool: this.#shared.pool,
      limits,
      retries,
      breaker: new CircuitBreaker(),
      budget: new RetryBudget(),
      activeCalls: resources.activeCalls,
      wallNow: resources.wallNow,
      random: resources.random,
      onRetry: resources.onRetry,
    };
  }

  conceal(text: string): string {
    return this.#conceal(text);
  }

  dispatch(request: UpstreamRequest, handler: UpstreamHandler): UpstreamCall {
    if (request.origin !== undefined) return this.#dispatchAt(request.origin, request, handler);
    let path = this.#lastTarget;
    if (request.path !== this.#lastPath) {
      const own = this.#ownPath(request.path);
      if (own === undefined) return new RefusedCall(handler, pathOfOtherService(this.name, request.path));
      const resolved = resolveTarget(this.#base, own, this.dialect.transport.besideVersion);
      if (resolved === undefined) return this.#refusePath(handler);
      this.#lastPath = request.path;
      this.#lastTarget = resolved;
      path = resolved;
    }
    if (this.#isDenied) return new RefusedCall(handler, addressDenied(this.name));
    return this.#authorise(request, handler, path, undefined);
  }

  #dispatchAt(text: string, request: UpstreamRequest, handler: UpstreamHandler): UpstreamCall {
    const base = readBaseUrl(text);
    if (typeof base === "string" || !isVendorOrigin(this.#base, new URL(text)))
      return new RefusedCall(handler, foreignOrigin(this.name));
    const { allowPrivate } = this.#connecting;
    if (!isHostAllowed(base.host, allowedKinds(base.host, allowPrivate)))
      return new RefusedCall(handler, addressDenied(this.name));
    const path = resolveTarget(base, request.path);
    if (path === undefined) return this.#refusePath(handler);
    if (base.origin === this.#base.origin) return this.#authorise(request, handler, path, undefined);
    const shared = this.#pools.acquire(base, this.#connecting);
    return new OtherHostCall(shared, handler, (inner) => this.#authorise(request, inner, path, shared.pool));
  }

  #refusePath(handler: UpstreamHandler): UpstreamCall {
    return new RefusedCall(handler, engineError("request_malformed", this.name, "cannot be sent this path"));
  }

  #authorise(
    request: UpstreamRequest,
    handler: UpstreamHandler,
    path: string,
    pool: CallContext["pool"] | undefined,
  ): UpstreamCall {
    const credential = this.#credential;
    if (credential.from === "token") {
      const send = (token: string, inner: UpstreamHandler) =>
        this.#send(request, inner, path, pool, this.#credentialPrefix + token);
      return new TokenCall({ token: credential.token, isHeld: request.upload === undefined, send }, handler);
    }
    const value = this.#keyValue ?? this.#callerValue(request);
    // The address of an upload is a right of its own, and some clients send no key to it.
    const needsKey =
      credential.from !== "none" && !(credential.from === "caller" && request.origin !== undefined);
    if (value === undefined && needsKey)
      return new RefusedCall(handler, credentialMissing(this.name, credential.from));
    return this.#send(request, handler, path, pool, value);
  }

  #send(
    request: UpstreamRequest,
    handler: UpstreamHandler,
    path: string,
    pool: CallContext["pool"] | undefined,
    value: string | undefined,
  ): UpstreamCall {
    const context = this.#context;
    const startedAt = context.activeCalls.readClock();
    if (request.isAuxiliary !== true) {
      const waitMs = context.breaker.admit(startedAt);
      if (waitMs > 0) return new RefusedCall(handler, this.#breakerOpen(waitMs));
    }
    context.budget.count(startedAt);
    const { list, isRepeat } = applyHeaders(this.#plan, request.headers, this.#credentialHeader, value);
    if (request.upload?.length !== undefined) list.push("content-length", String(request.upload.length));
    const call = new HttpCall(context, request, handler, { path, headers: list, isRepeat, startedAt, pool });
    call.send();
    return call;
  }

  /** Throws if no connection may be made: for a path, an address or a credential. */
  connect(request: SocketRequest, handler: SocketHandler): EngineSocket {
    const path = resolveTarget(this.#base, request.path, this.dialect.transport.besideVersion);
    if (path === undefined) throw engineError("request_malformed", this.name, "cannot be sent this path");
    if (this.#isDenied) throw addressDenied(this.name);
    const credential = this.#credential;
    if (credential.from === "token") {
      const open = (token: string) => this.#connect(request, handler, path, this.#credentialPrefix + token);
      return new TokenSocket(credential.token.get(), open, handler);
    }
    const value = this.#keyValue ?? this.#callerValue(request);
    if (value === undefined && credential.from !== "none")
      throw credentialMissing(this.name, credential.from);
    return this.#connect(request, handler, path, value);
  }

  #connect(
    request: SocketRequest,
    handler: SocketHandler,
    path: string,
    value: string | undefined,
  ): EngineSocket {
    const { limits } = this.#context;
    const { list } = applyHeaders(this.#plan, request.headers, this.#credentialHeader, value);
    const { protocols, maxMessageBytes } = request;
    const { lookup } = this.#shared;
    const url = this.#base.origin.replace(/^http/, "ws") + path;
    return new SocketClient(
      { engine: this.name, url, protocols, headers: list, lookup, limits, maxMessageBytes },
      handler,
    );
  }

  get isBreakerClosed(): boolean {
    return this.#context.breaker.isClosed;
  }

  listModels(signal: AbortSignal): Promise<readonly ListedModel[]> {
    return this.cloud === undefined ? fetchModels(this, signal) : checkCloud(this, this.cloud, signal);
  }

  async check(signal: AbortSignal): Promise<EngineHealth> {
    const { activeCalls } = this.#context;
    const startedAt = activeCalls.readClock();
    try {
      await this.listModels(signal);
      return { ok: true, latencyMs: activeCalls.readClock() - startedAt };
    } catch (error) {
      const latencyMs = activeCalls.readClock() - startedAt;
      const known = AbpError.is(error)
        ? error
        : engineError("backend_unavailable", this.name, "lists its models in a way that is not understood", {
            cause: error,
          });
      return { ok: false, latencyMs, error: known };
    }
  }

  async close(): Promise<void> {
    this.#context.activeCalls.failAll(
      this.#context,
      engineError("backend_unavailable", this.name, "was closed"),
    );
    if (this.#credential.from === "token") this.#credential.token.close();
    await this.#shared.release();
  }

  #callerValue(request: Pick<UpstreamRequest, "callerCredential">): string | undefined {
    const { callerCredential } = request;
    if (this.#credential.from !== "caller" || callerCredential === undefined) return undefined;
    return this.#credentialPrefix + callerCredential;
  }

  #breakerOpen(waitMs: number): AbpError {
    const retry_after_secs = Math.max(1, Math.ceil(waitMs / 1000));
    return new AbpError(
      "circuit_breaker_open",
      `engine ${JSON.stringify(this.name)} failed repeatedly and is tried again in ${retry_after_secs} s`,
      { details: { engine: this.name, retry_after_secs }, advice: ENGINE_ADVICE },
    );
  }
}

function pathOfOtherService(engine: string, path: string): AbpError {
  const [named] = path.split("?", 1);
  return engineError(
    "route_not_found",
    engine,
    `does not have ${named}: it is a path of another service of the vendor`,
    {
      advice: 'Add an engine for that service, such as one with `preset = "vertex"`, to backplane.toml.',
    },
  );
}

function foreignOrigin(engine: string): AbpError {
  return engineError(
    "engine_address_denied",
    engine,
    "named an address for the call that is not one of its own domain",
    {
      advice:
        "Set `base_url` of the engine to the vendor's own address, so that its uploads stay at its hosts.",
    },
  );
}
