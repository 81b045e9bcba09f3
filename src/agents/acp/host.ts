import type { Environment } from "../../config/index.ts";
import type { SidecarDefinition } from "../../sidecar/index.ts";
import { openAcpHost } from "./acp-host.ts";
import { acpProfile } from "./profile.ts";

/** Opens the host of any ACP agent. */
export function openHost(env: Environment): Promise<SidecarDefinition> {
  return openAcpHost(acpProfile, env);
}
