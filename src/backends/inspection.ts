import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openPolicy } from "../contract/index.ts";
import { compilePolicy } from "../policy/index.ts";
import type { ProcessLimits } from "../process/index.ts";
import type { Backend, BackendFacts } from "./backend.ts";

/** A place and a name for a session that runs nothing. */
export interface InspectionPlace {
  /** Unique; marks the processes of the session. */
  readonly id: string;
  /** An empty directory. */
  readonly directory: string;
  /** What its programs may take of the machine. */
  readonly limits?: ProcessLimits | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Asks a backend what it is and can do. Starts it if only the started backend can say, and ends it again.
 *
 * @example
 * import { inspectBackend } from "agent-backplane";
 * const place = { id: crypto.randomUUID(), directory: "/tmp/empty", now: () => new Date() };
 * const { identity, capabilities } = await inspectBackend(backend, { ...place, signal: AbortSignal.timeout(10_000) });
 */
export async function inspectBackend(backend: Backend, place: InspectionPlace): Promise<BackendFacts> {
  if (backend.known !== undefined) return backend.known;
  const home = join(place.directory, "home");
  if (backend.keepsSession === true) await mkdir(home, { mode: 0o700 });
  const session = await backend.open({
    runId: place.id,
    workspaceRoot: place.directory,
    ...(backend.keepsSession === true ? { home } : {}),
    environment: {},
    sandbox: { level: "auto", policy: compilePolicy(openPolicy()), onDecision: () => undefined },
    mayReuse: false,
    limits: place.limits,
    now: place.now,
    signal: place.signal,
  });
  try {
    return session.facts;
  } finally {
    await session.close();
  }
}
