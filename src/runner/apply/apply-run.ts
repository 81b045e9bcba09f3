import { join } from "node:path";
import type { Config } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import {
  type ApplyReport,
  applyChanges,
  type ChangeRecord,
  IGNORED_DIRECTORY,
  readChangeRecord,
} from "../../workspace/index.ts";
import { type PathRights, permittedRoot } from "../rights/permitted-paths.ts";

/** Which changes of a run are applied, and where. */
export interface ApplyWish {
  readonly runId: string;
  /** The workspace of the run without it. */
  readonly root?: string | undefined;
  /** Computes everything and writes nothing. */
  readonly checkOnly?: boolean | undefined;
  /** Applies a patch that lacks changes, too. */
  readonly partial?: boolean | undefined;
  /** The changes of files that git ignores, in place of the others. */
  readonly ignored?: boolean | undefined;
}

/** What was applied. */
export interface AppliedRun {
  readonly root: string;
  readonly record: ChangeRecord;
  readonly report: ApplyReport;
}

/**
 * Applies the changes of a run to a directory that the caller may name. Throws `run_source_refused`, `patch_not_found`, and what
 * `applyChanges` throws.
 */
export async function applyRun(
  wish: ApplyWish,
  { runs }: Pick<Config, "runs">,
  rights: PathRights,
  signal: AbortSignal,
): Promise<AppliedRun> {
  const directory = changesDirectory(runs.dir, wish.runId, wish.ignored === true);
  const record = await readChangeRecord(directory);
  // The files of an archive or a repository were removed after the run.
  const root = permittedRoot(wish.root ?? record.source, rights);
  const { checkOnly = false, partial = false } = wish;
  return {
    root,
    record,
    report: await applyChanges({ directory, target: root, checkOnly, partial, signal }),
  };
}

/** Where the changes of a run are. The id becomes the name of a directory, so that nothing but the characters of ids may pass. */
export function changesDirectory(runsDir: string, runId: string, ignored = false): string {
  if (!/^[0-9A-Za-z_-]{1,128}$/.test(runId))
    throw new AbpError("patch_not_found", "this is not the id of a run", { where: "run" });
  return join(runsDir, runId, ignored ? IGNORED_DIRECTORY : "");
}
