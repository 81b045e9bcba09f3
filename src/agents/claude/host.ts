import type { Environment } from "../../config/index.ts";
import type { RunContext, RunResult, SidecarDefinition } from "../../sidecar/index.ts";
import { AgentProcess } from "../host/agent-process.ts";
import { agentVersion } from "../host/agent-version.ts";
import { type HostEnvironment, readHostEnvironment } from "../host/host-environment.ts";
import { claudeAgent } from "./agent.ts";
import { ClaudeRun } from "./claude-run.ts";
import { prepareClaude } from "./launch/launch.ts";
import { earlierUsage } from "./result/earlier-usage.ts";

/** Opens the host of Claude Code. Each run starts Claude Code anew. */
export async function openHost(env: Environment): Promise<SidecarDefinition> {
  const host = readHostEnvironment(env);
  const { name, capabilities } = claudeAgent;
  const levels = Object.entries(capabilities).map(([capability, { level }]) => [capability, level]);
  return {
    identity: { id: name, backend_version: await agentVersion(claudeAgent, host, env) },
    capabilities: Object.fromEntries(levels),
    asksBeforeTools: true,
    acceptsSteering: true,
    run: (context) => run(context, host, env),
  };
}

async function run(context: RunContext, host: HostEnvironment, env: Environment): Promise<RunResult> {
  const { workOrder } = context;
  const { configDirectory, ...start } = await prepareClaude(workOrder, host, env);
  return new ClaudeRun(context, {
    start: (onLine) => AgentProcess.start({ ...start, onLine }),
    usageBasis: {
      before: await earlierUsage(configDirectory, workOrder.resume?.session),
      hasVendorPrices: host.gateway === undefined,
    },
  }).execute();
}
