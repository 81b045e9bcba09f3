import { delimiter } from "node:path";
import {
  type AgentPlaces,
  agentCommand,
  type Command,
  findCommand,
  findProgram,
  programDirectories,
} from "../../agents/index.ts";
import type { Environment } from "../../config/index.ts";

/** The environment of a program that may start an installed agent by its name. A program of the user's own comes first. */
export function withInstalledAgents(environment: Environment, places: AgentPlaces): Environment {
  const searchPath = [environment["PATH"] ?? "", ...programDirectories(places)].filter((one) => one !== "");
  return { ...environment, PATH: searchPath.join(delimiter) };
}

/**
 * How the words of a command are started. An agent that is only among the installed ones runs as in a run, on the Node of this
 * process if it is a script for Node.
 */
export function commandOf(
  words: readonly string[],
  place: { readonly cwd: string; readonly environment: Environment; readonly userPath: string | undefined },
): Command {
  const [name = "", ...args] = words;
  const asIs = { command: name, args };
  const isBareAgent = !/[\\/]/.test(name) && findCommand([name]) !== undefined;
  if (!isBareAgent || findProgram(name, place.cwd, place.userPath) !== undefined) return asIs;
  const installed = findProgram(name, place.cwd, place.environment["PATH"]);
  return installed === undefined ? asIs : agentCommand(installed.path, args);
}
