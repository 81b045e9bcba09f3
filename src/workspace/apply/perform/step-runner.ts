import type { BigIntStats } from "node:fs";
import { chmod, lstat, mkdir, readdir, rename, rmdir } from "node:fs/promises";
import { AbpError } from "../../../contract/index.ts";
import { displayPath } from "../../manifest/display-path.ts";
import { pathBelow } from "../../manifest/raw-path.ts";
import type { ApplyStep } from "../apply-plan.ts";
import { type Blocker, ParentDirectories, parentOf } from "../parent-directories.ts";
import { identityOf, isSameIdentity, lstatOrUndefined } from "../target-entry.ts";
import { moveToNewName, putBack } from "./new-name.ts";
import type { StagedContent } from "./staged-content.ts";
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
  /** What was replaced or deleted, and where it is. */
  readonly #moved: { readonly step: ApplyStep; readonly away: Buffer }[] = [];

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

  /** Returns the stats of the entry, undefined if nothing is there. Throws `workspace_conflict` if it changed. */
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
    this.#touch(stats);
    await this.#moveAway(step, Buffer.from(this.#staged.newPath()));
  }

  /**
   * Puts the content of a step into its place. What is there is moved away first and looked at then, and the new file takes only a name
   * that is free: a file that an editor has put there meanwhile is never replaced.
   */
  async place(step: StepOf<"write">, index: number): Promise<void> {
    await this.#makeParents(step.rawPath);
    const stats = await this.#checkPlace(step);
    const path = pathBelow(this.#target.path, step.rawPath);
    const from = this.#staged.pathOf(index);
    if (stats?.isDirectory() === true) await this.#removeDirectories(step.rawPath);
    else if (stats !== undefined) {
      this.#touch(stats);
      await this.#moveAway(step, await this.#staged.awayPath(step.rawPath));
    }
    const placed = await lstat(from, { bigint: true });
    if (!(await moveToNewName(from, path))) throw changedMeanwhile(step.rawPath);
    this.#undo.add(step.rawPath, () => takeAway(path, placed, Buffer.from(this.#staged.newPath())));
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

  /** Throws `workspace_conflict` if somebody has written into a file that was moved away. */
  async checkMoved(): Promise<void> {
    for (const { step, away } of this.#moved) await checkContent(step, away);
  }

  async #moveAway(step: StepOf<"write" | "delete">, away: Buffer): Promise<void> {
    const path = pathBelow(this.#target.path, step.rawPath);
    await rename(path, away);
    this.#undo.add(step.rawPath, () => putBack(away, path));
    await checkContent(step, away);
    this.#moved.push({ step, away });
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

/** What was written between the last look and the step is in the file that was moved. */
async function checkContent({ rawPath, expected }: ApplyStep, away: Buffer): Promise<void> {
  const { mtimeNs, size, mode } = await lstat(away, { bigint: true });
  const isSame = mtimeNs === expected?.mtimeNs && size === expected.size && mode === expected.mode;
  if (!isSame) throw changedMeanwhile(rawPath);
}

/** Takes a placed file out of the workspace again. Throws if somebody has written into it; another file of its name stays. */
async function takeAway(path: Buffer, placed: BigIntStats, aside: Buffer): Promise<void> {
  const isPlaced = async (one: Buffer) => (await lstatOrUndefined(one))?.ino === placed.ino;
  if (!(await isPlaced(path))) return;
  await rename(path, aside);
  const { mtimeNs, size } = await lstat(aside, { bigint: true });
  if ((await isPlaced(aside)) && mtimeNs === placed.mtimeNs && size === placed.size) return;
  await putBack(aside, path);
  if (await isPlaced(path)) throw new Error("it has been edited since");
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
