import { allowedKinds, guardLookup, type Resolve } from "../../address/address-guard.ts";
import type { BaseUrl } from "../../address/base-url.ts";
import { Pool } from "./undici.ts";

/** How connections to an origin are made. */
export interface ConnectionSettings {
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
  readonly maxConnections: number;
}

/** A pool that some engines share. */
export interface SharedPool {
  readonly pool: Pool;
  /** Gives it back; the last to do so closes its connections. */
  release(): Promise<void>;
}

// Long enough to serve an agent's next turn without a handshake, and shorter than the idle limit of common servers
// and balancers (60 s and up); a server that names a shorter one in `keep-alive` is obeyed.
const KEEP_ALIVE_MS = 30_000;

/** The connection pools of a process: one for each origin and way of connecting. */
export class ConnectionPools {
  readonly #resolve: Resolve;
  readonly #open = new Map<string, { readonly pool: Pool; users: number }>();

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** Takes a share of the pool for an origin. */
  acquire(base: BaseUrl, settings: ConnectionSettings): SharedPool {
    const { allowPrivate, connectTimeoutMs, maxConnections } = settings;
    const key = [base.origin, allowPrivate, connectTimeoutMs, maxConnections].join(" ");
    const entry = this.#open.get(key) ?? { pool: this.#openPool(base, settings), users: 0 };
    this.#open.set(key, entry);
    entry.users++;
    let isReleased = false;
    return {
      pool: entry.pool,
      release: async () => {
        if (isReleased) return;
        isReleased = true;
        if (--entry.users > 0) return;
        this.#open.delete(key);
        await entry.pool.destroy();
      },
    };
  }

  #openPool(base: BaseUrl, settings: ConnectionSettings): Pool {
    return new Pool(base.origin, {
      connections: settings.maxConnections,
      pipelining: 1,
      // An aborted call must close its connection, which HTTP/2 shares among calls.
      allowH2: false,
      connectTimeout: settings.connectTimeoutMs,
      connect: {
        lookup: guardLookup(allowedKinds(base.host, settings.allowPrivate), this.#resolve),
        timeout: settings.connectTimeoutMs,
      },
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Both are watched by us, for all calls with one timer.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}
