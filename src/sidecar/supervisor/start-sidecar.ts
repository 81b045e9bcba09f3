import { AbpError } from "../../contract/index.ts";
import type { StartPlan } from "../../process/index.ts";
import type { SidecarSettings } from "./settings.ts";
import type { Sidecar } from "./sidecar.ts";

/**
 * Starts a sidecar and waits for its hello. Rejects with the error that names the fault; its details hold the exit and the
 * end of standard error. Nothing of the program is left then.
 */
export async function startSidecar(
  plan: StartPlan,
  _settings: Partial<SidecarSettings>,
  _signal: AbortSignal,
): Promise<Sidecar> {
  throw new AbpError("sidecar_spawn_failed", `${plan.command} cannot be started`);
}
