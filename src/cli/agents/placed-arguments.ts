import { rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type AgentCommand, findProgram, type Launch } from "../../agents/index.ts";
import type { Environment } from "../../config/index.ts";
import { makePrivateDirectory } from "../../storage/index.ts";

/** A command with the arguments that point its agent at the gateway. */
export interface PlacedCommand {
  readonly words: readonly string[];
  readonly environment: Environment;
  /** What keeps the agent from the gateway, one sentence each. */
  readonly faults: readonly string[];
  /** Removes what was written for the command. */
  readonly remove: () => Promise<void>;
}

/** What a command is prepared from. */
export interface PlacedRequest {
  readonly words: readonly string[];
  /** The agent among the words; undefined if there is none. */
  readonly found: AgentCommand | undefined;
  readonly launch: Pick<Launch, "tool" | "arguments" | "environment">;
  readonly environment: Environment;
  readonly cwd: string;
  /** A directory of this run only. It is made if a program has to be written. */
  readonly directory: string;
}

/**
 * Puts an agent's arguments into a command. If a shell's script names the agent, a program of the same name is put first in
 * `PATH`, which starts the agent with the arguments.
 */
export async function placeArguments(request: PlacedRequest): Promise<PlacedCommand> {
  const { words, found, launch, environment } = request;
  const faults = variableFaults(request);
  const unchanged = { words, environment, faults, remove: async () => undefined };
  if (found === undefined || launch.arguments.length === 0) return unchanged;
  const { place } = found;
  if (place.in === "words") {
    const inserted = [...place.before, ...launch.arguments];
    return { ...unchanged, words: [...words.slice(0, place.at), ...inserted, ...words.slice(place.at)] };
  }
  const program = place.isOnPath ? findOnPath(request) : undefined;
  if (program === undefined) {
    const fault = `${launch.tool.title} is pointed at the gateway by arguments, and this script leaves no place for them. Start it by its name, without the shell: \`abp exec -- ${launch.tool.executables[0]} …\``;
    return { ...unchanged, faults: [...faults, fault] };
  }
  const { directory } = request;
  await makePrivateDirectory(directory);
  const script = `#!/bin/sh\nexec ${[program.path, ...launch.arguments].map(quote).join(" ")} "$@"\n`;
  await writeFile(join(directory, program.name), script, { mode: 0o700 });
  return {
    words,
    environment: { ...environment, PATH: [directory, environment["PATH"]].join(delimiter) },
    faults,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

function findOnPath({ launch, cwd, environment }: PlacedRequest) {
  for (const name of launch.tool.executables) {
    const program = findProgram(name, cwd, environment["PATH"]);
    if (program !== undefined) return { name, path: program.path };
  }
  return undefined;
}

function variableFaults({ found, launch }: PlacedRequest): string[] {
  if (found === undefined) return [];
  const { title } = launch.tool;
  const own = found.assigned.filter((name) => Object.hasOwn(launch.environment, name));
  return [
    ...(found.clearedBy === undefined
      ? []
      : [
          `${found.clearedBy} starts ${title} without the variables that point it at the gateway. Let it keep the variables, or start ${title} without it`,
        ]),
    ...(own.length === 0
      ? []
      : [`the command itself sets ${own.join(", ")}, which point ${title} at the gateway`]),
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
