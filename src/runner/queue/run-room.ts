import type { SubmittedRun } from "../../storage/index.ts";

/** How many submitted runs may be executed at the same time. */
export interface RunLimits {
  readonly total: number;
  readonly perBackend: number;
}

/** The runs that are being executed, by the name of the backend that they were submitted for. */
export type RunningCounts = ReadonlyMap<string, number>;

/** Whether a run of a backend may begin now. */
export function hasRoom(backend: string, running: RunningCounts, { total, perBackend }: RunLimits): boolean {
  let all = 0;
  for (const count of running.values()) all += count;
  return all < total && (running.get(backend) ?? 0) < perBackend;
}

/**
 * The run of a tenant that comes next; `runs` is in the order in which the tenant wants them. One whose end was asked for comes at
 * once, because it takes no room. A run for a backend that is full holds back none for another backend.
 */
export function nextOfTenant<Run extends Pick<SubmittedRun, "backend" | "cancelReason">>(
  runs: readonly Run[],
  running: RunningCounts,
  limits: RunLimits,
): Run | undefined {
  const ended = runs.find(({ cancelReason }) => cancelReason !== undefined);
  return ended ?? runs.find(({ backend }) => hasRoom(backend, running, limits));
}
