import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";
import { userHome } from "../../contract/index.ts";
import type { TokenSource } from "./bearer-token.ts";

/** Runs a command and resolves to what it wrote. Rejects with an error that says how it failed, never what it wrote. */
export type RunCommand = (command: readonly string[], signal: AbortSignal) => Promise<string>;

/** The shortest life that vendors' commands leave a token. */
const MAX_AGE_MS = 5 * 60_000;
const FRESH_MS = 4 * 60_000;
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** A token that a command writes. */
export function tokenCommand(command: readonly string[], run: RunCommand): TokenSource {
  return {
    read: (signal) => run(command, signal),
    freshMs: FRESH_MS,
    maxAgeMs: MAX_AGE_MS,
    advice:
      "Run the engine's `credential_command` in a terminal. It must print the token alone, within 30 seconds.",
  };
}

/** How long a command may run, for tests. */
export interface CommandLimits {
  readonly timeoutMs?: number;
}

/**
 * Runs commands without a shell and without input, in the user's home folder, so that no file of a project takes part. A command
 * that takes longer than 30 seconds or writes more than 64 KiB is ended, with what it started.
 */
export function openCommandRunner(
  env: Readonly<Record<string, string | undefined>>,
  { timeoutMs = TIMEOUT_MS }: CommandLimits = {},
): RunCommand {
  const home = userHome(homedir);
  return ([program = "", ...args], signal) =>
    new Promise((resolve, reject) => {
      const name = JSON.stringify(program);
      // A group of its own, because such commands are often scripts that start the program itself.
      const child = spawn(program, args, {
        cwd: home,
        env: { ...env },
        stdio: ["ignore", "pipe", "ignore"],
        detached: true,
      });
      const chunks: Buffer[] = [];
      let bytes = 0;
      const stop = (reason: string) => {
        finish();
        endGroup(child);
        reject(new Error(`the command ${name} ${reason}`));
      };
      const onAbort = () => stop("was given up");
      const timer = setTimeout(() => stop(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
      function finish() {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      }
      signal.addEventListener("abort", onAbort, { once: true });
      child.stdout.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MAX_OUTPUT_BYTES) chunks.push(chunk);
        else stop(`wrote more than ${MAX_OUTPUT_BYTES} bytes`);
      });
      child.once("error", (error: NodeJS.ErrnoException) => {
        finish();
        reject(new Error(`the command ${name} could not be started (${error.code ?? "unknown"})`));
      });
      child.once("close", (code, killedBy) => {
        finish();
        if (code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
        else reject(new Error(`the command ${name} ended with ${killedBy ?? `code ${code}`}`));
      });
    });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
