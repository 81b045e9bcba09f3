import type { Backend, BackendFacts, BackendRegistry } from "../../backends/index.ts";
import { AbpError, type WorkOrder } from "../../contract/index.ts";
import { type ProjectionBackend, projectOrder } from "../../negotiation/index.ts";
import { reasonOf } from "../ending/run-end.ts";

/** The name that leaves the choice of the backend to the backplane. */
export const AUTO = "auto";

/** The backend of a run, and why it was chosen if the choice was ours. */
export interface Resolution {
  readonly backend: Backend;
  /** For the receipt. Undefined if the backend was named. */
  readonly projection?: string;
}

/** What a choice among backends needs. */
export interface ResolveRequest {
  /** The name of a backend, or `auto`. */
  readonly name: string;
  readonly registry: Pick<BackendRegistry, "find" | "list">;
  readonly order: Pick<WorkOrder, "requirements" | "config">;
  /** Asks a backend what it can do. One that cannot be asked is not chosen. */
  readonly inspect: (backend: Backend) => Promise<BackendFacts>;
}

/**
 * Finds the backend of a run. For `auto` each backend is asked and scored as the gateway scores its engines; a backend
 * that cannot start here is left out, and the mock is only chosen if there is nothing else. Backends that must be named are not
 * asked. Throws `backend_not_found`, and `backend_unavailable` if none fits.
 *
 * @example
 * import { inspectBackend, resolveBackend } from "agent-backplane";
 * const place = { id: runId, directory: "/tmp/empty", now: () => new Date(), signal: AbortSignal.timeout(10_000) };
 * const inspect = (one: typeof backend) => inspectBackend(one, place);
 * const { backend: chosen, projection } = await resolveBackend({ name: "auto", registry, order, inspect });
 */
export async function resolveBackend(request: ResolveRequest): Promise<Resolution> {
  const { name, registry, order, inspect } = request;
  if (name !== AUTO) return { backend: registry.find(name) };
  const all = registry.list().filter(({ backend }) => backend.isChosenByAuto !== false);
  const real = all.filter(({ type, backend }) => type !== "mock" && backend.findFault?.() === undefined);
  const asked = await Promise.all(
    (real.length === 0 ? all : real).map(({ backend }) => ask(backend, inspect)),
  );
  const answers = asked.filter((answer) => "facts" in answer);
  const failures = asked.filter((answer) => "failure" in answer);
  const projection = projectOrder(order, answers.map(scored));
  const silent = failures.map(({ backend, failure }) => `${backend.name} cannot be asked: ${failure}`);
  const words = [projection.words, ...silent].join("; ");
  if (projection.outcome === "no_suitable_backend") {
    throw new AbpError("backend_unavailable", `no backend can run the work order: ${words}`, {
      details: { backend_id: AUTO, reason: words },
    });
  }
  return { backend: registry.find(projection.selected.id), projection: words };
}

type Answer =
  | { readonly backend: Backend; readonly facts: BackendFacts }
  | { readonly backend: Backend; readonly failure: string };

async function ask(backend: Backend, inspect: ResolveRequest["inspect"]): Promise<Answer> {
  try {
    return { backend, facts: backend.known ?? (await inspect(backend)) };
  } catch (error) {
    return { backend, failure: reasonOf(error) };
  }
}

function scored({ backend, facts }: { backend: Backend; facts: BackendFacts }): ProjectionBackend {
  return {
    id: backend.name,
    manifest: facts.capabilities,
    dialect: backend.dialect ?? "",
    priority: backend.priority ?? 0,
  };
}
