import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../config/index.ts";
import type { Agent } from "../agent.ts";
import type { AgentFile } from "../connection/agent-connection.ts";
import { writeAgentFiles } from "../connection/agent-files.ts";
import { launchEnvironment, prepareLaunch } from "../connection/launch.ts";
import type { HostPlace } from "./host-environment.ts";

/** The environment and the first arguments of an agent's process. */
export interface AgentLaunch {
  readonly env: Readonly<Record<string, string>>;
  /** Arguments that point the agent at the gateway. They come before its own. */
  readonly arguments: readonly string[];
  /** Files that point the agent at the gateway. */
  readonly files: readonly AgentFile[];
}

/** Variables by which an agent tells its children that they run inside it. An agent that sees them changes its behaviour. */
const SESSION_MARKERS =
  /^(CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION|REMOTE.*)|CODEX_(SANDBOX.*|THREAD_ID)|GEMINI_CLI|COPILOT_CLI|OPENCODE|AI_AGENT|AGENT)$/;

/** The variable by which the processes of a run are found. It stays. */
const RUN_VARIABLE = "ABP_RUN_ID";

/**
 * Prepares the private home of a run and points the agent at the gateway: makes its folders, writes its files, and returns its
 * whole environment. Throws as `agentLaunch`.
 */
export async function agentEnvironment(
  agent: Agent,
  host: HostPlace,
  inherited: Environment,
  model?: string | undefined,
): Promise<AgentLaunch> {
  const launch = agentLaunch(agent, host, inherited, model);
  await prepareHome(host, launch.files);
  return launch;
}

/**
 * How an agent is started in the private home of a run and pointed at the gateway. Changes nothing. `model` is left to the agent
 * if it is undefined. Throws `usage_invalid` if the agent needs one.
 */
export function agentLaunch(
  agent: Agent,
  host: HostPlace,
  inherited: Environment,
  model?: string | undefined,
): AgentLaunch {
  const base = { ...withoutHostVariables(inherited), ...homeFolders(host.home) };
  if (host.gateway === undefined) return { env: base, arguments: [], files: [] };
  const launch = prepareLaunch(agent.connection, {
    ...host.gateway,
    ...(model === undefined ? {} : { model }),
    home: join(host.home, ".abp"),
    inherited: base,
  });
  return {
    env: definedOnly(launchEnvironment(launch, base)),
    arguments: launch.arguments,
    files: launch.files,
  };
}

/** Makes the folders of a private home, and writes the files of the agent. No agent may run there: its temporary files go. */
export async function prepareHome(
  { home }: Pick<HostPlace, "home">,
  files: readonly AgentFile[],
): Promise<void> {
  const folders = homeFolders(home);
  // A home that continues an earlier run may hold its temporary files.
  await rm(folders.TMPDIR, { recursive: true, force: true });
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeAgentFiles(files);
}

/** The variables that lead every program to the folders of a home. */
function homeFolders(home: string) {
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    TMPDIR: join(home, "tmp"),
  };
}

function withoutHostVariables(inherited: Environment): Record<string, string> {
  const kept = Object.entries(definedOnly(inherited)).filter(
    ([name]) => name === RUN_VARIABLE || !(name.startsWith("ABP_") || SESSION_MARKERS.test(name)),
  );
  return Object.fromEntries(kept);
}

function definedOnly(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
