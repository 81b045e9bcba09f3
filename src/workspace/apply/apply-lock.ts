import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { AbpError } from "../../contract/index.ts";
import { tryLock } from "../../storage/index.ts";

const NAME = ".abp-apply.lock";
const RETRY_MS = 25;
const MAX_WAIT_MS = 60_000;

/** Held while changes are applied to a workspace. */
export interface ApplyLock {
  release(): void;
}

/**
 * Waits until nobody else applies changes to the workspace. The system frees the lock of a process that died. Undefined if the
 * workspace can hold no lock: writing into it fails then, or every change is there already. Throws `output_unwritable` after a
 * minute, and the reason of the signal.
 */
export async function takeApplyLock(
  target: string,
  signal: AbortSignal,
  maxWaitMs = MAX_WAIT_MS,
): Promise<ApplyLock | undefined> {
  const path = join(target, NAME);
  for (const deadline = performance.now() + maxWaitMs; ; ) {
    signal.throwIfAborted();
    // The first try may only make the file.
    const first = tryTake(path);
    const taken = first === "held" ? tryTake(path) : first;
    if (taken !== "held") return taken;
    if (performance.now() > deadline) {
      throw new AbpError("output_unwritable", "another process applies changes to this workspace", {
        where: target,
        advice: "Wait until it has ended, then apply again.",
      });
    }
    // Its reason is thrown at the next turn.
    await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function tryTake(path: string): ApplyLock | "held" | undefined {
  const inode = inodeOf(path);
  let lock: ReturnType<typeof tryLock>;
  try {
    lock = tryLock(path);
  } catch {
    // The directory cannot be written, or something else has the name.
    return undefined;
  }
  if (lock === undefined) return "held";
  // A new file, or one that its last holder has just removed: only a file that keeps its name is the lock for everybody.
  if (inode === undefined || inodeOf(path) !== inode) {
    lock.release();
    return "held";
  }
  return {
    release: () => {
      rmSync(path, { force: true });
      lock.release();
    },
  };
}

function inodeOf(path: string): bigint | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
