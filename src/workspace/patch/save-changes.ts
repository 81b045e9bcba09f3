import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import type { Change } from "../changes/change.ts";
import { MAX_FILE_BYTES } from "../content/content.ts";
import { keepLargeFile, type LargeFile } from "../content/large-file.ts";
import { runGit } from "../git/run-git.ts";
import { displayPath } from "../manifest/display-path.ts";
import type { Stage } from "../stage/stage.ts";
import type { PathNote } from "../walk/path-note.ts";
import { writeChangeRecord } from "./change-record.ts";
import { HeaderQuotes } from "./header-quotes.ts";
import { toLostBase } from "./lost-base.ts";
import { parseNumstat } from "./numstat.ts";
import { type ImportPlan, ImportProblems, importStream } from "./object-import.ts";
import { type PatchSide, toPatchChange } from "./patch-side.ts";
import { runFiles } from "./run-files.ts";
import type { SavedChanges } from "./saved-changes.ts";

export interface SaveRequest {
  readonly stage: Pick<Stage, "source" | "root"> & Partial<Pick<Stage, "base">>;
  readonly changes: readonly Change[];
  /** The directory of the run, out of reach of the agent. It exists and holds no changes yet. */
  readonly directory: string;
  /** A larger file is kept beside the patch; 512 MiB unless told. */
  readonly maxFileBytes?: number;
  readonly signal: AbortSignal;
}

const compareTrees = ["diff-tree", "-r", "--no-ext-diff", "--no-textconv"];
const trees = ["refs/heads/before", "refs/heads/after"];

/**
 * Writes `patch.diff` and a private repository with the contents before and after into the directory of the run. Contents
 * before the run come from the source, or from what the stage kept of it; contents after it from the stage; each is checked against
 * its manifest. A change whose content before the run is gone is saved with its whole new content, and noted in `lostBases`. Throws
 * `workspace_full` on a full disk, and `execution_workspace_error` if git or the directory cannot be used.
 */
export async function saveChanges(request: SaveRequest): Promise<SavedChanges> {
  try {
    return await save(request);
  } catch (error) {
    throw describe(error, request.directory);
  }
}

async function save(request: SaveRequest): Promise<SavedChanges> {
  const { stage, changes, directory, maxFileBytes = MAX_FILE_BYTES, signal } = request;
  const files = runFiles(directory);
  const git = { gitDir: files.repository, signal };
  const { plan, planned, lost, leftOut, large } = planImport(stage, changes, maxFileBytes);
  await mkdir(files.repository, { mode: 0o700 });
  await runGit({ ...git, args: ["init", "--quiet", "--bare", "--template=", "--initial-branch=after"] });
  const problems = new ImportProblems();
  await runGit({
    ...git,
    args: ["fast-import", "--quiet", "--done", "--depth=0", "--date-format=raw"],
    input: importStream(plan, problems),
  });
  const compare = [...compareTrees, ...renameOptions(changes)];
  const needsQuotes = changes.some(({ rawPath, from }) => [rawPath, from].some((one) => one?.includes(" /")));
  const quotes = needsQuotes ? new HeaderQuotes() : undefined;
  const patch = await writePatch(files.patch, async (write) => {
    await runGit({
      ...git,
      args: [...compare, "-p", "--binary", "--full-index", ...trees],
      onOutput: (chunk) => write(quotes?.push(chunk) ?? chunk),
    });
    if (quotes !== undefined) await write(quotes.end());
  });
  const numbers: Buffer[] = [];
  const onOutput = (chunk: Buffer): void => void numbers.push(chunk);
  await runGit({ ...git, args: [...compare, "--numstat", "-z", ...trees], onOutput });
  const unread = [...problems.lost].map(([index, reason]) => ({ path: planned[index]!, reason }));
  const baseless = [...problems.lostBases].map((index) => toLostBase(plan.changes[index]!.before!.entry));
  const largeFiles: LargeFile[] = [];
  for (const { before, after } of large) {
    const kept = await keepLargeFile(stage.root, after.entry, files.large, String(largeFiles.length));
    const path = displayPath(after.entry.rawPath);
    if ("problem" in kept) unread.push({ path, reason: kept.problem });
    else {
      largeFiles.push(kept);
      const reason = `it is larger than ${maxFileBytes / 1024 / 1024} MiB, and is kept beside the patch`;
      leftOut.push({ path, reason });
      if (before !== undefined) baseless.push(toLostBase(before.entry));
    }
  }
  const saved: SavedChanges = {
    patch,
    diffstat: parseNumstat(Buffer.concat(numbers)),
    complete: lost.length === 0 && unread.length === 0,
    leftOut: [...lost, ...unread, ...leftOut],
    lostBases: baseless,
    largeFiles,
  };
  await writeChangeRecord(directory, { source: stage.source, ...saved });
  return saved;
}

// Renames are found by equal content only, as `changesBetween` finds them. `git apply` cannot move a file below its own name,
// so a patch that puts a directory in the place of a file or a link shows no renames.
function renameOptions(changes: readonly Change[]): readonly string[] {
  const isDirectory = (change: Change): boolean =>
    change.kind === "type_changed" && [change.before!.type, change.after!.type].includes("directory");
  return changes.some(isDirectory) ? ["--no-renames"] : ["-M100%", "--no-rename-empty"];
}

interface Planned {
  readonly plan: ImportPlan;
  /** The path of each change in the plan. */
  readonly planned: readonly string[];
  /** Changes whose content no patch can hold. */
  readonly lost: readonly PathNote[];
  /** Other changes that no patch can hold. */
  readonly leftOut: PathNote[];
  /** Changes whose new content is kept beside the patch. */
  readonly large: readonly { readonly before?: PatchSide; readonly after: PatchSide }[];
}

function planImport(stage: SaveRequest["stage"], changes: readonly Change[], maxFileBytes: number): Planned {
  const kept: ImportPlan["changes"][number][] = [];
  const planned: string[] = [];
  const lost: PathNote[] = [];
  const leftOut: PathNote[] = [];
  const large: { before?: PatchSide; after: PatchSide }[] = [];
  for (const change of changes) {
    const path = displayPath(change.rawPath);
    const sides = toPatchChange(change);
    if ("reason" in sides) {
      (sides.losesContent ? lost : leftOut).push({ path, reason: sides.reason });
    } else if (sides.after !== undefined && sides.after.entry.size > maxFileBytes) {
      large.push({ ...sides, after: sides.after });
    } else {
      kept.push(sides);
      planned.push(path);
    }
  }
  return {
    plan: {
      source: stage.source,
      root: stage.root,
      base: (entry) => stage.base?.(entry) ?? Promise.resolve(undefined),
      maxFileBytes,
      changes: kept,
    },
    planned,
    lost,
    leftOut,
    large,
  };
}

async function writePatch(
  path: string,
  render: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<SavedChanges["patch"]> {
  const hash = createHash("sha256");
  let bytes = 0;
  const handle = await open(path, "wx", 0o600);
  try {
    await render(async (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
      // Unlike `write`, this writes all of the chunk.
      await handle.appendFile(chunk);
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path, sha256: hash.digest("hex"), bytes };
}

// Errors of the file system become errors of the table. An aborted signal's reason stays as it is.
function describe(error: unknown, directory: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (AbpError.is(error) || typeof code !== "string") return error;
  const options = { where: directory, cause: error };
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new AbpError("workspace_full", `the changes could not be saved: ${reasonOf(error)}`, options);
  }
  return new AbpError(
    "execution_workspace_error",
    `the changes could not be saved (${reasonOf(error)})`,
    options,
  );
}
