import type { ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import type { NoteList } from "../walk/note-list.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { ScanThreads } from "./scan-threads.ts";

const PERMISSIONS = 0o777;

export interface TreeScanRequest {
  readonly source: Directory;
  readonly target?: Directory | undefined;
  /** Lists the tree. It runs while the threads start. */
  readonly walk: () => Promise<TreePlan>;
  readonly notes: NoteList;
  readonly maxBytes: number;
  /** Others may write into the source; what changed at this time or later is noted. Undefined: a change is a fault. */
  readonly sinceMs?: number | undefined;
  readonly signal: AbortSignal;
}

export interface ScannedTree {
  readonly plan: TreePlan;
  /** All entries in any order, directories included, without the root. Modes have at most 0o7777. */
  readonly entries: ManifestEntry[];
  /** Entries that went away meanwhile; only with `sinceMs`. */
  readonly vanished: readonly ManifestEntry[];
  /** Whether entries came or went meanwhile; only with `sinceMs`. */
  readonly isChanged: boolean;
}

/** Lists a tree, reads all of it, and makes sure that it did not change meanwhile, or notes what did. Throws `TreeError`. */
export async function scanTree(request: TreeScanRequest): Promise<ScannedTree> {
  const threads = new ScanThreads(request);
  try {
    const plan = await request.walk();
    const { entries: read, unreadable, vanished, foreignCount } = await threads.scan(plan.directories);
    const isChanged = await threads.check();
    for (const rawPath of unreadable) request.notes.add(rawPath, "unreadable");
    const entries = [...read, ...directoryEntries(plan)];
    const foreignDirectories = plan.directories.slice(1).filter(({ isForeign }) => isForeign).length;
    request.notes.unkept = {
      owners: foreignCount + foreignDirectories,
      specialBits: entries.filter(({ mode }) => mode > PERMISSIONS).length,
    };
    return { plan, entries, vanished, isChanged };
  } finally {
    await threads.close();
  }
}

/** Tries once more where the tree changed; the second change is thrown. */
export async function retryOnChange<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof TreeError && error.fault.kind === "changed")) throw error;
    return await attempt();
  }
}

function directoryEntries(plan: TreePlan): ManifestEntry[] {
  return plan.directories
    .slice(1)
    .map(({ rawPath, mode }) => ({ rawPath, type: "directory", mode, size: 0, sha256: "" }));
}
