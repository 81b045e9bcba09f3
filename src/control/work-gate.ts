import { AbpError, type SandboxLevel, type WorkOrder } from "../contract/index.ts";
import type { Caller } from "../gateway/index.ts";
import type { KeptArchive, PathRights, RunSource, Submission } from "../runner/index.ts";
import type { RunStore } from "../storage/index.ts";

/** What a caller asks for; the gate adds what the caller left out. */
export interface SubmissionWish {
  readonly order: WorkOrder;
  readonly source: RunSource;
  readonly backend?: string | undefined;
  readonly engine?: string | undefined;
  readonly sandbox?: SandboxLevel | undefined;
  readonly check?: string | undefined;
  readonly resume?: Submission["resume"];
}

/** What callers may name on this machine, as the configuration and their rights say. */
export interface WorkGate {
  /** Throws `run_queue_full` if as many runs of the tenant wait as may. */
  requireRoom(store: Pick<RunStore, "pendingCounts">, tenant: string): Promise<void>;
  /** Whether a key may decide the approvals of its own submissions. */
  readonly isOwnApprovalAllowed: boolean;
  /** Judges a submission and completes it. Throws `run_source_refused` for what the caller may not name. */
  admit(wish: SubmissionWish, caller: Caller): Promise<Submission>;
  /** The directories that a caller may name. */
  pathRights(caller: Caller): PathRights;
  /** Takes an archive from its bytes, and checks it while it arrives. */
  keepArchive(body: ReadableStream<Uint8Array>, caller: Caller): Promise<KeptArchive>;
}

/** The gate of the daemon. Throws `run_desk_absent` if it runs no work orders. */
export function gateOf({ gate }: { readonly gate?: WorkGate | undefined }): WorkGate {
  if (gate !== undefined) return gate;
  throw new AbpError("run_desk_absent", "This daemon runs no work orders.");
}
