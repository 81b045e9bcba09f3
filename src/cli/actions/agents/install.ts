import { type Agent, agents, installAgent, type RunCommand, runCommand } from "../../../agents/index.ts";
import { resolvePaths } from "../../../config/index.ts";
import { AbpError, ExitCode } from "../../../contract/index.ts";
import { suggest } from "../../../lib/index.ts";
import type { CommandAction } from "../../command.ts";
import { ProgressLine } from "../../display/progress-line.ts";

/** Installs agents one after the other. A name that is not known installs nothing. */
export function agentsInstallBy(run: RunCommand): CommandAction {
  return async (terminal, call) => {
    const wanted = (call.arguments[0] as readonly string[]).map(findInstallable);
    const directory = resolvePaths(terminal.host.env, terminal.host.home).agents;
    const progress = new ProgressLine(terminal);
    const installed = [];
    try {
      for (const agent of wanted) {
        terminal.host.signal.throwIfAborted();
        const { package: name, version } = agent.installation!;
        progress.show(`installing ${name}@${version}`);
        installed.push(await installAgent(agent, directory, run));
      }
    } finally {
      progress.close();
    }
    if (terminal.json) terminal.outJson(installed);
    else {
      for (const { name, reported, path, isNew } of installed)
        terminal.out(`${name} ${reported} ${isNew ? "installed" : "is in place"}: ${path}`);
      terminal.say(terminal.colors.dim(`try: abp run --backend ${installed[0]!.name} --task "Say hello"`));
    }
    return ExitCode.ok;
  };
}

export const agentsInstall: CommandAction = agentsInstallBy(runCommand);

function findInstallable(name: string): Agent {
  const installable = agents.filter((agent) => agent.installation !== undefined);
  const found = installable.find((agent) => agent.name === name);
  if (found !== undefined) return found;
  const names = installable.map((agent) => agent.name);
  const near = suggest(name, names);
  const hint =
    near === undefined ? `there are: ${names.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
  throw new AbpError("usage_invalid", `no agent to install is named ${JSON.stringify(name)}; ${hint}`, {
    where: "abp agents install",
  });
}
