import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { AbpError, userHome } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import type { Agent, AgentInstallation } from "../agent.ts";
import { agentCommand, type Command } from "../host/agent-command.ts";
import { findProgram } from "./find-program.ts";

/** A command that was run to its end. */
export interface CommandEnd {
  readonly exitCode: number | null;
  /** The end of what it printed. */
  readonly output: string;
}

/** Runs a command with its output collected. Rejects if it cannot be started. */
export type RunCommand = (
  line: Command & { readonly cwd: string; readonly home: string; readonly timeoutMs: number },
) => Promise<CommandEnd>;

/** An agent that is in place. */
export interface InstalledAgent {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** What the program says of its version. */
  readonly reported: string;
  readonly path: string;
  /** False if this version was in place already. */
  readonly isNew: boolean;
}

const NPM_TIMEOUT_MS = 600_000;
const SCRIPT_TIMEOUT_MS = 120_000;
const VERSION_TIMEOUT_MS = 60_000;
const npmOptions = ["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Installs the pinned version of an agent into a directory of its own, from the package registry that npm is configured with. No
 * script of a package runs except the one that the agent's data names. Throws `agent_not_installed` if a step fails.
 */
export async function installAgent(
  agent: Agent,
  directory: string,
  run: RunCommand,
): Promise<InstalledAgent> {
  const { name, installation } = agent;
  if (installation === undefined) {
    throw failure(agent, "it has no package", "Name its program in `command` of a backend.");
  }
  const wanted = `${installation.package}@${installation.version}`;
  const marker = join(directory, `${name}.installed`);
  const isNew = readMarker(marker) !== wanted;
  if (isNew) {
    makeProject(directory);
    await step(agent, run, {
      command: "npm",
      args: ["install", "--prefix", directory, ...npmOptions, wanted],
      cwd: directory,
      home: undefined,
      timeoutMs: NPM_TIMEOUT_MS,
    });
    await runScript(agent, installation, directory, run);
  }
  const found = findProgram(join(directory, "node_modules", ".bin", installation.executable), "/", undefined);
  if (found === undefined) throw failure(agent, `the package has no program ${installation.executable}`);
  const { output } = await step(agent, run, {
    ...agentCommand(found.path, installation.versionArguments),
    cwd: directory,
    home: directory,
    timeoutMs: VERSION_TIMEOUT_MS,
  });
  writeFileSync(marker, `${wanted}\n`);
  const [reported = ""] = output.trim().split("\n", 1);
  return {
    name,
    package: installation.package,
    version: installation.version,
    reported,
    path: found.path,
    isNew,
  };
}

async function runScript(
  agent: Agent,
  { script, package: name }: AgentInstallation,
  directory: string,
  run: RunCommand,
): Promise<void> {
  if (script === undefined) return;
  const path = join(directory, "node_modules", name, script);
  await step(agent, run, {
    command: process.execPath,
    args: [path],
    cwd: dirname(path),
    home: directory,
    timeoutMs: SCRIPT_TIMEOUT_MS,
  });
}

interface Step extends Command {
  readonly cwd: string;
  /** The home directory of the command; undefined for the user's own, where npm finds its configuration. */
  readonly home: string | undefined;
  readonly timeoutMs: number;
}

async function step(agent: Agent, run: RunCommand, line: Step): Promise<CommandEnd> {
  const home = line.home ?? userHome(homedir);
  const end = await run({ ...line, home }).catch((error: unknown) => {
    throw failure(agent, `${line.command} cannot be started: ${reasonOf(error)}`);
  });
  if (end.exitCode === 0) return end;
  const [first = ""] = end.output.trim().split("\n", 1);
  throw failure(agent, `${line.command} ended with exit code ${end.exitCode ?? "none"}: ${first}`);
}

/** npm takes a directory with a package.json for a project, and installs into it and nowhere above. */
function makeProject(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(join(directory, "package.json"), '{ "private": true }\n', { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function readMarker(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

function failure({ name, title }: Agent, reason: string, advice?: string): AbpError {
  return new AbpError("agent_not_installed", `${title} cannot be installed: ${reason}`, {
    advice: advice ?? "Look at what npm says; a package registry must be reachable.",
    details: { agent: name },
  });
}
