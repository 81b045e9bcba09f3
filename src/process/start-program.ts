import { AbpError } from "../contract/index.ts";
import type { Program } from "./program.ts";
import type { StartPlan } from "./start-plan.ts";

/** Starts a program in its own session. Rejects with `sidecar_spawn_failed`, or `backend_unavailable` where the system is short of descriptors, processes or memory. */
export function startProgram(plan: StartPlan): Promise<Program> {
  return Promise.reject(new AbpError("sidecar_spawn_failed", `${plan.command} cannot be started`));
}
