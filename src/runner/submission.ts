import type { SandboxLevel, WorkOrder } from "../contract/index.ts";

/** Where the files of a submitted run come from. */
export type RunSource =
  /** A directory of this machine: the root of the order's workspace. */
  | { readonly kind: "root" }
  /** A commit of a repository, fetched over https from a host of `runs.git_hosts`. */
  | { readonly kind: "git"; readonly url: string; readonly commit: string }
  /** An archive that was uploaded before, by the digest of its bytes. */
  | { readonly kind: "archive"; readonly sha256: string };

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
}
