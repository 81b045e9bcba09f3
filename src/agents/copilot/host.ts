import type { Environment } from "../../config/index.ts";
import type { SidecarDefinition } from "../../sidecar/index.ts";
import { openAcpHost } from "../acp/acp-host.ts";
import { copilotProfile } from "./profile.ts";

/** Opens the host of Copilot CLI. */
export function openHost(env: Environment): Promise<SidecarDefinition> {
  return openAcpHost(copilotProfile, env);
}
