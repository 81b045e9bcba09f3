import { join } from "node:path";
import {
  type AgentConnection,
  findConnection,
  type GatewayConnection,
  prepareLaunch,
  writeAgentFiles,
} from "../../../agents/index.ts";
import { type Config, type Paths, resolvePaths } from "../../../config/index.ts";
import { AbpError, ExitCode } from "../../../contract/index.ts";
import { type AgentCalls, chooseAgentCalls } from "../../../runner/index.ts";
import { renderShell, type ShellName } from "../../agents/index.ts";
import type { CommandAction } from "../../command.ts";
import type { GatewayPlace } from "../../gateway.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export type FindGateway = (terminal: Terminal, config: Config) => Promise<GatewayPlace>;

/** Prints variables and aliases that make a program call the daemon, for a shell to evaluate. */
export function envFrom(findGateway: FindGateway): CommandAction {
  return async (terminal, call) => {
    const { host } = terminal;
    const { config } = await loadSettings(terminal);
    const name = call.arguments[0] as string;
    const tool = findConnection(name);
    if (tool === undefined) throw new AbpError("usage_invalid", `${name} is not a program that is known`);
    const {
      engine,
      model: named,
      shell,
    } = call.options as { engine?: string; model?: string; shell: ShellName };
    const calls = await chooseAgentCalls(tool, { engine, model: named }, config, host.env);
    const launch = prepareLaunch(tool, {
      ...(await findGateway(terminal, config)),
      ...connectionOf(calls),
      home: agentHome(resolvePaths(host.env, host.home), tool),
      inherited: host.env,
    });
    await writeAgentFiles(launch.files);
    if (terminal.json) {
      const { environment, removed, arguments: words, files } = launch;
      const paths = files.map((file) => file.path);
      terminal.outJson({
        tool: name,
        environment,
        removed,
        arguments: words,
        files: paths,
        notes: tool.notes,
      });
    } else {
      terminal.out(...renderShell(launch, shell));
      const said = [...calls.notices, ...tool.notes];
      terminal.say(...said.map((note) => terminal.colors.dim(`# ${note}`)));
    }
    return ExitCode.ok;
  };
}

/** The members of a connection that come from the choice of engine and model. */
export function connectionOf({
  engine,
  dialect,
  model,
}: AgentCalls): Pick<GatewayConnection, "engine" | "dialect" | "model"> {
  return {
    ...(engine === undefined ? {} : { engine }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(model === undefined ? {} : { model }),
  };
}

/** The directory for the files of a program. */
export function agentHome(paths: Paths, tool: AgentConnection): string {
  return join(paths.state, "agents", tool.name);
}
