import type { Environment } from "../../config/index.ts";
import type { RunContext, RunResult, SidecarDefinition } from "../../sidecar/index.ts";
import { prepareHome } from "../host/agent-environment.ts";
import { type EndGraces, endGraces } from "../host/agent-process.ts";
import { agentVersion } from "../host/agent-version.ts";
import { type HostEnvironment, readHostEnvironment } from "../host/host-environment.ts";
import { AgentKeeper } from "../host/keeping/agent-keeper.ts";
import { keeperWaits } from "../host/keeping/keeper-waits.ts";
import { codexAgent } from "./agent.ts";
import { prepareCodexHome } from "./app-server/codex-home.ts";
import { CodexProcess } from "./codex-process.ts";
import { CodexRun } from "./codex-run.ts";
import { planCodex } from "./launch.ts";

/** Opens the host of Codex. Each run starts Codex anew, unless the process of the run before goes on. */
export async function openHost(env: Environment): Promise<SidecarDefinition> {
  const host = readHostEnvironment(env);
  const { name, capabilities } = codexAgent;
  const levels = Object.entries(capabilities).map(([capability, { level }]) => [capability, level]);
  const keeper = new AgentKeeper<CodexProcess>(keeperWaits(codexAgent, host));
  return {
    identity: { id: name, backend_version: await agentVersion(codexAgent, host, env) },
    capabilities: Object.fromEntries(levels),
    asksBeforeTools: true,
    acceptsSteering: true,
    run: (context) => runCodex(context, { host, inherited: env, keeper }),
    ...(host.keepsAgent ? { close: () => keeper.close() } : {}),
  };
}

/** The surroundings of the orders of a host. */
export interface CodexPlace {
  readonly host: HostEnvironment;
  /** The environment of this process. */
  readonly inherited: Environment;
  readonly keeper?: AgentKeeper<CodexProcess>;
  /** How long Codex is waited for when it is ended. */
  readonly graces?: EndGraces;
}

/** Runs one order. */
export function runCodex(context: RunContext, place: CodexPlace): Promise<RunResult> {
  const { host, inherited, keeper = new AgentKeeper<CodexProcess>(undefined), graces = endGraces } = place;
  const { workOrder, signal } = context;
  const plan = planCodex(workOrder, host, inherited);
  return keeper.run({
    plan,
    resume: workOrder.resume,
    signal,
    start: async () => {
      await prepareHome(host, plan.files);
      await prepareCodexHome(host.home);
      return CodexProcess.start(plan, graces);
    },
    work: (codex) => new CodexRun(context, { codex, keepsAgent: host.keepsAgent }).execute(),
  });
}
