import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { agentConnections } from "../../src/agents/index.ts";

/** The folder of pinned agents that `npm run agents:install` fills: `ABP_AGENTS`, or one in the user's cache. */
export const agentsFolder = process.env["ABP_AGENTS"] ?? join(homedir(), ".cache", "abp-agents");

/** The executable of an agent, from the folder of agents or from `PATH`; undefined if it is not installed. */
export function findExecutable(name: string): string | undefined {
  const folders = [
    join(agentsFolder, "node_modules", ".bin"),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.map((one) => join(one, name)).find(isExecutable);
}

/** Says once that an agent's tests skip, and what to do about it. */
export function warnAbsent(name: string): void {
  const tool = agentConnections.find((one) => one.name === name)!;
  console.warn(
    `${tool.title} is not installed: its tests skip. \`npm run agents:install -- ${name}\` installs ${tool.package} for them.`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
