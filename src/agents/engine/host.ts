import type { Environment } from "../../config/index.ts";
import { executionMode, type WorkOrder } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import type { RunContext, RunResult, SidecarDefinition } from "../../sidecar/index.ts";
import { agentEnvironment } from "../host/agent-environment.ts";
import { type HostPlace, readHostPlace } from "../host/host-environment.ts";
import { engineAgent } from "./agent.ts";
import { EngineRun } from "./engine-run.ts";
import { ModelClient } from "./model/model-client.ts";
import { runPassthrough } from "./passthrough-run.ts";
import { type EngineSettings, readSettings } from "./settings.ts";
import { WorkspaceFiles } from "./tools/workspace-files.ts";
import { engineTools } from "./tools.ts";
import { Transcript } from "./transcript.ts";

/** The dialect of calls to an engine whose own is not known. The gateway translates them. */
const FALLBACK_DIALECT = "openai";

/** Opens the host of the tool loop. It is the agent itself: no other program is started. */
export async function openHost(env: Environment): Promise<SidecarDefinition> {
  const host = readHostPlace(env);
  const settings = readSettings(env);
  const { name, capabilities } = engineAgent;
  const levels = Object.entries(capabilities).map(([capability, { level }]) => [capability, level]);
  return {
    identity: { id: name },
    capabilities: Object.fromEntries(levels),
    mode: "passthrough",
    asksBeforeTools: true,
    acceptsSteering: true,
    run: (context) => run(context, host, settings, env),
  };
}

async function run(
  context: RunContext,
  host: HostPlace,
  settings: EngineSettings,
  env: Environment,
): Promise<RunResult> {
  const { workOrder, signal } = context;
  const { gateway, home } = host;
  if (gateway === undefined) throw new Error("an engine backend needs the gateway, and this run has none");
  const dialect = findDialect(gateway.dialect ?? FALLBACK_DIALECT);
  const client = new ModelClient({ gateway, dialect });
  if (executionMode(workOrder) === "passthrough") return runPassthrough(context, client);
  refuseServers(workOrder);
  if (workOrder.config.model === null) throw new Error("the work order names no model");
  const { env: environment } = await agentEnvironment(engineAgent, host, env, workOrder.config.model);
  const { root } = workOrder.workspace;
  const policy = compilePolicy(workOrder.policy, { root });
  return new EngineRun(context, {
    client,
    transcript: await Transcript.open(home, dialect.id, workOrder.resume),
    tools: engineTools.filter(({ name }) => settings.tools?.includes(name) ?? true),
    place: { files: await WorkspaceFiles.open(root, policy), environment, signal },
    settings,
  }).execute();
}

function refuseServers({ mcp_servers = {} }: WorkOrder): void {
  const names = Object.keys(mcp_servers);
  if (names.length === 0) return;
  throw new Error(`an engine backend cannot use MCP servers, and the work order names ${names.join(", ")}`);
}
