import { AbpError, type ErrorCode } from "../../contract/index.ts";
import { allowedKinds, isHostAllowed } from "../address/address-guard.ts";
import { type BaseUrl, resolveTarget } from "../address/base-url.ts";
import type { ConnectionPools, SharedPool } from "../connection/connection-pools.ts";
import type { UpstreamCall, UpstreamHandler, UpstreamRequest } from "../engine.ts";
import { addressDenied, engineError } from "../failure/transport-failure.ts";
import { ActiveCalls } from "../http/active-calls.ts";
import type { CallContext } from "../http/call-context.ts";
import { fetchWholeAnswer } from "../http/fetch-whole-answer.ts";
import { HttpCall } from "../http/http-call.ts";
import { RefusedCall } from "../http/refused-call.ts";
import { CircuitBreaker } from "../http/retry/circuit-breaker.ts";
import { RetryBudget } from "../http/retry/retry-budget.ts";
import { openDomainFilter } from "./domain-filter.ts";
import { plainDomain } from "./domain-rule.ts";
import { readFoundPage } from "./found-page.ts";
import type { SearchApi } from "./search-api.ts";
import type { SearchAbilities, SearchAnswer, SearchProvider, SearchQuery } from "./search-provider.ts";

/** The name in error messages; the provider's own follows it. */
const NAME = "web_search";
const CONNECT_MS = 5000;
const MAX_CONNECTIONS = 16;
/** Longer questions are cut; providers refuse them. */
const MAX_QUERY_LENGTH = 1000;

export interface HttpSearchOptions {
  readonly name: string;
  readonly api: SearchApi;
  readonly base: BaseUrl;
  readonly key: string | undefined;
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly price: number;
}

/** A search service behind HTTP. Its key goes to its own address only: redirects are not followed. */
export class HttpSearch implements SearchProvider {
  readonly name: string;
  readonly can: SearchAbilities;
  readonly price: number;
  readonly #options: HttpSearchOptions;
  readonly #isDenied: boolean;
  readonly #shared: SharedPool;
  readonly #context: CallContext;

  constructor(options: HttpSearchOptions, pools: ConnectionPools, now: () => number) {
    const { name, api, base, allowPrivate, timeoutMs, price } = options;
    this.name = name;
    this.can = api.can;
    this.price = price;
    this.#options = options;
    this.#isDenied = !isHostAllowed(base.host, allowedKinds(base.host, allowPrivate));
    const connecting = { allowPrivate, maxConnections: MAX_CONNECTIONS, connectTimeoutMs: CONNECT_MS };
    this.#shared = pools.acquire(base, connecting);
    this.#context = {
      name: `${NAME} (${name})`,
      pool: this.#shared.pool,
      limits: { connectMs: CONNECT_MS, firstByteMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs },
      retries: 0,
      breaker: new CircuitBreaker(),
      budget: new RetryBudget(),
      activeCalls: new ActiveCalls(now),
      wallNow: Date.now,
      random: Math.random,
      onRetry: undefined,
    };
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
    const { api } = this.#options;
    const isWithin = openDomainFilter(query);
    this.#refuseTimes(query);
    const limit = Math.min(query.limit, api.can.limit);
    const asked = {
      ...query,
      query: query.query.slice(0, MAX_QUERY_LENGTH).toWellFormed(),
      limit,
      allow: query.allow?.map(plainDomain),
      block: query.block?.map(plainDomain),
    };
    const request = { ...api.write(asked), repeatable: false, isAuxiliary: true };
    const { status, body } = await fetchWholeAnswer(
      { name: this.#context.name, dispatch: (sent, handler) => this.#dispatch(sent, handler) },
      request,
      signal,
    );
    if (status !== 200)
      throw this.#failure(
        `answered with the status ${status}`,
        status === 429 ? "backend_rate_limited" : undefined,
      );
    const stated = api.read(parse(body));
    if (stated === undefined) throw this.#failure("answered with something that is no list of results");
    const pages = stated.map(readFoundPage).filter((page) => page !== undefined);
    return { results: pages.filter(isWithin).slice(0, limit), cost: this.price };
  }

  async close(): Promise<void> {
    this.#context.activeCalls.failAll(this.#context, this.#failure("was closed"));
    this.#context.activeCalls.stop();
    await this.#shared.release();
  }

  #dispatch(request: UpstreamRequest, handler: UpstreamHandler): UpstreamCall {
    const { base, key } = this.#options;
    const path = resolveTarget(base, request.path);
    if (path === undefined)
      return new RefusedCall(handler, engineError("request_malformed", NAME, "cannot be sent this path"));
    if (this.#isDenied) return new RefusedCall(handler, addressDenied(this.#context.name));
    const headers = [...request.headers, ...(key === undefined ? [] : ["authorization", `Bearer ${key}`])];
    const startedAt = this.#context.activeCalls.readClock();
    const call = new HttpCall(this.#context, request, handler, { path, headers, isRepeat: false, startedAt });
    call.send();
    return call;
  }

  // A time that nobody keeps would widen the search.
  #refuseTimes({ after, before }: SearchQuery): void {
    if (after === undefined && before === undefined) return;
    if (!this.can.dates) throw unsupported(`the search provider ${this.name} cannot restrict the time`);
    for (const time of [after, before]) {
      if (time !== undefined && Number.isNaN(Date.parse(time)))
        throw unsupported(`${JSON.stringify(time.slice(0, 40))} is not a time`);
    }
  }

  #failure(what: string, code: ErrorCode = "backend_unavailable"): AbpError {
    return engineError(code, this.#context.name, what);
  }
}

function unsupported(message: string): AbpError {
  return new AbpError("mapping_unsupported_capability", message);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined; // The caller says that the answer is no list of results.
  }
}
