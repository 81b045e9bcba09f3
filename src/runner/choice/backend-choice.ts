import { BackendRegistry, sidecarHost } from "../../backends/index.ts";
import type { Config } from "../../config/index.ts";
import type { WorkOrder } from "../../contract/index.ts";
import { type Resolution, resolveBackend } from "../../runtime/index.ts";
import type { RunHost } from "../run-host.ts";
import { INSPECTION_TIMEOUT_MS, inspectAlone } from "./backend-inspection.ts";

/** Finds a backend by its name. For `auto` it asks every backend what it can do; `signal` gives that up. */
export function chooseBackend(
  host: Pick<RunHost, "env" | "now" | "random">,
  config: Pick<Config, "backends" | "workspace_dir" | "sandbox">,
  name: string,
  order: WorkOrder,
  signal: AbortSignal,
): Promise<Resolution> {
  return resolveBackend({
    name,
    registry: new BackendRegistry(config.backends, sidecarHost(host.env)),
    order,
    inspect: (backend) => {
      const limit = AbortSignal.timeout(INSPECTION_TIMEOUT_MS);
      return inspectAlone(host, config, backend, AbortSignal.any([signal, limit]));
    },
  });
}
