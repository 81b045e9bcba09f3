import { type Backend, BackendRegistry } from "../../../backends/index.ts";
import type { LoadedConfig } from "../../../config/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** The backend of a run, and why it was chosen where that was left to us. */
export interface BackendChoice {
  readonly backend: Backend;
  readonly projection: string | undefined;
}

/** Finds the backend of `--backend`, else of the configuration. */
export async function chooseBackend(
  _terminal: Terminal,
  config: Pick<LoadedConfig["config"], "backends" | "default_backend">,
  flag: unknown,
  _order: WorkOrder,
): Promise<BackendChoice> {
  const name = (flag as string | undefined) ?? config.default_backend;
  return { backend: new BackendRegistry(config.backends).find(name), projection: undefined };
}
