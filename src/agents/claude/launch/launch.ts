import { join } from "node:path";
import type { Environment } from "../../../config/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import { agentLaunch } from "../../host/agent-environment.ts";
import type { HostEnvironment } from "../../host/host-environment.ts";
import type { AgentPlan } from "../../host/keeping/agent-keeper.ts";
import { claudeAgent } from "../agent.ts";
import { modelVariables } from "../model-variables.ts";
import { claudeArguments } from "./arguments.ts";
import { mcpConfig } from "./mcp-config.ts";

/** How Claude Code is started for a conversation, and where it keeps its files. */
export interface ClaudePlan extends AgentPlan {
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

/** It may be frozen as soon as it has given its result, so the conversation has to be in its file by then. */
const KEPT_VARIABLES = { CLAUDE_CODE_EAGER_FLUSH: "1" };

/** How Claude Code is started in the private home of a run. Which conversation it goes on with is left to the start. */
export function planClaude(order: WorkOrder, host: HostEnvironment, inherited: Environment): ClaudePlan {
  const model = order.config.model ?? undefined;
  const launch = agentLaunch(claudeAgent, host, inherited, model);
  const configDirectory = join(host.home, ".claude");
  const servers = order.mcp_servers ?? {};
  const mcpFile = Object.keys(servers).length > 0 ? join(host.home, ".abp", "mcp.json") : undefined;
  return {
    command: host.command,
    args: [...launch.arguments, ...claudeArguments(order, mcpFile)],
    env: {
      ...launch.env,
      ...FIXED_VARIABLES,
      ...(host.keepsAgent ? KEPT_VARIABLES : {}),
      ...modelVariables(model),
      CLAUDE_CONFIG_DIR: configDirectory,
    },
    cwd: order.workspace.root,
    files: [
      ...launch.files,
      ...(mcpFile === undefined ? [] : [{ path: mcpFile, content: mcpConfig(servers) }]),
    ],
    // It takes the schema of its answer once, when the conversation is opened.
    settings: { outputSchema: order.output_schema },
    configDirectory,
  };
}
