import { spawn } from "node:child_process";
import { constants } from "node:os";
import { agents, notInstalled } from "../../agents/index.ts";
import type { Environment } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";

/** A program to run. */
export interface ChildCommand {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment: Environment;
  readonly cwd: string;
}

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Runs a program with the standard streams of this process, forwards signals to it, and returns its exit code. As in a
 * shell, the code is 128 plus the signal's number if a signal ended the program.
 */
export function runChild(child: ChildCommand): Promise<number> {
  return new Promise((resolve, reject) => {
    const running = spawn(child.command, child.arguments, {
      cwd: child.cwd,
      env: child.environment as NodeJS.ProcessEnv,
      stdio: "inherit",
    });
    // These handlers also keep the signals from ending this process before the program.
    const forward = (name: NodeJS.Signals) => {
      if (!isFromTerminal(name)) running.kill(name);
    };
    for (const name of FORWARDED) process.on(name, forward);
    const release = () => {
      for (const name of FORWARDED) process.removeListener(name, forward);
    };
    running.once("error", (error: NodeJS.ErrnoException) => {
      release();
      reject(startFailure(child.command, error));
    });
    running.once("exit", (code, signal) => {
      release();
      resolve(signal === null ? code! : 128 + constants.signals[signal]);
    });
  });
}

// A terminal sends SIGINT and SIGQUIT to the whole foreground process group, so the program receives them itself.
function isFromTerminal(name: NodeJS.Signals): boolean {
  return (name === "SIGINT" || name === "SIGQUIT") && process.stdin.isTTY === true;
}

function startFailure(command: string, error: NodeJS.ErrnoException): AbpError {
  const agent = agents.find(({ connection }) => connection.executables.includes(command));
  if (error.code === "ENOENT" && agent !== undefined) return notInstalled(agent);
  const reason = error.code === "ENOENT" ? "is not found" : `cannot be started (${error.code})`;
  return new AbpError("usage_invalid", `${command} ${reason}`, {
    where: "abp exec",
    advice: "Install the program, or name it with its path.",
    cause: error,
  });
}
