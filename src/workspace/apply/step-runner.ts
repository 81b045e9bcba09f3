import type { BigIntStats } from "node:fs";
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rmdir,
  symlink,
  unlink,
} from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { displayPath } from "../manifest/display-path.ts";
import { pathBelow } from "../patch/raw-path.ts";
import type { ApplyStep } from "./apply-plan.ts";
import { type Blocker, ParentDirectories, parentOf } from "./parent-directories.ts";
import type { StagedContent } from "./staged-content.ts";
import { identityOf, isSameIdentity, lstatOrUndefined } from "./target-entry.ts";
import type { UndoLog } from "./undo-log.ts";

/** The workspace and the repository of an apply. */
export interface PerformTarget {
  readonly path: string;
  readonly device: bigint;
  readonly gitDir: string;
}

type StepOf<Kind extends ApplyStep["kind"]> = Extract<ApplyStep, { kind: Kind }>;

/**
 * Carries out single steps, and notes how each is taken back. What a step replaces or deletes is kept beside until all are done.
 * Files with several names are replaced, never written: their other names keep what they have.
 */
export class StepRunner {
  readonly #target: PerformTarget;
  readonly #staged: StagedContent;
  readonly #undo: UndoLog;
  /** Inodes of files with several names that a step has touched. That changes the times of their other names. */
  readonly #touched = new Set<bigint>();

  constructor(target: PerformTarget, staged: StagedContent, undo: UndoLog) {
    this.#target = target;
    this.#staged = staged;
    this.#undo = undo;
  }

