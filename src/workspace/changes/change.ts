import type { ManifestEntry } from "../manifest/manifest.ts";

/** How an entry differs. `modified` on a directory means that it became empty. */
export type ChangeKind = "added" | "modified" | "deleted" | "mode_changed" | "type_changed" | "renamed";

/** One difference between two manifests. */
export interface Change {
  readonly kind: ChangeKind;
  /** The path after the change; for a deleted entry the path before it. One character per byte. */
  readonly rawPath: string;
  /** The path before a rename. */
  readonly from?: string;
  /** Absent for an added entry. */
  readonly before?: ManifestEntry;
  /** Absent for a deleted entry. */
  readonly after?: ManifestEntry;
}
