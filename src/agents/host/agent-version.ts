import { execFile } from "node:child_process";
import type { Environment } from "../../config/index.ts";
import type { Agent } from "../agent.ts";
import { agentCommand } from "./agent-command.ts";
import type { HostEnvironment } from "./host-environment.ts";
import { packageVersion } from "./package-version.ts";

/** Short against the time in which a host has to say hello. */
const TIME_LIMIT_MS = 5000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** The version of an agent: from its package, or else by asking it. Returns null if it does not say one in time. */
export async function agentVersion(
  { installation }: Pick<Agent, "installation">,
  { command: executable, home }: Pick<HostEnvironment, "command" | "home">,
  env: Environment,
): Promise<string | null> {
  if (installation === undefined) return null;
  const installed = packageVersion(executable, installation.package);
  if (installed !== undefined) return installed;
  const { command, args } = agentCommand(executable, installation.versionArguments);
  return new Promise((resolve) => {
    const options = {
      env: { PATH: env["PATH"], HOME: home },
      cwd: home,
      timeout: TIME_LIMIT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      killSignal: "SIGKILL",
    } as const;
    execFile(command, args, options, (error, stdout) => {
      const version = /\d+\.\d+[\w.+-]*/.exec(stdout)?.[0];
      resolve(error === null && version !== undefined ? version : null);
    });
  });
}
