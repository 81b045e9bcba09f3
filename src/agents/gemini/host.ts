import type { Environment } from "../../config/index.ts";
import type { SidecarDefinition } from "../../sidecar/index.ts";
import { openAcpHost } from "../acp/acp-host.ts";
import { geminiProfile } from "./profile.ts";

/** Opens the host of Gemini CLI. */
export function openHost(env: Environment): Promise<SidecarDefinition> {
  return openAcpHost(geminiProfile, env);
}
