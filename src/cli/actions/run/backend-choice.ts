import { BackendRegistry, sidecarHost } from "../../../backends/index.ts";
import type { LoadedConfig } from "../../../config/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import { AUTO, type Resolution, resolveBackend } from "../../../runtime/index.ts";
import { ProgressLine } from "../../display/progress-line.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { INSPECTION_TIMEOUT_MS, inspectAlone } from "../backend-list/backend-inspection.ts";

/** Finds the backend of `--backend`, else of the configuration. For `auto` it asks every backend, and says that it waits. */
export async function chooseBackend(
  terminal: Terminal,
  config: Pick<LoadedConfig["config"], "backends" | "default_backend" | "workspace_dir" | "sandbox">,
  flag: string | undefined,
  order: WorkOrder,
): Promise<Resolution> {
  const name = flag ?? config.default_backend;
  const registry = new BackendRegistry(config.backends, sidecarHost(terminal.host.env));
  const progress = new ProgressLine(terminal);
  if (name === AUTO) progress.show("asking the backends what they can do");
  const { host } = terminal;
  try {
    return await resolveBackend({
      name,
      registry,
      order,
      inspect: (backend) => {
        const limit = AbortSignal.timeout(INSPECTION_TIMEOUT_MS);
        return inspectAlone(host, config, backend, AbortSignal.any([host.signal, limit]));
      },
    });
  } finally {
    progress.close();
  }
}
