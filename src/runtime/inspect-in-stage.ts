import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Backend, type BackendFacts, inspectBackend } from "../backends/index.ts";
import { StageDirectory } from "../workspace/index.ts";
import { type ResourceLimits, runResources } from "./limits/resource-limits.ts";

/** What an inspection needs to know besides the backend. */
export interface InspectionOptions {
  /** Unique; names the stage and marks the processes. */
  readonly id: string;
  /** The directory of all stages. */
  readonly stagesDir: string;
  readonly resources?: ResourceLimits | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Starts a backend in an empty stage, asks what it can do, and ends it again. The stage has an owner as that of a run, so that
 * a sweep ends what a killed process left. Its programs have the limits of a run.
 */
export async function inspectInStage(backend: Backend, options: InspectionOptions): Promise<BackendFacts> {
  if (backend.known !== undefined) return backend.known;
  const { id, stagesDir, resources, now, signal } = options;
  const stage = StageDirectory.make(stagesDir, id);
  try {
    const directory = join(stage.path, "root");
    await mkdir(directory, { mode: 0o700 });
    const limits = backend.limits === undefined ? undefined : runResources(resources, backend.limits).process;
    return await inspectBackend(backend, { id, directory, limits, now, signal });
  } finally {
    await stage.remove();
  }
}
