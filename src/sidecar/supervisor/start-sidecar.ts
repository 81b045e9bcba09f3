import { compileRedactor, isSecretName } from "../../lib/index.ts";
import { type StartPlan, startProgram } from "../../process/index.ts";
import { systemClock } from "./health/clock.ts";
import { cancelError } from "./run/cancel-reason.ts";
import { defaultSidecarSettings, type SidecarSettings } from "./settings.ts";
import type { Sidecar } from "./sidecar.ts";
import { SupervisedSidecar } from "./supervised-sidecar.ts";

/**
 * Starts a sidecar and waits for its hello. Rejects with the error that names the fault; its details hold the exit and the
 * end of standard error. Nothing of the program is left then.
 */
export async function startSidecar(
  plan: StartPlan,
  settings: Partial<SidecarSettings>,
  signal: AbortSignal,
): Promise<Sidecar> {
  if (signal.aborted) throw cancelError(signal);
  const program = await startProgram(plan);
  const redact = compileRedactor([...secretsOf(plan.env), ...(settings.secrets ?? [])]);
  const sidecar = new SupervisedSidecar(
    program,
    { ...defaultSidecarSettings, ...settings },
    systemClock,
    redact,
  );
  await sidecar.awaitHello(signal);
  return sidecar;
}

/** Values that the program gets under a name that means a secret. Its output must not repeat them. */
export function secretsOf(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env)
    .filter(([name, value]) => isSecretName(name) && value !== "")
    .map(([, value]) => value);
}