  /** A change of mode for a file of several names becomes a file of its own. */
  async withoutSharing(step: ApplyStep): Promise<ApplyStep> {
    if (step.kind !== "mode") return step;
    const { rawPath, mode, expected } = step;
    const path = pathBelow(this.#target.path, rawPath);
    if (((await lstatOrUndefined(path))?.nlink ?? 1n) < 2n) return step;
    const executable = (mode & 0o100) !== 0;
    const content = { mergedPath: path };
    return { kind: "write", rawPath, type: "file", content, mode, executable, expected };
  }

  /** Returns the stats of the entry, undefined where nothing is there. Throws `workspace_conflict` where it changed. */
  async check({ rawPath, ...step }: ApplyStep): Promise<BigIntStats | undefined> {
    const stats = await lstatOrUndefined(pathBelow(this.#target.path, rawPath));
    if (step.expected === undefined) {
      if (stats === undefined || stats.isDirectory()) return stats;
      throw changedMeanwhile(rawPath);
    }
    if (stats === undefined) throw changedMeanwhile(rawPath);
    const { ctimeNs } = this.#touched.has(stats.ino) ? step.expected : stats;
    if (!isSameIdentity(step.expected, identityOf({ ...stats, ctimeNs } as BigIntStats))) {
      throw changedMeanwhile(rawPath);
    }
    return stats;
  }

  async remove(step: StepOf<"delete">): Promise<void> {
    const stats = await this.#checkPlace(step);
    const path = pathBelow(this.#target.path, step.rawPath);
    const kept = this.#staged.newPath();
    this.#touch(stats);
    await rename(path, kept);
    this.#undo.add(step.rawPath, () => putBack(kept, path));
    await this.#checkKept(step, kept);
  }

  /** Puts the content of a step into its place. */
  async place(step: StepOf<"write">, index: number): Promise<void> {
    await this.#makeParents(step.rawPath);
    const stats = await this.#checkPlace(step);
    const path = pathBelow(this.#target.path, step.rawPath);
    const from = this.#staged.pathOf(index);
    if (stats?.isDirectory() === true) await this.#removeDirectories(step.rawPath);
    const isOurs = await isSameFile(from);
    if (stats === undefined || stats.isDirectory()) {
      await placeNew(from, path, step.rawPath);
      this.#undo.add(step.rawPath, async () => (await isOurs(path)) && unlink(path));
      return;
    }
    const kept = this.#staged.newPath();
    this.#touch(stats);
    await keepBeside(path, kept, stats);
    await rename(from, path);
    this.#undo.add(step.rawPath, async () => (await isOurs(path)) && rename(kept, path));
    await this.#checkKept(step, kept);
  }

  async changeMode(step: StepOf<"mode">): Promise<void> {
    const stats = await this.#checkPlace(step);
    const path = pathBelow(this.#target.path, step.rawPath);
    await chmod(path, step.mode);
    this.#undo.add(step.rawPath, () => chmod(path, Number(stats!.mode) & 0o7777));
  }

  /** As git does: a directory whose last file was deleted goes too. `rmdir` refuses one that is not empty. */
  async removeEmptyParents(deletes: readonly ApplyStep[]): Promise<void> {
    for (const { rawPath } of deletes) {
      for (let parent = parentOf(rawPath); parent !== ""; parent = parentOf(parent)) {
        try {
          await this.#removeDirectory(parent);
        } catch {
          break;
        }
      }
    }
  }

  // Looked at again for each step, because other programs may write into the workspace meanwhile.
  async #checkPlace(step: ApplyStep): Promise<BigIntStats | undefined> {
    if ((await this.#blockerOf(step.rawPath)).kind !== "none") throw changedMeanwhile(step.rawPath);
    return this.check(step);
  }

  // What was written between the last look and the step is in the file that is kept.
  async #checkKept(step: ApplyStep, kept: string): Promise<void> {
    const stats = await lstat(kept, { bigint: true });
    const { expected } = step;
    if (expected === undefined || stats.ino !== expected.ino) return;
    if (stats.mtimeNs !== expected.mtimeNs || stats.size !== expected.size) {
      throw changedMeanwhile(step.rawPath);
    }
  }

  #touch(stats: BigIntStats | undefined): void {
    if (stats !== undefined && stats.nlink > 1n) this.#touched.add(stats.ino);
  }

  #blockerOf(rawPath: string): Promise<Blocker> {
    return new ParentDirectories(this.#target.path, this.#target.device).blockerOf(rawPath);
  }

  async #makeParents(rawPath: string): Promise<void> {
    if ((await this.#blockerOf(rawPath)).kind !== "absent") return;
    const parent = parentOf(rawPath);
    await this.#makeParents(parent);
    const path = pathBelow(this.#target.path, parent);
    try {
      await mkdir(path);
      this.#undo.add(parent, () => rmdir(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }

  // Removes a directory that holds nothing but empty directories.
  async #removeDirectories(rawPath: string): Promise<void> {
    for (const name of await readdir(pathBelow(this.#target.path, rawPath), { encoding: "buffer" })) {
      await this.#removeDirectories(`${rawPath}/${name.toString("latin1")}`);
    }
    await this.#removeDirectory(rawPath);
  }

  async #removeDirectory(rawPath: string): Promise<void> {
    const path = pathBelow(this.#target.path, rawPath);
    const mode = Number((await lstat(path, { bigint: true })).mode) & 0o7777;
    await rmdir(path);
    this.#undo.add(rawPath, async () => {
      await mkdir(path);
      await chmod(path, mode);
    });
  }
}

// A second name where the file system has them, else a copy.
async function keepBeside(path: Buffer, kept: string, stats: BigIntStats): Promise<void> {
  try {
    await link(path, kept);
  } catch {
    if (stats.isSymbolicLink()) await symlink(await readlink(path, "buffer"), kept);
    else await copyFile(path, kept);
  }
}

// Unlike `rename`, `link` refuses a name that somebody has made meanwhile.
async function placeNew(from: string, path: Buffer, rawPath: string): Promise<void> {
  try {
    await link(from, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw changedMeanwhile(rawPath);
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS" && code !== "EMLINK") throw error;
    await rename(from, path);
    return;
  }
  await unlink(from);
}

async function putBack(kept: string, path: Buffer): Promise<void> {
  if ((await lstatOrUndefined(path)) === undefined) await rename(kept, path);
}

async function isSameFile(from: string): Promise<(path: Buffer) => Promise<boolean>> {
  const { ino } = await lstat(from, { bigint: true });
  return async (path) => (await lstatOrUndefined(path))?.ino === ino;
}

function changedMeanwhile(rawPath: string): AbpError {
  const path = displayPath(rawPath);
  const reason = "it changed while the patch was applied";
  return new AbpError("workspace_conflict", reason, {
    where: path,
    advice: "Stop what writes into the workspace, then apply again: nothing was changed.",
    details: { issues: [{ path, message: reason }] },
  });
}
