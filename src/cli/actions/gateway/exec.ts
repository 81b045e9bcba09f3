import {
  type AgentConnection,
  launchEnvironment,
  prepareLaunch,
  recogniseProgram,
  requireModel,
  writeAgentFiles,
} from "../../../agents/index.ts";
import type { Config } from "../../../config/index.ts";
import { resolvePaths } from "../../../config/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import { runChild } from "../../agents/index.ts";
import type { CommandAction } from "../../command.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { agentHome } from "./env.ts";

/** A gateway for one command. */
export interface OpenedGateway {
  readonly baseUrl: string;
  readonly token: string;
  close(): Promise<void>;
}

/** Connects to the daemon, or starts a gateway in this process. `engine` receives all calls that name no engine. */
export type OpenGateway = (
  terminal: Terminal,
  config: Config,
  options: { readonly engine?: string },
) => Promise<OpenedGateway>;

/** Runs a program with its model calls going through a gateway, and returns the program's exit code. */
export function execThrough(openGateway: OpenGateway): CommandAction {
  return async (terminal, call) => {
    const { host } = terminal;
    const { config } = await loadSettings(terminal);
    const [command, ...words] = call.arguments[0] as readonly [string, ...string[]];
    const { engine, model } = call.options as { engine?: string; model?: string };
    const tool = recogniseProgram(command);
    requireModel(tool, model);
    const gateway = await openGateway(terminal, config, engine === undefined ? {} : { engine });
    try {
      const runId = uuidV7(host.now().getTime(), host.random(10));
      const launch = prepareLaunch(tool, {
        baseUrl: gateway.baseUrl,
        token: gateway.token,
        runId,
        ...(engine === undefined ? {} : { engine }),
        ...(model === undefined ? {} : { model }),
        home: agentHome(resolvePaths(host.env, host.home), tool),
        inherited: host.env,
      });
      await writeAgentFiles(launch.files);
      printLaunch(terminal, tool, runId, gateway.baseUrl);
      host.signal.throwIfAborted();
      return await runChild({
        command,
        arguments: [...launch.arguments, ...words],
        environment: launchEnvironment(launch, host.env),
        cwd: host.cwd,
      });
    } finally {
      await gateway.close();
    }
  };
}

function printLaunch(terminal: Terminal, tool: AgentConnection, runId: string, baseUrl: string): void {
  if (!terminal.verbose) return;
  terminal.say(terminal.colors.dim(`${tool.title} through ${baseUrl}, run ${runId}`));
  for (const note of tool.notes) terminal.say(terminal.colors.dim(`  ${note}`));
}
