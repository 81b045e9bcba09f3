import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process that belongs to a run. */
export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes whose command line, environment or current directory contains one of these texts. */
export function findProcesses(texts: readonly string[]): FoundProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = read(() => readFileSync(`/proc/${name}/cmdline`, "latin1"));
      const environment = read(() => readFileSync(`/proc/${name}/environ`, "latin1"));
      const directory = read(() => readlinkSync(`/proc/${name}/cwd`));
      const isOurs = texts.some((text) =>
        [command, environment, directory].some((one) => one.includes(text)),
      );
      return isOurs ? [{ pid: Number(name), command: command.replaceAll("\0", " ").trim() }] : [];
    });
}

/** Waits until none is left; returns those that are left after the time. */
export async function waitForNone(texts: readonly string[], limitMs: number): Promise<FoundProcess[]> {
  const deadline = performance.now() + limitMs;
  let left = findProcesses(texts);
  while (left.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    left = findProcesses(texts);
  }
  return left;
}

/** Kills a process that `findProcesses` has found; it may have ended since. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

// A process that has ended, a zombie and a process of somebody else have nothing to read.
function read(text: () => string): string {
  try {
    return text();
  } catch {
    return "";
  }
}
