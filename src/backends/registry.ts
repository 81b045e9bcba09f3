import { AbpError } from "../contract/index.ts";
import { suggest } from "../lib/index.ts";
import type { Backend } from "./backend.ts";
import { mockBackend } from "./mock.ts";

/** One configured backend, as `[backends.<name>]` describes it. */
export interface BackendEntry {
  readonly type: string;
}

/** How a type of backend is opened from its configuration; one line per type. */
const openers: Readonly<Record<string, (entry: BackendEntry) => Backend>> = {
  mock: () => mockBackend,
};

/** A backend by its name, and whether this build can run it. */
export interface RegisteredBackend {
  readonly name: string;
  readonly type: string;
  readonly backend: Backend | undefined;
}

/** The backends of a configuration, and the mock, which is always there; sorted by name. */
export function listBackends(entries: Readonly<Record<string, BackendEntry>> = {}): RegisteredBackend[] {
  const all: Record<string, BackendEntry> = { mock: { type: "mock" }, ...entries };
  return Object.keys(all)
    .sort()
    .map((name) => {
      const entry = all[name]!;
      return { name, type: entry.type, backend: openers[entry.type]?.(entry) };
    });
}

/** The backend of that name, or an error that says which names there are. */
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
        advice: `This build runs: ${Object.keys(openers).join(", ")}.`,
        details: { backend_id: name, reason: `type ${found.type} is not available` },
      },
    );
  }
  return found.backend;
}
