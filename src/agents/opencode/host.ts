import type { Environment } from "../../config/index.ts";
import type { SidecarDefinition } from "../../sidecar/index.ts";
import { openAcpHost } from "../acp/acp-host.ts";
import { opencodeProfile } from "./profile.ts";

export function openHost(env: Environment): Promise<SidecarDefinition> {
  return openAcpHost(opencodeProfile, env);
}
