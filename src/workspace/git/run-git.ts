import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import { findExecutable } from "../../process/index.ts";

/** The end of git's standard error that an error message may hold. */
const MAX_ERROR_BYTES = 4096;

// Nothing of a repository, a user or the system configures git: only these settings do.
const settings: readonly string[] = [
  "core.fsmonitor=false",
  // A directory that looks like a repository is none: each call names its own.
  "safe.bareRepository=explicit",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "protocol.allow=never",
  "core.quotePath=true",
  // Larger files are written in pieces and count as binary, so that no comparison of lines needs much memory.
  "core.bigFileThreshold=16m",
  "gc.auto=0",
  "maintenance.auto=false",
  // Keeps the imported objects in one file.
  "fastimport.unpackLimit=1",
];

export interface GitCall {
  /** The private repository. git works in it and in no other place. */
  readonly gitDir: string;
  /** A private directory that git takes for the work tree. */
  readonly workTree?: string;
  readonly args: readonly string[];
  /** Further settings, each as `name=value`. They win over those of every call. */
  readonly settings?: readonly string[];
  /** Further variables of the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: AsyncIterable<Uint8Array>;
  /** Gets standard output in pieces. The next piece is read when the promise resolves. */
  readonly onOutput?: (chunk: Buffer) => Promise<void> | void;
  /** Exit codes that are no failure besides 0. */
  readonly accepts?: (code: number) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs git on a private repository with an environment of its own, and returns its exit code. Throws
 * `execution_workspace_error` if git fails, `workspace_full` if the disk is full, and the reason of an aborted signal.
 */
export async function runGit(call: GitCall): Promise<number> {
  const { gitDir, signal } = call;
  signal.throwIfAborted();
  const child = spawn(
    "git",
    [...[...settings, ...(call.settings ?? [])].flatMap((one) => ["-c", one]), ...call.args],
    {
      cwd: call.workTree ?? gitDir,
      env: { ...gitEnvironment(gitDir, call.workTree), ...call.environment },
      stdio: ["pipe", "pipe", "pipe"],
      signal,
      killSignal: "SIGKILL",
    },
  );
  let errors = Buffer.alloc(0);
  child.stderr.on("data", (chunk: Buffer) => {
    errors = Buffer.concat([errors, chunk]).subarray(-MAX_ERROR_BYTES);
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? -1));
  });
  const work = [pipeline(Readable.from(call.input ?? []), child.stdin), readAll(child.stdout, call.onOutput)];
  const [feeding, reading] = work.map((one) => one.catch((error: unknown) => stop(child, error)));
  const [code, failure] = await Promise.all([ended.catch((error: unknown) => error), reading]);
  // An input that waits for the next request would wait for ever, once git has failed or was ended.
  const failures = [code === 0 ? await feeding : await Promise.race([feeding, undefined]), failure];
  signal.throwIfAborted();
  if (typeof code !== "number") throw cannotStart(code);
  const ours = failures.find((one) => one !== undefined && !isClosedPipe(one));
  if (ours !== undefined) throw ours;
  if (code === 0 || call.accepts?.(code) === true) return code;
  throw gitFailed(call.args[0]!, code, errors.toString("utf8").trim());
}

/** Throws `execution_workspace_error` if there is no git, so that a run finds out before it begins and not when it ends. */
export function requireGit(): void {
  const found = findExecutable("git", "/", gitPath());
  if (typeof found !== "string") throw cannotStart({ code: "ENOENT" });
}

function gitPath(): string {
  return process.env["PATH"] ?? "/usr/bin:/bin";
}

function gitEnvironment(gitDir: string, workTree: string | undefined): Record<string, string> {
  return {
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
    PATH: gitPath(),
    LC_ALL: "C",
    // A home without a configuration of git.
    HOME: gitDir,
    XDG_CONFIG_HOME: gitDir,
    GIT_DIR: gitDir,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
  };
}

async function readAll(stream: Readable, onOutput: GitCall["onOutput"]): Promise<void> {
  for await (const chunk of stream) await onOutput?.(chunk as Buffer);
}

// A failure on our side ends git, which would otherwise wait for input or for a reader.
function stop(child: ReturnType<typeof spawn>, error: unknown): unknown {
  if (!isClosedPipe(error)) child.kill("SIGKILL");
  return error;
}

// git ended before it read its input. Its exit code says why.
function isClosedPipe(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET";
}

function cannotStart(cause: unknown): AbpError {
  return new AbpError("execution_workspace_error", `git cannot be started (${reasonOf(cause)})`, {
    advice: "Install git: it writes and merges the patches of runs.",
    cause,
  });
}

function gitFailed(command: string, code: number, errors: string): AbpError {
  if (errors.includes("No space left on device")) {
    return new AbpError("workspace_full", `git ${command} could not write: no space left`);
  }
  return new AbpError("execution_workspace_error", `git ${command} failed with code ${code}: ${errors}`);
}
