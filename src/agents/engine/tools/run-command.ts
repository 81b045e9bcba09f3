import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { z } from "zod";
import { BoundedOutput } from "./bounded-output.ts";
import { defineTool, type ToolPlace } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 3600;
const MAX_OUTPUT_CHARACTERS = 64 * 1024;
/** From SIGTERM to SIGKILL. */
const GRACE_MS = 1000;
/** How long output is read after the exit, while a process in a session of its own keeps the pipe open. */
const DRAIN_MS = 1000;

/** Runs a command of the shell. Nothing that it starts in its process group outlives the tool. */
export const runTool = defineTool({
  name: "run",
  contractName: "Bash",
  description: `Runs a shell command at the root of the workspace, and gives its output and exit code. It is ended after ${DEFAULT_SECONDS} seconds unless "timeout_seconds" says otherwise. What it leaves in the background ends with it.`,
  input: z.strictObject({
    command: z.string().min(1).max(100_000),
    timeout_seconds: z.int().min(1).max(MAX_SECONDS).optional(),
  }),
  async run({ command, timeout_seconds = DEFAULT_SECONDS }, place) {
    if (command.includes("\0")) throw new ToolFailure("the command holds a zero byte");
    const { output, code, signal, isLate } = await runCommand(command, timeout_seconds * 1000, place);
    const end = isLate
      ? `[ended after ${timeout_seconds} seconds]`
      : signal !== null
        ? `[ended by ${signal}]`
        : `[exit code ${code}]`;
    const text = output === "" ? end : `${output.replace(/\n$/, "")}\n${end}`;
    return { text, isError: code !== 0, command: { text: command, exitCode: code, output } };
  },
});

interface CommandEnd {
  readonly output: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isLate: boolean;
}

async function runCommand(command: string, limitMs: number, place: ToolPlace): Promise<CommandEnd> {
  const { files, environment, signal } = place;
  signal.throwIfAborted();
  const shell = existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh";
  const child = spawn(shell, ["-c", command], {
    cwd: files.root,
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own.
    detached: true,
  });
  const output = new BoundedOutput(MAX_OUTPUT_CHARACTERS);
  for (const stream of [child.stdout, child.stderr]) collect(stream, output);
  const { promise: exited, resolve, reject } = Promise.withResolvers<Pick<CommandEnd, "code" | "signal">>();
  child.once("error", (error) => reject(new ToolFailure(`the shell cannot be started: ${error.message}`)));
  child.once("exit", (code, by) => resolve({ code, signal: by }));
  const closed = new Promise<void>((done) => child.once("close", () => done()));
  let isLate = false;
  const end = () => endGroup(child);
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, limitMs);
  signal.addEventListener("abort", end, { once: true });
  try {
    const how = await exited;
    // What the command left in the background goes with it.
    killGroup(child, "SIGKILL");
    await Promise.race([closed, sleep(DRAIN_MS)]);
    signal.throwIfAborted();
    return { output: output.text, ...how, isLate };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
}

function collect(stream: Readable, output: BoundedOutput): void {
  const decoder = new StringDecoder("utf8");
  stream.on("data", (chunk: Buffer) => output.add(decoder.write(chunk)));
  // A pipe that breaks has nothing more to say.
  stream.on("error", () => undefined);
}

/** Ends the group of a command: politely, then at once. */
function endGroup(child: ChildProcess): void {
  killGroup(child, "SIGTERM");
  const timer = setTimeout(() => killGroup(child, "SIGKILL"), GRACE_MS);
  child.once("exit", () => clearTimeout(timer));
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
