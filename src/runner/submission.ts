import { AbpError, parseDocument, type SandboxLevel, type WorkOrder } from "../contract/index.ts";

/** Where the files of a submitted run come from. */
export type RunSource =
  /** A directory of this machine: the root of the order's workspace. */
  | { readonly kind: "root" }
  /** A commit of a repository, fetched over https from a host of `runs.git_hosts`. */
  | { readonly kind: "git"; readonly url: string; readonly commit: string }
  /** An archive that was uploaded before, by the digest of its bytes. */
  | { readonly kind: "archive"; readonly sha256: string };

/** What the submitter of a run may name on this machine, as it was when the run was submitted. Absent members are false. */
export interface SubmitterRights {
  /** Any directory, as the local admin key may. */
  readonly anyRoot?: boolean | undefined;
  /** A workspace that the agent changes itself, as keys with the role operator may. */
  readonly changesWorkspace?: boolean | undefined;
}

/** A work order as it waits in the queue: everything that is needed to run it after a restart. */
export interface Submission {
  readonly order: WorkOrder;
  readonly source: RunSource;
  readonly backend: string;
  readonly engine?: string | undefined;
  /** A level that the run must reach; never below that of the configuration. */
  readonly sandbox?: SandboxLevel | undefined;
  /** The name of a check that the operator configured in `runs.checks`. */
  readonly check?: string | undefined;
  /** The run whose conversation goes on, and whether that one stays as it is. */
  readonly resume?: { readonly runId: string; readonly isFork: boolean } | undefined;
  /** Set by the daemon, never by the submitter. */
  readonly rights?: SubmitterRights | undefined;
}

/** Reads a submission as the store holds it. Throws `validation_failed` for text that another version wrote. */
export function readSubmission(text: string): Submission {
  try {
    const submission = JSON.parse(text) as Submission;
    return { ...submission, order: parseDocument("work_order", submission.order) };
  } catch (error) {
    if (AbpError.is(error)) throw error;
    throw new AbpError("validation_failed", "the stored submission cannot be read", { cause: error });
  }
}
