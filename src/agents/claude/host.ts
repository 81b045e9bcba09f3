import type { Environment } from "../../config/index.ts";
import type { RunContext, RunResult, SidecarDefinition } from "../../sidecar/index.ts";
import { prepareHome } from "../host/agent-environment.ts";
import { AgentProcess } from "../host/agent-process.ts";
import { agentVersion } from "../host/agent-version.ts";
import { type HostEnvironment, readHostEnvironment } from "../host/host-environment.ts";
import { AgentKeeper } from "../host/keeping/agent-keeper.ts";
import { keeperWaits } from "../host/keeping/keeper-waits.ts";
import { claudeAgent } from "./agent.ts";
import { ClaudeProcess } from "./claude-process.ts";
import { ClaudeRun } from "./claude-run.ts";
import { resumeArguments } from "./launch/arguments.ts";
import { planClaude } from "./launch/launch.ts";
import { earlierUsage } from "./result/earlier-usage.ts";

/** Opens the host of Claude Code. Each run starts Claude Code anew, unless the process of the run before goes on. */
export async function openHost(env: Environment): Promise<SidecarDefinition> {
  const host = readHostEnvironment(env);
  const { name, capabilities } = claudeAgent;
  const levels = Object.entries(capabilities).map(([capability, { level }]) => [capability, level]);
  const keeper = new AgentKeeper<ClaudeProcess>(keeperWaits(claudeAgent, host));
  return {
    identity: { id: name, backend_version: await agentVersion(claudeAgent, host, env) },
    capabilities: Object.fromEntries(levels),
    asksBeforeTools: true,
    acceptsSteering: true,
    run: (context) => run(context, host, env, keeper),
    ...(host.keepsAgent ? { close: () => keeper.close() } : {}),
  };
}

function run(
  context: RunContext,
  host: HostEnvironment,
  env: Environment,
  keeper: AgentKeeper<ClaudeProcess>,
): Promise<RunResult> {
  const { workOrder, signal } = context;
  const plan = planClaude(workOrder, host, env);
  const { command, args, cwd } = plan;
  return keeper.run({
    plan,
    resume: workOrder.resume,
    signal,
    start: async () => {
      await prepareHome(host, plan.files);
      const usedBefore = await earlierUsage(plan.configDirectory, workOrder.resume?.session);
      const start = { command, args: [...args, ...resumeArguments(workOrder)], env: plan.env, cwd };
      return ClaudeProcess.start({ usedBefore, start: (onLine) => AgentProcess.start({ ...start, onLine }) });
    },
    work: (claude) =>
      new ClaudeRun(context, {
        claude,
        keepsAgent: host.keepsAgent,
        hasVendorPrices: host.gateway === undefined,
      }).execute(),
  });
}
