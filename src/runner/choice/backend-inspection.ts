import type { Backend, BackendFacts } from "../../backends/index.ts";
import type { Config } from "../../config/index.ts";
import { uuidV7 } from "../../lib/index.ts";
import { inspectInStage } from "../../runtime/index.ts";
import type { RunHost } from "../run-host.ts";
import { resourcesOf } from "../settings/resource-settings.ts";

/** How long a backend may take to answer if the user says nothing else. */
export const INSPECTION_TIMEOUT_MS = 10_000;

/** Starts a backend in an empty stage, asks what it can do, and ends it again. */
export function inspectAlone(
  host: Pick<RunHost, "now" | "random">,
  config: Pick<Config, "workspace_dir" | "sandbox">,
  backend: Backend,
  signal: AbortSignal,
): Promise<BackendFacts> {
  return inspectInStage(backend, {
    id: uuidV7(host.now().getTime(), host.random(10)),
    stagesDir: config.workspace_dir,
    resources: resourcesOf(config),
    now: host.now,
    signal,
  });
}
