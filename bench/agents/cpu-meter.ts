import { readdirSync, readFileSync } from "node:fs";

/** Linux counts the time of a process in hundredths of a second. */
const TICK_MS = 10;
const SAMPLE_INTERVAL_MS = 50;

/**
 * Measures the processor time of this process and of all its descendants. The kernel adds up only those that somebody waited
 * for, and those in a sandbox are ended together, so they are sampled. The last sample of a process is up to 50 ms old.
 */
export class CpuMeter {
  readonly #before = process.cpuUsage();
  readonly #seen = new Map<string, number>();
  readonly #timer = setInterval(() => this.#sample(), SAMPLE_INTERVAL_MS).unref();

  /** Stops, and returns milliseconds. */
  stop(): number {
    this.#sample();
    clearInterval(this.#timer);
    const { user, system } = process.cpuUsage(this.#before);
    const descendants = [...this.#seen.values()].reduce((total, ticks) => total + ticks, 0);
    return (user + system) / 1000 + descendants * TICK_MS;
  }

  #sample(): void {
    const waiting = childrenOf(process.pid);
    for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
      const stat = read(`/proc/${pid}/stat`);
      // The second member is the name, which may hold spaces.
      const members = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [ticks, startedAt] = [Number(members[11]) + Number(members[12]), members[19]];
      if (stat !== "") this.#seen.set(`${pid} ${startedAt}`, ticks);
      waiting.push(...childrenOf(pid));
    }
  }
}

/** Each thread lists the processes that it started. */
function childrenOf(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`);
  const lists = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return lists.flatMap((text) => text.split(" ").filter(Boolean).map(Number));
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return []; // The process has ended.
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // The process has ended.
  }
}
