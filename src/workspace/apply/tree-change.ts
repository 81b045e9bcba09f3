import { join } from "node:path";
import { AbpError } from "../../contract/index.ts";
import type { LargeFile } from "../content/large-file.ts";
import { runGit } from "../git/run-git.ts";
import type { LostBase } from "../patch/lost-base.ts";

/** A file or a symbolic link in a tree of the saved repository. */
export interface TreeEntry {
  readonly type: "file" | "symlink";
  readonly executable: boolean;
  /** git's name of the content: a SHA-1 in hexadecimal. */
  readonly oid: string;
  /** A file with the content, if it is not in the repository. */
  readonly keptAt?: string;
}

/** One path that differs between the saved trees. A side is absent if the path does not exist. */
export interface TreeChange {
  readonly rawPath: string;
  readonly before?: TreeEntry;
  readonly after?: TreeEntry;
  /** Stands for `before` if its content is not saved. */
  readonly lostBase?: LostBase;
}

/** Reads the differences of the saved trees, sorted by path. A rename is a deletion and an addition. */
export async function readTreeChanges(gitDir: string, signal: AbortSignal): Promise<readonly TreeChange[]> {
  const output: Buffer[] = [];
  await runGit({
    gitDir,
    signal,
    args: [
      "diff-tree",
      "-r",
      "-z",
      "--raw",
      "--no-abbrev",
      "--no-renames",
      "refs/heads/before",
      "refs/heads/after",
    ],
    onOutput: (chunk) => void output.push(chunk),
  });
  return parseRawDiff(Buffer.concat(output));
}

/** Reads `:<mode> <mode> <oid> <oid> <letter> NUL <path> NUL`, repeated. */
export function parseRawDiff(output: Buffer): readonly TreeChange[] {
  const fields = output.toString("latin1").split("\0");
  const changes: TreeChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [oldMode, newMode, oldOid, newOid] = fields[index]!.slice(1).split(" ");
    const before = toEntry(oldMode!, oldOid!);
    const after = toEntry(newMode!, newOid!);
    changes.push({
      rawPath: fields[index + 1]!,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }
  return changes.sort((one, other) => (one.rawPath < other.rawPath ? -1 : 1));
}

/** Adds the files that are kept beside the repository, in a directory of their own. They are in neither tree. */
export function withLargeFiles(
  changes: readonly TreeChange[],
  files: readonly LargeFile[],
  directory: string,
): readonly TreeChange[] {
  const large = files.map(({ rawPath, executable, oid, name }) => ({
    rawPath,
    after: { type: "file", executable, oid, keptAt: join(directory, name) } as const,
  }));
  return [...changes, ...large].sort((one, other) => (one.rawPath < other.rawPath ? -1 : 1));
}

/** Adds what is known of the contents that are not saved. A file that the run deleted is in neither tree then. */
export function withLostBases(
  changes: readonly TreeChange[],
  lostBases: readonly LostBase[],
): readonly TreeChange[] {
  if (lostBases.length === 0) return changes;
  const all = new Map(changes.map((change) => [change.rawPath, change]));
  for (const lostBase of lostBases) {
    const { rawPath } = lostBase;
    all.set(rawPath, { ...(all.get(rawPath) ?? { rawPath }), lostBase });
  }
  return [...all.values()].sort((one, other) => (one.rawPath < other.rawPath ? -1 : 1));
}

function toEntry(mode: string, oid: string): TreeEntry | undefined {
  if (mode === "000000") return undefined;
  if (mode === "120000") return { type: "symlink", executable: false, oid };
  if (mode === "100644" || mode === "100755") return { type: "file", executable: mode === "100755", oid };
  throw new AbpError("execution_workspace_error", `the saved changes hold an entry of mode ${mode}`);
}
