import { AbpError } from "../contract/index.ts";
import { suggest } from "../lib/index.ts";
import type { Backend } from "./backend.ts";
import { mockBackend } from "./mock.ts";
import { SidecarBackend } from "./sidecar/sidecar-backend.ts";
import type { SidecarEntry } from "./sidecar/sidecar-entry.ts";
import { type SidecarHost, sidecarHost } from "./sidecar/sidecar-host.ts";
import type { SidecarPool } from "./sidecar/sidecar-pool.ts";

/** One configured backend, as `[backends.<name>]` describes it. */
export type BackendEntry = { readonly type: "mock" } | SidecarEntry;

/** The backends of a configuration, with the processes that they keep between runs. The backend `mock` is always included. */
export class BackendRegistry {
  readonly #backends: ReadonlyMap<string, RegisteredBackend>;
  readonly #pool: SidecarPool | undefined;

  constructor(
    entries: Readonly<Record<string, BackendEntry>> = {},
    host: SidecarHost = sidecarHost(process.env),
  ) {
    this.#pool = host.pool;
    const all: Record<string, BackendEntry> = { mock: { type: "mock" }, ...entries };
    this.#backends = new Map(
      Object.keys(all)
        .sort()
        .map((name) => [name, describe(name, all[name]!, host)]),
    );
  }

  /** Sorted by name. */
  list(): readonly RegisteredBackend[] {
    return [...this.#backends.values()];
  }

  /** Ends the processes that are kept between runs. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }

  /** The backend with a name. Throws `backend_not_found`, which lists the existing names. */
  find(name: string): Backend {
    const found = this.#backends.get(name);
    if (found !== undefined) return found.backend;
    const names = [...this.#backends.keys()];
    const near = suggest(name, names);
    const hint =
      near === undefined ? `there are: ${names.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
    throw new AbpError("backend_not_found", `no backend is named ${JSON.stringify(name)}; ${hint}`, {
      details: { backend: name, available: names },
    });
  }
}

/** A backend and its type in the configuration. */
export interface RegisteredBackend {
  readonly name: string;
  readonly type: string;
  readonly backend: Backend;
}

function describe(name: string, entry: BackendEntry, host: SidecarHost): RegisteredBackend {
  const backend = entry.type === "mock" ? mockBackend(name) : new SidecarBackend(name, entry, host);
  return { name, type: entry.type, backend };
}
