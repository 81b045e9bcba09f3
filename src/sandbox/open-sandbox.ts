import { AbpError } from "../contract/index.ts";
import type { Sandbox, SandboxRequest } from "./sandbox.ts";

/** Opens a sandbox at the level that is asked for. Throws `sandbox_level_unmet` where it cannot be reached. */
export function openSandbox(request: SandboxRequest): Promise<Sandbox> {
  const wanted =
    request.required ?? (request.level === "auto" || request.level === "off" ? "L0" : request.level);
  if (wanted !== "L0")
    return Promise.reject(new AbpError("sandbox_level_unmet", `${wanted} cannot be reached here.`));
  return Promise.resolve({
    level: "L0",
    reason: "no sandbox is open",
    selfTest: [],
    network: "advisory",
    wrap: (plan) => plan,
    close: () => Promise.resolve(),
  });
}
