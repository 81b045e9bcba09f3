import type { Environment } from "../../config/index.ts";
import type { SidecarDefinition } from "../../sidecar/index.ts";
import { openAcpHost } from "./acp-host.ts";
import { acpAgent } from "./agent.ts";
import { describeByKind } from "./tools.ts";
import { readResultUsage } from "./usage.ts";

/** Opens the host of any ACP agent. `ABP_AGENT_ARGS` holds the arguments that make it speak the protocol. */
export function openHost(env: Environment): Promise<SidecarDefinition> {
  return openAcpHost(
    {
      agent: acpAgent,
      arguments: [],
      asksBeforeTools: true,
      describeTool: describeByKind,
      readUsage: readResultUsage,
    },
    env,
  );
}
