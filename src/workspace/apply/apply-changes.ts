import { lstat, realpath } from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import { displayPath } from "../manifest/display-path.ts";
import { type ChangeRecord, readChangeRecord } from "../patch/change-record.ts";
import { runFiles } from "../patch/run-files.ts";
import { takeApplyLock } from "./apply-lock.ts";
import type { ApplyConflict, ApplyReport } from "./apply-report.ts";
import { buildPlan, type PlanTarget } from "./build-plan.ts";
import { perform } from "./perform/perform.ts";
import { removeLeftovers } from "./perform/staged-content.ts";
import { TextMerge } from "./text-merge.ts";
import { readTreeChanges, withLargeFiles, withLostBases } from "./tree-change.ts";

/** Conflicts or missing changes that an error lists; the rest is counted. */
const MAX_LISTED = 1000;

/** Saved changes and the directory that gets them. */
export interface ApplyRequest {
  /** The directory of the run, which `saveChanges` wrote. */
  readonly directory: string;
  /** The workspace that gets the changes. */
  readonly target: string;
  /** Computes everything and writes nothing. */
  readonly checkOnly?: boolean;
  /** Applies a patch that lacks changes of files, too. */
  readonly partial?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Applies saved changes, three-way: text that the user has edited elsewhere is merged. Throws `workspace_conflict` before it
 * changes anything if a change does not fit or the patch is not complete, `patch_not_found` if nothing is saved, and
 * `input_unreadable` or
 * `output_unwritable` if the workspace cannot be used. Applying twice changes nothing the second time, and two at once on one
 * workspace work one after the other.
 *
 * @example
 * import { applyChanges } from "agent-backplane";
 * const directory = `${config.runs.dir}/${runId}`;
 * const request = { directory, target: "/srv/project", signal: AbortSignal.timeout(60_000) };
 * await applyChanges({ ...request, checkOnly: true });
 */
export async function applyChanges(request: ApplyRequest): Promise<ApplyReport> {
  const { directory, signal } = request;
  const record = await readChangeRecord(directory);
  if (!record.complete && request.partial !== true) throw incompleteError(record);
  const target = await openTarget(request.target);
  const { repository: gitDir, large } = runFiles(directory);
  const lock = request.checkOnly === true ? undefined : await takeApplyLock(target.path, signal);
  let merge: TextMerge | undefined;
  try {
    if (request.checkOnly !== true) await removeLeftovers(target.path);
    merge = await TextMerge.open(gitDir, directory, signal);
    const inTrees = await readTreeChanges(gitDir, signal);
    const all = withLargeFiles(inTrees, record.largeFiles ?? [], large);
    const changes = withLostBases(all, record.lostBases ?? []);
    const plan = await buildPlan(target, changes, merge);
    if (plan.conflicts.length > 0) throw conflictError(plan.conflicts);
    if (request.checkOnly !== true) await perform({ ...target, gitDir }, plan.steps, signal);
    return {
      files: plan.files.map(({ rawPath, action }) => ({ path: displayPath(rawPath), action })),
      alreadyApplied: plan.steps.length === 0,
    };
  } catch (error) {
    throw describe(error, target.path);
  } finally {
    await merge?.close();
    lock?.release();
  }
}

async function openTarget(path: string): Promise<PlanTarget> {
  try {
    const real = await realpath(path);
    const stats = await lstat(real, { bigint: true });
    if (stats.isDirectory()) return { path: real, device: stats.dev };
  } catch (error) {
    throw new AbpError("input_unreadable", `the workspace cannot be read (${reasonOf(error)})`, {
      where: path,
      cause: error,
    });
  }
  throw new AbpError("input_unreadable", "the workspace is not a directory", { where: path });
}

function incompleteError({ leftOut }: ChangeRecord): AbpError {
  const [first] = leftOut;
  const message = first === undefined ? "it lacks changes of files" : `it lacks a change: ${first.reason}`;
  return new AbpError("workspace_conflict", `the patch is not complete: ${message}`, {
    ...(first === undefined ? {} : { where: first.path }),
    advice: "Run the task again, or apply what the patch holds with `abp apply RUN --partial`.",
    details: {
      count: leftOut.length,
      issues: leftOut.slice(0, MAX_LISTED).map(({ path, reason }) => ({ path, message: reason })),
    },
  });
}

function conflictError(conflicts: readonly ApplyConflict[]): AbpError {
  const [first] = conflicts;
  return new AbpError("workspace_conflict", first!.reason, {
    where: first!.path,
    details: {
      count: conflicts.length,
      issues: conflicts.slice(0, MAX_LISTED).map(({ path, reason }) => ({ path, message: reason })),
    },
  });
}

// Errors of the file system become errors of the table. An aborted signal's reason stays as it is.
function describe(error: unknown, target: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (AbpError.is(error) || typeof code !== "string") return error;
  return new AbpError("output_unwritable", `the changes cannot be applied (${reasonOf(error)})`, {
    where: target,
    cause: error,
  });
}
