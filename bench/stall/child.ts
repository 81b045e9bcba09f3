import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** A process that the benchmark started. */
export interface Child {
  readonly pid: number;
  /** What the process printed up to the awaited text. */
  readonly printed: string;
  stop(): Promise<void>;
}

/** Starts a process and waits until it has printed something that fits `ready`. */
export async function startChild(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: RegExp,
): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = await waitFor(child, ready);
  return {
    pid: child.pid!,
    printed,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

function waitFor(child: ChildProcess, ready: RegExp): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      if (printed.length < 100_000) printed += chunk.toString();
      if (ready.test(printed)) resolve(printed);
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.once("exit", (code) => reject(new Error(`a process ended with ${code}: ${printed}`)));
  });
}

/** The CPU time of a process so far, in seconds. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The most memory that a process had since the last `resetPeak`, in MiB. Linux only. */
export function peakMib(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1]) / 1024;
}

export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
