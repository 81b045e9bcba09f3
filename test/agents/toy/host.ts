import { openAcpHost } from "../../../src/agents/acp/acp-host.ts";
import { describeByKind } from "../../../src/agents/acp/tools.ts";
import { readResultUsage } from "../../../src/agents/acp/usage.ts";
import type { Environment } from "../../../src/config/index.ts";
import type { SidecarDefinition } from "../../../src/sidecar/index.ts";
import { toyAgent } from "./agent.ts";

/** Opens the host of the toy. */
export function openHost(env: Environment): Promise<SidecarDefinition> {
  return openAcpHost(
    {
      agent: toyAgent,
      arguments: ["acp"],
      asksBeforeTools: true,
      describeTool: describeByKind,
      readUsage: readResultUsage,
    },
    env,
  );
}
