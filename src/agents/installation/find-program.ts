import { realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import type { Environment } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import { findExecutable } from "../../process/index.ts";
import type { Agent } from "../agent.ts";

/** The variable that names a directory with agents, as `npm install --prefix` makes it. */
export const AGENTS_VARIABLE = "ABP_AGENTS";

/** Where agents are looked for. */
export interface AgentPlaces {
  readonly environment: Environment;
  /** The directory that `abp agents install` fills; undefined if there is none. */
  readonly agentsDirectory: string | undefined;
}

/** An executable of an agent. */
export interface AgentProgram {
  /** The absolute path, without links. */
  readonly path: string;
  /** What a process needs to read in order to start it. */
  readonly installation: string;
}

/**
 * Finds the executable of an agent: in the directory of `ABP_AGENTS`, in the one of `abp agents install`, then in `PATH`. Undefined
 * if none of them has it.
 */
export function findAgentProgram(
  { installation }: Pick<Agent, "installation">,
  places: AgentPlaces,
): AgentProgram | undefined {
  if (installation === undefined) return undefined;
  const searchPath = [...programDirectories(places), places.environment["PATH"]].join(delimiter);
  return findProgram(installation.executable, "/", searchPath);
}

/** The directories with the executables of installed agents: that of `ABP_AGENTS`, then that of `abp agents install`. */
export function programDirectories({ environment, agentsDirectory }: AgentPlaces): string[] {
  return [environment[AGENTS_VARIABLE], agentsDirectory].flatMap((directory) =>
    directory === undefined || directory === "" ? [] : [join(directory, "node_modules", ".bin")],
  );
}

/** Finds an executable by its path, or by its name in `searchPath`. */
export function findProgram(
  command: string,
  cwd: string,
  searchPath: string | undefined,
): AgentProgram | undefined {
  const found = findExecutable(command, cwd, searchPath);
  if (typeof found !== "string") return undefined;
  const path = realpathSync(found);
  return { path, installation: installationOf(path) };
}

/** The error for an agent that is not installed. It names the command that installs it. */
export function notInstalled({ name, title, installation }: Agent): AbpError {
  const advice =
    installation === undefined
      ? `Name its program in \`command\` of the backend.`
      : `Run \`abp agents install ${name}\`, or \`npm install --global ${installation.package}\`.`;
  return new AbpError("agent_not_installed", `${title} is not installed`, {
    advice,
    details: { agent: name },
  });
}

// A package needs the packages beside it, so all of `node_modules` counts.
function installationOf(path: string): string {
  let found = dirname(path);
  for (let directory = found; dirname(directory) !== directory; directory = dirname(directory)) {
    if (basename(directory) === "node_modules") found = directory;
  }
  return found;
}
