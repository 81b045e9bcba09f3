import type { ArtifactRef, ExecutionMode, Outcome, Usage } from "../../contract/index.ts";

/** The sidecar's own account of a run, from its `final`. Nothing of it is checked. */
export interface SidecarClaim {
  readonly outcome: Outcome;
  readonly usage: Partial<Usage>;
  readonly usageRaw: unknown;
  readonly artifacts: readonly ArtifactRef[];
  readonly harnessOk: boolean;
  readonly receiptSha256: string | null;
  readonly mode: ExecutionMode;
  /** Whether cancel was sent before the `final` was read. */
  readonly isAfterCancel: boolean;
}
