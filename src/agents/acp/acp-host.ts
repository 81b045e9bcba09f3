import { join } from "node:path";
import type { Environment } from "../../config/index.ts";
import type { RunContext, RunResult, SidecarDefinition } from "../../sidecar/index.ts";
import { writeAgentFiles } from "../connection/agent-files.ts";
import { agentEnvironment } from "../host/agent-environment.ts";
import { AgentProcess } from "../host/agent-process.ts";
import { agentVersion } from "../host/agent-version.ts";
import { type HostEnvironment, readHostEnvironment } from "../host/host-environment.ts";
import type { AcpProfile } from "./acp-profile.ts";
import { AcpRun } from "./acp-run.ts";
import { hookCommand } from "./hook/hook-command.ts";
import { HookServer } from "./hook/hook-server.ts";

/** The sidecar that drives one agent over the Agent Client Protocol. Each run starts the agent anew. */
export async function openAcpHost(profile: AcpProfile, env: Environment): Promise<SidecarDefinition> {
  const host = readHostEnvironment(env);
  const { name, capabilities } = profile.agent;
  const levels = Object.entries(capabilities).map(([capability, { level }]) => [capability, level]);
  return {
    identity: { id: name, backend_version: await agentVersion(profile.agent, host, env) },
    capabilities: Object.fromEntries(levels),
    asksBeforeTools: profile.asksBeforeTools,
    run: (context) => runAgent(profile, host, env, context),
  };
}

async function runAgent(
  profile: AcpProfile,
  host: HostEnvironment,
  env: Environment,
  context: RunContext,
): Promise<RunResult> {
  const { config, workspace, resume } = context.workOrder;
  const launch = await agentEnvironment(profile.agent, host, env, config.model ?? undefined);
  const hooks = join(host.home, ".abp", "hooks");
  const own = profile.prepare?.({ host, env: launch.env, hookCommand: hookCommand(hooks) }) ?? {};
  await writeAgentFiles(own.files ?? []);
  if (resume !== undefined) await profile.beforeResume?.(host, resume.session);
  const run = new AcpRun({
    profile,
    context,
    openHooks: (listener) => HookServer.open(hooks, listener),
    start: (onLine) =>
      AgentProcess.start({
        command: host.command,
        args: [...launch.arguments, ...host.arguments, ...profile.arguments, ...(own.arguments ?? [])],
        env: { ...launch.env, ...own.env },
        cwd: workspace.root,
        onLine,
      }),
  });
  return run.execute();
}
