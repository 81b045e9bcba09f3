import type { Environment } from "../../config/index.ts";
import type { SidecarDefinition } from "../../sidecar/index.ts";
import { openAcpHost } from "../acp/acp-host.ts";
import { kimiProfile } from "./profile.ts";

/** Opens the host of Kimi Code. */
export function openHost(env: Environment): Promise<SidecarDefinition> {
  return openAcpHost(kimiProfile, env);
}
