import type { BigIntStats } from "node:fs";
import { chmod, mkdir, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { displayPath } from "../manifest/display-path.ts";
import { pathBelow } from "../patch/raw-path.ts";
import type { ApplyStep } from "./apply-plan.ts";
import { type Blocker, ParentDirectories, parentOf } from "./parent-directories.ts";
import { StagedContent } from "./staged-content.ts";
import { identityOf, isSameIdentity, lstatOrUndefined } from "./target-entry.ts";
import { checkWritable } from "./writable-parents.ts";

/** Files that are checked or put into place at the same time: each replaced file may wait for the disk. */
const GROUP_SIZE = 16;

/** The workspace and the repository of an apply. */
export interface PerformTarget {
  readonly path: string;
  readonly device: bigint;
  readonly gitDir: string;
}

/**
 * Carries out the steps. Every content is written beside first, and every place is looked at again, before the first file
 * changes. A process that dies meanwhile leaves some files changed and others not; applying again completes them.
 */
export async function perform(
  target: PerformTarget,
  steps: readonly ApplyStep[],
  signal: AbortSignal,
): Promise<void> {
  if (steps.length === 0) return;
  await checkWritable(
    target,
    steps.map(({ rawPath }) => rawPath),
  );
  const staged = await StagedContent.open(target.path);
  try {
    const writes = steps.filter((step) => step.kind === "write");
    await staged.write(target.gitDir, writes, signal);
    await inGroups(steps, (step) => checkUnchanged(target.path, step));
    signal.throwIfAborted();
    const deletes = steps.filter((step) => step.kind === "delete");
    for (const step of deletes) await remove(target, step);
    await inGroups(writes, (step, index) => place(target, step, staged.pathOf(index)));
    for (const step of steps) if (step.kind === "mode") await changeMode(target, step);
    await removeEmptyParents(target.path, deletes);
  } finally {
    await staged.close();
  }
}

// Waits for all of a group before it throws the first failure: no work goes on after it.
async function inGroups<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < items.length; first += GROUP_SIZE) {
    const group = items.slice(first, first + GROUP_SIZE);
    const results = await Promise.allSettled(group.map((item, index) => work(item, first + index)));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }
}

// Returns the stats of the entry, undefined where nothing is there.
async function checkUnchanged(
  target: string,
  { rawPath, ...step }: ApplyStep,
): Promise<BigIntStats | undefined> {
  const stats = await lstatOrUndefined(pathBelow(target, rawPath));
  const isSame =
    step.expected === undefined
      ? stats === undefined || stats.isDirectory()
      : stats !== undefined && isSameIdentity(step.expected, identityOf(stats));
  if (!isSame) throw changedMeanwhile(rawPath);
  return stats;
}

async function remove(target: PerformTarget, step: ApplyStep): Promise<void> {
  await checkPlace(target, step);
  await unlink(pathBelow(target.path, step.rawPath));
}

async function place(target: PerformTarget, step: ApplyStep, from: string): Promise<void> {
  await makeParents(target, step.rawPath);
  const stats = await checkPlace(target, step);
  const path = pathBelow(target.path, step.rawPath);
  if (stats?.isDirectory() === true) await removeDirectories(path);
  await rename(from, path);
}

async function changeMode(target: PerformTarget, step: Extract<ApplyStep, { kind: "mode" }>): Promise<void> {
  await checkPlace(target, step);
  await chmod(pathBelow(target.path, step.rawPath), step.mode);
}

// Looked at again for each step, because other programs may write into the workspace meanwhile.
async function checkPlace(target: PerformTarget, step: ApplyStep): Promise<BigIntStats | undefined> {
  if ((await freshBlocker(target, step.rawPath)).kind !== "none") throw changedMeanwhile(step.rawPath);
  return checkUnchanged(target.path, step);
}

function freshBlocker({ path, device }: PerformTarget, rawPath: string): Promise<Blocker> {
  return new ParentDirectories(path, device).blockerOf(rawPath);
}

async function makeParents(target: PerformTarget, rawPath: string): Promise<void> {
  if ((await freshBlocker(target, rawPath)).kind !== "absent") return;
  const parent = parentOf(rawPath);
  await makeParents(target, parent);
  try {
    await mkdir(pathBelow(target.path, parent));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

// Removes a directory that holds nothing but empty directories. `rmdir` refuses a directory with anything in it.
async function removeDirectories(path: Buffer): Promise<void> {
  for (const name of await readdir(path, { encoding: "buffer" })) {
    await removeDirectories(Buffer.concat([path, Buffer.from("/"), name]));
  }
  await rmdir(path);
}

// As git does: a directory whose last file was deleted goes too. `rmdir` refuses one that is not empty.
async function removeEmptyParents(target: string, deletes: readonly ApplyStep[]): Promise<void> {
  for (const { rawPath } of deletes) {
    for (let parent = parentOf(rawPath); parent !== ""; parent = parentOf(parent)) {
      try {
        await rmdir(pathBelow(target, parent));
      } catch {
        break;
      }
    }
  }
}

function changedMeanwhile(rawPath: string): AbpError {
  const path = displayPath(rawPath);
  const reason = "it changed while the patch was applied";
  return new AbpError("workspace_conflict", reason, {
    where: path,
    advice: "Stop what writes into the workspace, then apply again: what is applied already is recognised.",
    details: { issues: [{ path, message: reason }] },
  });
}
