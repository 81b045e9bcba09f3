/** One entry of a directory tree. The root directory itself is no entry. */
export interface ManifestEntry {
  /** Relative path with "/" between names, one character per byte (latin1), so that every name is kept exactly. */
  readonly rawPath: string;
  readonly type: "file" | "directory" | "symlink";
  /** Permission bits, at most 0o7777. */
  readonly mode: number;
  /** Bytes of the content or of the link target; 0 for directories. */
  readonly size: number;
  /** SHA-256 of the content or of the link target in hexadecimal; empty for directories. */
  readonly sha256: string;
  /** The content from before the run is not known: the source changed before it was read. No part of the hash of the tree. */
  readonly unsettled?: true;
}

/** All entries of a directory tree, sorted by `rawPath`. */
export interface Manifest {
  readonly entries: readonly ManifestEntry[];
  /** Merkle root over the entries, in hexadecimal. */
  readonly root: string;
}
