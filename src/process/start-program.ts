import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { AbpError } from "../contract/index.ts";
import { ControlGroup } from "./cgroup/control-group.ts";
import { holdLimits } from "./cgroup/held-limits.ts";
import { findExecutable } from "./launch/executable.ts";
import { launchCommand } from "./launch/launch-command.ts";
import { leakingDescriptors } from "./launch/leaking-descriptors.ts";
import type { Program } from "./program.ts";
import { RunningProgram } from "./running-program.ts";
import type { StartPlan } from "./start-plan.ts";
import { MARK_VARIABLE } from "./tree/tree-members.ts";

const STANDARD_STREAMS = 3;
/** The system is short of something now; the same start may succeed later. */
const PASSING_SHORTAGES = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

/**
 * Starts a program in its own session and control group. Rejects with `sidecar_spawn_failed`, or with `backend_unavailable`
 * if the system is short of descriptors, processes or memory.
 */
export async function startProgram(plan: StartPlan): Promise<Program> {
  const command = executableOf(plan);
  const group = ControlGroup.create(plan.mark, plan.limits ?? {});
  try {
    return await spawnIn(group, command, plan);
  } catch (error) {
    await group.remove();
    throw AbpError.is(error) ? error : spawnError(plan, error);
  }
}

function executableOf(plan: StartPlan): string {
  if (!isDirectory(plan.cwd)) {
    throw failure(plan, `its working directory ${plan.cwd} does not exist`, "ENOENT");
  }
  const found = findExecutable(plan.command, plan.cwd, plan.env["PATH"]);
  if (typeof found === "string") return found;
  throw failure(plan, found.reason, found.code);
}

async function spawnIn(group: ControlGroup, command: string, plan: StartPlan): Promise<Program> {
  const env = { ...plan.env, [MARK_VARIABLE]: plan.mark };
  const limits = holdLimits(group, plan.limits);
  const stdio: StdioOptions = ["pipe", "pipe", "pipe", ...(plan.descriptors ?? [])];
  if (plan.channel === true) stdio.push("ipc");
  const launch = launchCommand({ command, args: plan.args }, env, {
    joinFiles: group.joinFiles,
    close: leakingDescriptors(Math.max(stdio.length, STANDARD_STREAMS)),
    maxDataBytes: limits.memory === "rlimit" ? plan.limits?.memoryBytes : undefined,
  });
  const child = spawn(launch.command, launch.args, { env, cwd: plan.cwd, stdio, detached: true });
  const pid = await pidOf(child);
  const program = new RunningProgram(child, pid, plan.mark, group, limits);
  plan.onStarted?.(child);
  return program;
}

/** The number of the new process. A start that fails reports it in an event of the same turn. */
function pidOf(child: ChildProcess): Promise<number> {
  if (child.pid !== undefined) {
    child.on("error", () => undefined);
    return Promise.resolve(child.pid);
  }
  return new Promise((_, reject) => {
    child.once("error", reject);
  });
}

function spawnError(plan: StartPlan, error: unknown): AbpError {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown";
  if (!PASSING_SHORTAGES.has(code)) return failure(plan, code, code);
  return new AbpError("backend_unavailable", `${plan.command} cannot be started now: ${code}`, {
    details: { command: plan.command, errno: code },
    cause: error,
  });
}

function failure(plan: StartPlan, reason: string, errno: string): AbpError {
  return new AbpError("sidecar_spawn_failed", `${plan.command} cannot be started: ${reason}`, {
    details: { command: plan.command, errno },
  });
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
