import { z } from "zod";
import { Count, Sha256 } from "../../scalars.ts";

/** A path that staging left out, or a change that the policy does not permit. */
const PathNote = z.looseObject({ path: z.string(), reason: z.string(), rule: z.string().optional() });

/** The workspace of a run, as our own manifests saw it. */
export const WorkspaceRecord = z
  .looseObject({
    /** Merkle roots of the manifests before and after the run. */
    before: Sha256.optional(),
    after: Sha256.optional(),
    /** `none` (pass-through), `copy` or `overlay`. */
    isolation: z.string().optional(),
    files: Count.optional(),
    bytes: Count.optional(),
    /** Entries that are not in the stage: special files, denied or unreadable ones. At most 1,000. */
    skipped: z.array(PathNote).optional(),
    skipped_count: Count.optional(),
    /**
     * Entries of another user or group, and entries with setuid, setgid or sticky bits. Neither a copy nor a patch keeps them.
     * Extended attributes are not kept either, and not counted.
     */
    not_kept: z.looseObject({ owners: Count, special_bits: Count }).optional(),
    changes: z
      .looseObject({ added: Count, modified: Count, deleted: Count, renamed: Count, mode_changed: Count })
      .optional(),
    /** Changes that `deny_write` forbids. They are not in the patch. */
    denied_changes: z.array(PathNote).optional(),
    /**
     * Changes of files that git did not track and ignored before the run. They are not in the patch; `reason` is the kind of change.
     * At most 1,000.
     */
    ignored_changes: z.array(PathNote).optional(),
    ignored_count: Count.optional(),
    /** How many of them are kept nowhere: they were too large together, or could not be written. */
    ignored_not_kept: Count.optional(),
    /** The patch beside the patch, which holds them. */
    ignored_patch: z.looseObject({ sha256: Sha256, bytes: Count }).optional(),
    /**
     * The repository that the stage had. `history_commits` are those of the source's branch below the baseline commit; `untracked` are
     * files of the stage that were too large for it.
     */
    repository: z.looseObject({ branch: z.string(), history_commits: Count, untracked: Count }).optional(),
    /** False if the comparison could not be finished, for example on a full disk. */
    complete: z.boolean().optional(),
    patch: z.looseObject({ sha256: Sha256, bytes: Count }).optional(),
    /** Whether the patch was applied to the workspace. */
    applied: z.boolean().optional(),
  })
  .meta({ id: "WorkspaceRecord" });
export type WorkspaceRecord = z.infer<typeof WorkspaceRecord>;
