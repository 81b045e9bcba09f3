import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/** A program, and the first output that ends the measurement. */
export interface Program {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Without it, the measurement ends with the process. */
  readonly ready?: RegExp;
}

export interface Reading {
  /** CPU time of all threads, in ms. */
  readonly cpu: number;
  readonly wall: number;
}

export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly printed: string;
  readonly reading: Reading;
}

/** Starts Node with a program, and reads time and CPU time when its output fits `ready`. */
export async function startUntilReady({ argv, cwd, env, ready = /./ }: Program): Promise<Started> {
  const start = performance.now();
  const child = spawn(process.execPath, [...argv], { cwd, env: { ...env }, stdio: ["pipe", "pipe", "pipe"] });
  let printed = "";
  const reading = await new Promise<Reading>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      const wall = performance.now() - start;
      printed += chunk.toString();
      if (ready.test(printed)) resolve({ cpu: cpuMs(child.pid!), wall });
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("exit", (code) => reject(new Error(`${argv.join(" ")} ended with ${code}: ${printed}`)));
  });
  return { child, pid: child.pid!, printed, reading };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** CPU time of all threads so far, in ms. The kernel counts it in nanoseconds for each thread. */
function cpuMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const times = tasks.map((task) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      return 0; // The thread has ended.
    }
  });
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

export interface Memory {
  /** MiB in memory, all of it and the share that is counted once among all processes. */
  readonly rss: number;
  readonly pss: number;
}

export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const mib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]) / 1024;
  return { rss: mib("Rss"), pss: mib("Pss") };
}

export function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!;
}
