import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Environment } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";

/** A program to run in the place of this one. */
export interface ChildCommand {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment: Environment;
  readonly cwd: string;
}

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Runs a program on this process's own standard streams, hands signals on to it, and gives its exit code; 128 and
 * the signal's number where a signal ended it, as shells have it.
 */
export function runChild(child: ChildCommand): Promise<number> {
  return new Promise((resolve, reject) => {
    const running = spawn(child.command, child.arguments, {
      cwd: child.cwd,
      env: child.environment as NodeJS.ProcessEnv,
      stdio: "inherit",
    });
    // While these are listened to, no signal ends this process before its program.
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
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
}

// A terminal sends its own signals to the whole foreground group: the program has them already.
function isFromTerminal(name: NodeJS.Signals): boolean {
  return (name === "SIGINT" || name === "SIGQUIT") && process.stdin.isTTY === true;
}

function startFailure(command: string, error: NodeJS.ErrnoException): AbpError {
  const reason = error.code === "ENOENT" ? "is not found" : `cannot be started (${error.code})`;
  return new AbpError("usage_invalid", `${command} ${reason}`, {
    where: "abp exec",
    advice: "Install the program, or name it with its path.",
    cause: error,
  });
}
