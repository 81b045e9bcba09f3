import { AbpError } from "../contract/index.ts";
import { suggest } from "../lib/index.ts";
import type { Backend } from "./backend.ts";
import { mockBackend } from "./mock.ts";

/** One configured backend, as `[backends.<name>]` describes it. */
export interface BackendEntry {
  readonly type: string;
}

/** Opens a backend from its configuration, by type. A new type of backend adds one line. */
const openers: ReadonlyMap<string, (entry: BackendEntry) => Backend> = new Map([["mock", () => mockBackend]]);

/** A configured backend. */
export interface RegisteredBackend {
  readonly name: string;
  readonly type: string;
  /** Undefined where this build cannot run the type. */
  readonly backend: Backend | undefined;
}

/** The backends of a configuration, sorted by name. The backend `mock` is always included. */
export function listBackends(entries: Readonly<Record<string, BackendEntry>> = {}): RegisteredBackend[] {
  const all: Record<string, BackendEntry> = { mock: { type: "mock" }, ...entries };
  return Object.keys(all)
    .sort()
    .map((name) => {
      const entry = all[name]!;
      return { name, type: entry.type, backend: openers.get(entry.type)?.(entry) };
    });
}

/**
 * The backend with a name. Throws `backend_not_found`, which lists the existing names, or `backend_unavailable` for a type that
 * this build cannot run.
 */
export function findBackend(name: string, entries: Readonly<Record<string, BackendEntry>> = {}): Backend {
  const registered = listBackends(entries);
  const names = registered.map((one) => one.name);
  const found = registered.find((one) => one.name === name);
  if (found === undefined) {
    const near = suggest(name, names);
    const hint =
      near === undefined ? `there are: ${names.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
    throw new AbpError("backend_not_found", `no backend is named ${JSON.stringify(name)}; ${hint}`, {
      details: { backend: name, available: names },
    });
  }
  if (found.backend === undefined) {
    throw new AbpError(
      "backend_unavailable",
      `backends of type ${JSON.stringify(found.type)} cannot be run by this build`,
      {
        where: `backends.${name}`,
        advice: `This build runs: ${[...openers.keys()].join(", ")}.`,
        details: { backend_id: name, reason: `type ${found.type} is not available` },
      },
    );
  }
  return found.backend;
}
