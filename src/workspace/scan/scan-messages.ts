import type { TreeFault } from "../walk/tree-fault.ts";
import type { PlannedDirectory } from "../walk/tree-plan.ts";
import type { KeptBlobs } from "./blob-keeper.ts";
import type { ScanResult } from "./directory-scan.ts";

/** The tree that a scan thread reads. */
export interface ScannedRoots {
  /** Paths of the open root directories, which threads of this process share. */
  readonly source: string;
  readonly target: string | undefined;
  readonly maxBytes: number;
  readonly byteCount: SharedArrayBuffer;
  readonly umask: number;
  /** Others may write into the tree; what changed at this time or later is noted. Undefined: a change is a fault. */
  readonly sinceMs: number | undefined;
  /** Contents are kept in packs of this directory, up to a limit for all of them. */
  readonly keep:
    | { readonly directory: string; readonly maxBytes: number; readonly byteCount: SharedArrayBuffer }
    | undefined;
}

export type ScanCommand =
  | { readonly kind: "open"; readonly roots: ScannedRoots }
  | { readonly kind: "scan"; readonly directories: readonly PlannedDirectory[] }
  | { readonly kind: "check" }
  /** Closes the tree, so that another one can be opened. */
  | { readonly kind: "close" };

export type ScanAnswer =
  | { readonly kind: "opened" | "closed" }
  | { readonly kind: "scanned"; readonly result: ScanResult }
  | { readonly kind: "checked"; readonly isChanged: boolean; readonly kept?: KeptBlobs | undefined }
  | { readonly kind: "fault"; readonly fault: TreeFault };
