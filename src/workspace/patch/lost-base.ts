import type { ManifestEntry } from "../manifest/manifest.ts";

/**
 * A changed file whose content from before the run is not saved: the workspace changed during the run, and nothing has that
 * content any more. The patch holds the whole file instead, and applying it is a conflict unless the workspace has that content.
 */
export interface LostBase {
  /** One character per byte. */
  readonly rawPath: string;
  readonly type: "file" | "symlink";
  readonly executable: boolean;
  /** SHA-256 of the content; absent if it was never read. */
  readonly sha256?: string;
}

export function toLostBase({ rawPath, type, mode, sha256, unsettled }: ManifestEntry): LostBase {
  const isLink = type === "symlink";
  return {
    rawPath,
    type: isLink ? "symlink" : "file",
    executable: !isLink && (mode & 0o100) !== 0,
    ...(unsettled === true ? {} : { sha256 }),
  };
}
