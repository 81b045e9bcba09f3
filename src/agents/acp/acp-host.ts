import { join } from "node:path";
import type { Environment } from "../../config/index.ts";
import type { WorkOrder } from "../../contract/index.ts";
import type { RunContext, RunResult, SidecarDefinition } from "../../sidecar/index.ts";
import { agentLaunch, prepareHome } from "../host/agent-environment.ts";
import { AgentProcess } from "../host/agent-process.ts";
import { agentVersion } from "../host/agent-version.ts";
import { type HostEnvironment, readHostEnvironment } from "../host/host-environment.ts";
import { AgentKeeper, type AgentPlan } from "../host/keeping/agent-keeper.ts";
import { keeperWaits } from "../host/keeping/keeper-waits.ts";
import { AcpProcess } from "./acp-process.ts";
import type { AcpProfile } from "./acp-profile.ts";
import { AcpRun } from "./acp-run.ts";
import { hookCommand } from "./hook/hook-command.ts";
import { HookServer } from "./hook/hook-server.ts";
import { mcpServers } from "./session/mcp-servers.ts";

/**
 * The sidecar that drives one agent over the Agent Client Protocol. Each run starts the agent anew, unless the process of the run
 * before goes on.
 */
export async function openAcpHost(profile: AcpProfile, env: Environment): Promise<SidecarDefinition> {
  const host = readHostEnvironment(env);
  const { name, capabilities } = profile.agent;
  const levels = Object.entries(capabilities).map(([capability, { level }]) => [capability, level]);
  const keeper = new AgentKeeper<AcpProcess>(keeperWaits(profile.agent, host));
  return {
    identity: { id: name, backend_version: await agentVersion(profile.agent, host, env) },
    capabilities: Object.fromEntries(levels),
    asksBeforeTools: profile.asksBeforeTools,
    run: (context) => runAgent(context, { profile, host, inherited: env, keeper }),
    ...(host.keepsAgent ? { close: () => keeper.close() } : {}),
  };
}

interface AcpHostPlace {
  readonly profile: AcpProfile;
  readonly host: HostEnvironment;
  readonly inherited: Environment;
  readonly keeper: AgentKeeper<AcpProcess>;
}

function runAgent(
  context: RunContext,
  { profile, host, inherited, keeper }: AcpHostPlace,
): Promise<RunResult> {
  const { workOrder, signal } = context;
  const { resume } = workOrder;
  const hooks = hooksOf(host);
  const plan = planAgent(workOrder, { profile, host, inherited });
  const { command, args, env, cwd } = plan;
  return keeper.run({
    plan,
    resume,
    signal,
    start: async () => {
      await prepareHome(host, plan.files);
      if (resume !== undefined) await profile.beforeResume?.(host, resume.session);
      return AcpProcess.start({
        profile,
        openHooks: (listener) => HookServer.open(hooks, listener),
        start: (onLine) => AgentProcess.start({ command, args, env, cwd, onLine }),
      });
    },
    work: (acp) => new AcpRun({ profile, context, acp, keepsAgent: host.keepsAgent }).execute(),
  });
}

/** How the agent is started in the private home of a run. Which session it goes on with is left to the start. */
function planAgent(order: WorkOrder, { profile, host, inherited }: Omit<AcpHostPlace, "keeper">): AgentPlan {
  const launch = agentLaunch(profile.agent, host, inherited, order.config.model ?? undefined);
  const own = profile.prepare?.({ host, env: launch.env, hookCommand: hookCommand(hooksOf(host)) }) ?? {};
  return {
    command: host.command,
    args: [...launch.arguments, ...host.arguments, ...profile.arguments, ...(own.arguments ?? [])],
    env: { ...launch.env, ...own.env },
    cwd: order.workspace.root,
    files: [...launch.files, ...(own.files ?? [])],
    settings: { mcpServers: mcpServers(order) },
  };
}

/** The directory in which the hooks of an agent find the host. */
function hooksOf({ home }: HostEnvironment): string {
  return join(home, ".abp", "hooks");
}
