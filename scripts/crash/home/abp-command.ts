import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";

const ABP = resolve(import.meta.dirname, "../../../bin/abp.js");

/** The end of a command, with both of its outputs. */
export interface CommandEnd {
  readonly code: number | null;
  readonly text: string;
}

/** Starts `abp`, by default that of this checkout, with the configuration and the state in `root`, and nothing else of the caller's environment but `PATH`. */
export function startAbp(
  root: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  stdio: ("ignore" | "pipe" | number)[],
  abp = ABP,
): ChildProcess {
  return startProgram(root, [abp, ...argv], env, stdio);
}

/** Like `startAbp`, for another program of this repository. */
export function startProgram(
  root: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  stdio: ("ignore" | "pipe" | number)[],
): ChildProcess {
  const own = { ABP_HOME: join(root, "home"), ABP_CONFIG: join(root, "backplane.toml"), NO_COLOR: "1" };
  const path = process.env["PATH"] ?? "";
  return spawn(process.execPath, [...argv], { cwd: root, env: { PATH: path, ...own, ...env }, stdio });
}

/** Resolves when a command has ended and both of its outputs are closed; they must be pipes. */
export function collectOutput(child: ChildProcess): Promise<CommandEnd> {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  }
  return new Promise((done) => child.on("close", (code) => done({ code, text })));
}
