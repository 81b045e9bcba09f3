import { join } from "node:path";
import type { Environment } from "../../../config/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import { writeAgentFiles } from "../../connection/agent-files.ts";
import { agentEnvironment } from "../../host/agent-environment.ts";
import type { AgentStart } from "../../host/agent-process.ts";
import type { HostEnvironment } from "../../host/host-environment.ts";
import { claudeAgent } from "../agent.ts";
import { claudeArguments } from "./arguments.ts";
import { mcpConfig } from "./mcp-config.ts";
import { modelVariables } from "./model-variables.ts";

/** How Claude Code is started for a run, and where it keeps its files. */
export interface ClaudeLaunch extends Omit<AgentStart, "onLine"> {
  /** The folder of its configuration and sessions. */
  readonly configDirectory: string;
}

/** Nothing of the repository is taken for instructions, nothing is remembered between runs, and nothing is sent elsewhere. */
const FIXED_VARIABLES = {
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
};

/** Prepares the private home of a run, and says how Claude Code is started in it. */
export async function prepareClaude(
  order: WorkOrder,
  host: HostEnvironment,
  inherited: Environment,
): Promise<ClaudeLaunch> {
  const model = order.config.model ?? undefined;
  const launch = await agentEnvironment(claudeAgent, host, inherited, model);
  const configDirectory = join(host.home, ".claude");
  const servers = order.mcp_servers ?? {};
  const mcpFile = Object.keys(servers).length > 0 ? join(host.home, ".abp", "mcp.json") : undefined;
  if (mcpFile !== undefined) await writeAgentFiles([{ path: mcpFile, content: mcpConfig(servers) }]);
  return {
    command: host.command,
    args: [...launch.arguments, ...claudeArguments(order, mcpFile)],
    env: { ...launch.env, ...FIXED_VARIABLES, ...modelVariables(model), CLAUDE_CONFIG_DIR: configDirectory },
    cwd: order.workspace.root,
    configDirectory,
  };
}
