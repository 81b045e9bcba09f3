import type { Environment } from "../../config/index.ts";
import type { SidecarDefinition } from "../../sidecar/index.ts";
import { agentVersion } from "../host/agent-version.ts";
import { readHostEnvironment } from "../host/host-environment.ts";
import { codexAgent } from "./agent.ts";
import { CodexRun } from "./codex-run.ts";

/** Opens the host of Codex. Each run starts Codex anew. */
export async function openHost(env: Environment): Promise<SidecarDefinition> {
  const host = readHostEnvironment(env);
  const { name, capabilities } = codexAgent;
  const levels = Object.entries(capabilities).map(([capability, { level }]) => [capability, level]);
  return {
    identity: { id: name, backend_version: await agentVersion(codexAgent, host, env) },
    capabilities: Object.fromEntries(levels),
    asksBeforeTools: true,
    acceptsSteering: true,
    run: (context) => new CodexRun(context, { host, inherited: env }).execute(),
  };
}
