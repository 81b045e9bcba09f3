import type { LookupFunction } from "node:net";
import type { Pool as UndiciPool } from "undici";
import { allowedKinds, guardLookup, type Resolve } from "../address/address-guard.ts";
import type { BaseUrl } from "../address/base-url.ts";
import { Pool } from "./undici.ts";

export interface ConnectionSettings {
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
  readonly maxConnections: number;
}

/** A pool that engines with the same origin and settings share. */
export interface SharedPool {
  readonly pool: Pool;
  /** Returns the addresses of the origin's host, checked. For connections beside the pool. */
  readonly lookup: LookupFunction;
  /** Returns the share. The last release closes the connections. Calling it twice has no effect. */
  release(): Promise<void>;
}

/** Opens a pool for an origin. Tests replace it. */
export type OpenPool = (origin: string, options: UndiciPool.Options) => Pool;

// Long enough for an agent's next turn without a handshake, and shorter than the idle limit of common servers and load
// balancers (60 s and up). undici obeys a server that names a shorter time in `keep-alive`.
const KEEP_ALIVE_MS = 30_000;

/**
 * How much of an answer a connection reads ahead while its reader is paused; one read of up to 64 KiB may follow. Every
 * stalled stream holds this much.
 */
const READ_AHEAD_BYTES = 16 * 1024;

/** The connection pools of a process: one per origin and settings. */
export class ConnectionPools {
  readonly #resolve: Resolve;
  readonly #openPool: OpenPool;
  readonly #pools = new Map<string, { readonly pool: Pool; users: number }>();

  constructor(resolve: Resolve, openPool: OpenPool = (origin, options) => new Pool(origin, options)) {
    this.#resolve = resolve;
    this.#openPool = openPool;
  }

  acquire(base: BaseUrl, settings: ConnectionSettings): SharedPool {
    const { allowPrivate, connectTimeoutMs, maxConnections } = settings;
    const key = [base.origin, allowPrivate, connectTimeoutMs, maxConnections].join(" ");
    const entry = this.#pools.get(key) ?? { pool: this.#open(base, settings), users: 0 };
    this.#pools.set(key, entry);
    entry.users++;
    let isReleased = false;
    return {
      pool: entry.pool,
      lookup: this.#guard(base, settings),
      release: async () => {
        if (isReleased) return;
        isReleased = true;
        if (--entry.users > 0) return;
        this.#pools.delete(key);
        await entry.pool.destroy();
      },
    };
  }

  #guard(base: BaseUrl, { allowPrivate }: ConnectionSettings): LookupFunction {
    return guardLookup(allowedKinds(base.host, allowPrivate), this.#resolve);
  }

  #open(base: BaseUrl, settings: ConnectionSettings): Pool {
    // undici gives these options to the socket as they are; its types do not list all of them.
    const connect = {
      lookup: this.#guard(base, settings),
      timeout: settings.connectTimeoutMs,
      highWaterMark: READ_AHEAD_BYTES,
    };
    return this.#openPool(base.origin, {
      connections: settings.maxConnections,
      pipelining: 1,
      // Aborting a call closes its connection, which HTTP/2 would share with other calls.
      allowH2: false,
      connectTimeout: settings.connectTimeoutMs,
      connect,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // `ActiveCalls` checks both limits, with one timer for all calls.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}
