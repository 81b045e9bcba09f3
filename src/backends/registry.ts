import { type Agent, agents, findAgent } from "../agents/index.ts";
import { AbpError, readSettings, settingError } from "../contract/index.ts";
import { suggest } from "../lib/index.ts";
import { AgentBackend } from "./agent/agent-backend.ts";
import type { AgentEntry } from "./agent/agent-entry.ts";
import type { Backend } from "./backend.ts";
import { EngineBackend } from "./engine/engine-backend.ts";
import type { EngineEntry } from "./engine/engine-entry.ts";
import { mockBackend } from "./mock.ts";
import { ExampleBackend } from "./sidecar/example-backend.ts";
import { exampleSidecars } from "./sidecar/example-sidecars.ts";
import { SidecarBackend } from "./sidecar/sidecar-backend.ts";
import { type SidecarHost, sidecarHost } from "./sidecar/sidecar-host.ts";
import type { SidecarPool } from "./sidecar/sidecar-pool.ts";
import type { SidecarEntry } from "./sidecar-entry.ts";

/** One configured backend, as `[backends.<name>]` describes it. */
export type BackendEntry = { readonly type: "mock" } | SidecarEntry | AgentEntry | EngineEntry;

/**
 * The backends of a configuration, with the processes that they keep between runs. The backend `mock`, every agent that can
 * be installed, a model of an engine as `engine`, and the example sidecars `node` and `python` are always included, unless an
 * entry
 * has the name.
 *
 * @example
 * import { BackendRegistry } from "agent-backplane";
 * const registry = new BackendRegistry({ mine: { type: "sidecar", command: "node", args: ["sidecar.js"] } });
 * const backend = registry.find("mine");
 * await registry.close();
 */
export class BackendRegistry {
  readonly #backends: ReadonlyMap<string, RegisteredBackend>;
  readonly #pool: SidecarPool | undefined;

  constructor(
    entries: Readonly<Record<string, BackendEntry>> = {},
    host: SidecarHost = sidecarHost(process.env),
  ) {
    this.#pool = host.pool;
    const all: Record<string, () => RegisteredBackend> = {};
    for (const [name, entry] of Object.entries(exampleSidecars())) {
      all[name] = () => ({ name, type: entry.type, backend: new ExampleBackend(name, entry, host) });
    }
    for (const [name, entry] of Object.entries(builtIn()))
      all[name] = () => describe(name, entry, host, false);
    for (const [name, entry] of Object.entries(entries)) all[name] = () => describe(name, entry, host, true);
    const names = Object.keys(all).sort();
    this.#backends = new Map(names.map((name) => [name, all[name]!()]));
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

function builtIn(): Record<string, BackendEntry> {
  const installable = agents.filter(({ installation }) => installation !== undefined);
  const entries = installable.map(({ name }): [string, BackendEntry] => [
    name,
    { type: "agent", agent: name },
  ]);
  return { mock: { type: "mock" }, engine: { type: "engine" }, ...Object.fromEntries(entries) };
}

function describe(
  name: string,
  entry: BackendEntry,
  host: SidecarHost,
  isConfigured: boolean,
): RegisteredBackend {
  return { name, type: entry.type, backend: make(name, entry, host, isConfigured) };
}

function make(name: string, entry: BackendEntry, host: SidecarHost, isConfigured: boolean): Backend {
  const sidecarBackend = (own: SidecarEntry) => new SidecarBackend(name, own, host);
  switch (entry.type) {
    case "mock":
      return mockBackend(name);
    case "sidecar":
      return new SidecarBackend(name, entry, host);
    case "agent":
      return new AgentBackend(name, knownAgent(name, entry.agent), entry, {
        environment: host.environment,
        sidecarBackend,
      });
    case "engine":
      return new EngineBackend(name, entry, isConfigured, sidecarBackend);
  }
}

/** Throws `config_invalid` for each entry with an agent that does not exist, and for a default backend that does not. */
export function checkBackends(entries: Readonly<Record<string, BackendEntry>>, defaultBackend: string): void {
  const names = [...Object.keys(exampleSidecars()), ...Object.keys(builtIn()), ...Object.keys(entries)];
  const agentReaders = Object.entries(entries).flatMap(([name, entry]) =>
    entry.type === "agent" ? [[name, () => knownAgent(name, entry.agent)] as const] : [],
  );
  readSettings({
    agents: () => readSettings(Object.fromEntries(agentReaders)),
    defaultBackend: () => {
      if (names.includes(defaultBackend)) return;
      const near = suggest(defaultBackend, names);
      const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
      const reason = `names the backend ${JSON.stringify(defaultBackend)}, which is not configured${hint}`;
      throw settingError(["default_backend"], reason);
    },
  });
}

function knownAgent(backend: string, name: string): Agent {
  const found = findAgent(name);
  if (found !== undefined && found.isBuiltIn !== true) return found;
  const names = agents.filter(({ isBuiltIn }) => isBuiltIn !== true).map((agent) => agent.name);
  throw settingError(
    ["backends", backend, "agent"],
    `names the agent ${JSON.stringify(name)}, which does not exist`,
    {
      advice: `Name one of: ${names.join(", ")}.`,
    },
  );
}
