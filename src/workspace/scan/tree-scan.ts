import type { ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import type { NoteList } from "../walk/note-list.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import type { KeptBlobs } from "./blob-keeper.ts";
import { ScanThreads } from "./scan-threads.ts";

const PERMISSIONS = 0o777;

export interface TreeScanRequest<Built> {
  readonly source: Directory;
  readonly target?: Directory | undefined;
  /** Lists the tree. It runs while the threads start. */
  readonly walk: () => Promise<TreePlan>;
  readonly notes: NoteList;
  readonly maxBytes: number;
  /** Others may write into the source; what changed at this time or later is noted. Undefined: a change is a fault. */
  readonly sinceMs?: number | undefined;
  /** Keeps the contents of small files and links, besides those that are ignored. */
  readonly keep?: BlobStore | undefined;
  /** Makes something of what was read, while the threads make sure that it did not change. */
  readonly build: (read: ReadTree) => Promise<Built> | Built;
  readonly signal: AbortSignal;
}

/** Where contents are kept while they are read. */
export interface BlobStore {
  /** A directory for packs of git, out of reach of the agent. */
  readonly directory: string;
  /** The most bytes of all contents. */
  readonly maxBytes: number;
  /** Empties the directory. Returns the raw paths of files and links whose contents are not kept. Never rejects. */
  prepare(plan: TreePlan): Promise<ReadonlySet<string>>;
}

export interface ReadTree {
  /** All entries in any order, directories included, without the root. Modes have at most 0o7777. */
  readonly entries: ManifestEntry[];
  /** Entries that went away meanwhile; only with `sinceMs`. */
  readonly vanished: readonly ManifestEntry[];
}

export interface ScannedTree<Built> {
  readonly plan: TreePlan;
  readonly built: Built;
  /** Whether entries came or went meanwhile; only with `sinceMs`. */
  readonly isChanged: boolean;
  /** What each thread kept. */
  readonly kept: readonly KeptBlobs[];
}

/** Lists a tree, reads all of it, and makes sure that it did not change meanwhile, or notes what did. Throws `TreeError`. */
export async function scanTree<Built>(request: TreeScanRequest<Built>): Promise<ScannedTree<Built>> {
  const threads = new ScanThreads(request);
  try {
    const plan = await request.walk();
    const ignored = await request.keep?.prepare(plan);
    const {
      entries: read,
      unreadable,
      vanished,
      foreignCount,
    } = await threads.scan(inOrder(withIgnored(plan.directories, ignored)));
    const entries = [...read, ...directoryEntries(plan)];
    const [{ isChanged, kept }, built] = await Promise.all([
      threads.check(),
      request.build({ entries, vanished }),
    ]);
    for (const rawPath of unreadable) request.notes.add(rawPath, "unreadable");
    const foreignDirectories = plan.directories.slice(1).filter(({ isForeign }) => isForeign).length;
    request.notes.unkept = {
      owners: foreignCount + foreignDirectories,
      specialBits: entries.filter(({ mode }) => mode > PERMISSIONS).length,
    };
    return { plan, built, isChanged, kept };
  } finally {
    await threads.close();
  }
}

/** Tries once more if the tree changed; the second change is thrown. */
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

/** The directories and their names in the order of paths: what follows sorts faster what is sorted already. */
function inOrder(directories: TreePlan["directories"]): TreePlan["directories"] {
  return directories
    .map((directory) => ({ key: `${directory.rawPath}/`, directory }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ directory }) => ({
      ...directory,
      files: directory.files.toSorted(),
      links: directory.links.toSorted(),
    }));
}

function withIgnored(
  directories: TreePlan["directories"],
  ignored: ReadonlySet<string> | undefined,
): TreePlan["directories"] {
  if (ignored === undefined || ignored.size === 0) return directories;
  const names = new Map<string, Set<string>>();
  for (const rawPath of ignored) {
    const slash = rawPath.lastIndexOf("/");
    const parent = rawPath.slice(0, Math.max(slash, 0));
    const siblings = names.get(parent);
    const name = rawPath.slice(slash + 1);
    if (siblings === undefined) names.set(parent, new Set([name]));
    else siblings.add(name);
  }
  return directories.map((directory) => {
    const own = names.get(directory.rawPath);
    return own === undefined ? directory : { ...directory, ignored: own };
  });
}
