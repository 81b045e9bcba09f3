import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { RunHome } from "./home/run-home.ts";
import { COUNTER, type Rehearsal } from "./rehearsal.ts";
import type { Schedule } from "./schedule.ts";

/** Runs a work order and kills it as the seed says. Resolves to whether it was killed; a run may end before. */
export async function killRun(home: RunHome, schedule: Schedule, rehearsal: Rehearsal): Promise<boolean> {
  const child = start(home, schedule, rehearsal);
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout?.resume();
  const { kill } = schedule;
  const timer =
    kill.kind === "instant"
      ? setTimeout(() => child.kill("SIGKILL"), kill.share * rehearsal.durationMs)
      : undefined;
  const [code, signal] = await ended;
  clearTimeout(timer);
  if (signal === null && code !== 0) throw new Error(`the run ended with ${code}: ${errors.slice(-600)}`);
  return signal === "SIGKILL";
}

function start(home: RunHome, schedule: Schedule, { operations }: Rehearsal): ChildProcess {
  const { kill } = schedule;
  if (kill.kind === "step") return home.startStepRun(schedule, kill.step, kill.afterMs);
  if (kill.kind === "instant") return home.startRun(schedule);
  return home.startRun(schedule, killAt(kill.share, operations));
}

/** The environment of a process that is killed before one of its operations. */
export function killAt(share: number, operations: number): Record<string, string> {
  const at = 1 + Math.floor(share * operations);
  return { NODE_OPTIONS: `--import=${COUNTER}`, RUN_CRASH_AT: String(at) };
}
