import type { Environment } from "../../config/index.ts";
import type { SidecarDefinition } from "../../sidecar/index.ts";
import { agentEnvironment } from "../host/agent-environment.ts";
import { AgentProcess } from "../host/agent-process.ts";
import { readHostEnvironment } from "../host/host-environment.ts";
import { jsonlAgent } from "./agent.ts";
import { runJsonl } from "./jsonl-run.ts";

/** Opens the host of any agent that prints JSON lines. `ABP_AGENT_ARGS` holds its arguments. */
export async function openHost(env: Environment): Promise<SidecarDefinition> {
  const host = readHostEnvironment(env);
  const levels = Object.entries(jsonlAgent.capabilities).map(([name, { level }]) => [name, level]);
  return {
    identity: { id: jsonlAgent.name },
    capabilities: Object.fromEntries(levels),
    asksBeforeTools: false,
    run: async (context) => {
      const { config, workspace } = context.workOrder;
      const launch = await agentEnvironment(jsonlAgent, host, env, config.model ?? undefined);
      return runJsonl({
        context,
        arguments: host.arguments,
        start: (args, onLine) =>
          AgentProcess.start({
            command: host.command,
            args: [...launch.arguments, ...args],
            env: launch.env,
            cwd: workspace.root,
            onLine,
          }),
      });
    },
  };
}
