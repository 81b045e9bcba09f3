import type { ManifestEntry } from "../manifest/manifest.ts";
import type { TreeFault } from "../walk/tree-fault.ts";
import type { PlannedDirectory } from "../walk/tree-plan.ts";
import type { KeptBlob } from "./blob-keeper.ts";
import type { ScanResult } from "./directory-scan.ts";

/** Stands between two paths. No path holds it. */
const SEPARATOR = "\0";
const SHA256_LENGTH = 64;
const OID_LENGTH = 40;
/** Above the permission bits of a mode. */
const LINK = 0o10000;
const UNSETTLED = 0o20000;

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

/** Files and links with one column for each member: thousands of objects take longer to send than to make. */
export interface EntryColumns {
  readonly rawPaths: string;
  readonly hashes: string;
  readonly sizes: Float64Array;
  readonly modes: Uint16Array;
}

/** Kept contents with one column for each member. */
export interface BlobColumns {
  readonly rawPaths: string;
  readonly oids: string;
  readonly modes: Uint32Array;
  readonly sizes: Float64Array;
  readonly times: Float64Array;
}

/** A result as it crosses threads. */
export type SentResult = Omit<ScanResult, "entries"> & { readonly entries: EntryColumns };

/** What a thread kept, as it crosses threads. */
export interface SentBlobs {
  readonly blobs: BlobColumns;
  /** Why there are none; undefined if they could be kept. */
  readonly problem?: string;
}

export type ScanAnswer =
  | { readonly kind: "opened" | "closed" }
  | { readonly kind: "scanned"; readonly result: SentResult }
  | { readonly kind: "checked"; readonly isChanged: boolean; readonly kept?: SentBlobs | undefined }
  | { readonly kind: "fault"; readonly fault: TreeFault };

/** The entries must have a hash. */
export function toEntryColumns(entries: readonly ManifestEntry[]): EntryColumns {
  return {
    rawPaths: entries.map(({ rawPath }) => rawPath).join(SEPARATOR),
    hashes: entries.map(({ sha256 }) => sha256).join(""),
    sizes: Float64Array.from(entries, ({ size }) => size),
    modes: Uint16Array.from(
      entries,
      ({ mode, type, unsettled }) =>
        mode | (type === "symlink" ? LINK : 0) | (unsettled === true ? UNSETTLED : 0),
    ),
  };
}

export function fromEntryColumns({ rawPaths, hashes, sizes, modes }: EntryColumns): ManifestEntry[] {
  return pathsOf(rawPaths, sizes.length).map((rawPath, at) => {
    const bits = modes[at]!;
    const entry: ManifestEntry = {
      rawPath,
      type: (bits & LINK) === 0 ? "file" : "symlink",
      mode: bits & 0o7777,
      size: sizes[at]!,
      sha256: hashes.slice(at * SHA256_LENGTH, (at + 1) * SHA256_LENGTH),
    };
    return (bits & UNSETTLED) === 0 ? entry : { ...entry, unsettled: true };
  });
}

export function toBlobColumns(blobs: readonly KeptBlob[]): BlobColumns {
  return {
    rawPaths: blobs.map(({ rawPath }) => rawPath).join(SEPARATOR),
    oids: blobs.map(({ oid }) => oid).join(""),
    modes: Uint32Array.from(blobs, ({ mode }) => mode),
    sizes: Float64Array.from(blobs, ({ size }) => size),
    times: Float64Array.from(blobs, ({ modifiedMs }) => modifiedMs),
  };
}

export function fromBlobColumns({ rawPaths, oids, modes, sizes, times }: BlobColumns): KeptBlob[] {
  return pathsOf(rawPaths, sizes.length).map((rawPath, at) => ({
    rawPath,
    oid: oids.slice(at * OID_LENGTH, (at + 1) * OID_LENGTH),
    mode: modes[at]!,
    size: sizes[at]!,
    modifiedMs: times[at]!,
  }));
}

function pathsOf(rawPaths: string, count: number): string[] {
  return count === 0 ? [] : rawPaths.split(SEPARATOR);
}
